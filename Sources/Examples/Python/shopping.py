#!/usr/bin/env python3
"""A shopping list that Relaunch can drive: a whole target, to copy from. It needs no library."""
import itertools, json, os, pathlib, signal, socket, sys

SAVED = pathlib.Path.home() / "Documents/shopping.json"  # The user's own: no saved state.
items, held, waiting, numbers = [], [], [], itertools.count()

def put(**message):
    harness.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

def receive():
    return json.loads(lines.readline() or sys.exit())  # Nobody listens any more.

def ask(method, **params):
    """Waits for the answer. Meanwhile the list can be seen; all other requests wait, too."""
    put(id=next(numbers), method=method, params=params)
    while "method" in (message := receive()):
        answer(message) if message["method"] == "state" else waiting.append(message)
    return message["result"]

def enter(phase):
    ask("phase", phase=phase) if phase in held else put(method="phase", params={"phase": phase})

def make_durable(path):
    os.fsync(descriptor := os.open(path, os.O_RDONLY))
    os.close(descriptor)

def save():
    (new := SAVED.with_suffix(".new")).write_text(json.dumps(items))
    make_durable(new)
    os.replace(new, SAVED)  # A death leaves the old list or the new one.
    make_durable(SAVED.parent)

def carry_out(method, params):
    global held
    held = params.get("hold", held)
    if method == "perform":
        items.append(params["arguments"]["item"])
    elif params.get("event") in ("background", "quit"):
        enter("saving")
        save()
        if params["event"] == "background": enter("background")
    return items

def answer(message):
    params = message.get("params", {})
    try:
        put(id=message["id"], result=carry_out(message["method"], params))
    except Exception as error:
        put(id=message["id"], error={"code": -32000, "message": repr(error)})
    if params.get("event") == "quit": sys.exit()

harness = socket.socket(fileno=int(os.environ["RELAUNCH_CHANNEL"]))
lines = harness.makefile("rb")
add = {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}
held = ask("hello", protocol=1, name="shopping.py", version="1.0", actions={"add": add},
           checkpoints=[], savedState=[])["hold"]
enter("launching")
restored, reason = SAVED.exists(), "noSavedState"
if restored:
    enter("restoring")
    try: items = json.loads(SAVED.read_text())
    except ValueError: restored, reason = False, "damaged"
    if not restored: os.replace(SAVED, SAVED.with_suffix(".damaged"))  # Somebody may read it yet.
for number in (signal.SIGTERM, signal.SIGHUP):  # They ask for a quit.
    signal.signal(number, lambda *_: (save(), os._exit(0)))
put(method="restoration", params={"restored": restored, "reason": reason})
enter("active")
while True:
    answer(waiting.pop(0) if waiting else receive())
