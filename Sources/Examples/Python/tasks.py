#!/usr/bin/env python3
"""A list of tasks that Relaunch can drive: a target with data alone, to copy from. It needs no library.

Each change is on the disk before it is answered, so nothing is left for a save. What it keeps is the
user's, so it names no saved state: nobody may discard it, and no crash makes it start without it.
"""
import json, os, pathlib, socket, sys

KEPT = pathlib.Path.home() / "Documents" / "tasks.json"
TEXT = {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"]}
tasks, held, waiting = [], [], []

def put(**message):
    harness.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

def receive():
    return json.loads(lines.readline() or sys.exit())  # Nobody listens any more.

def ask(method, **params):
    """Waits for the answer. Meanwhile the tasks can be seen; all other requests wait, too."""
    put(id=0, method=method, params=params)
    while "method" in (message := receive()):
        answer(message) if message["method"] == "state" else waiting.append(message)
    return message["result"]

def enter(phase):
    ask("phase", phase=phase) if phase in held else put(method="phase", params={"phase": phase})

def make_durable(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)

def keep(changed):
    new = KEPT.with_suffix(".new")  # A death leaves the old tasks or the new ones.
    new.write_text(json.dumps(changed))
    make_durable(new)
    os.replace(new, KEPT)
    make_durable(KEPT.parent)
    tasks[:] = changed  # Only what is kept is shown.

def carry_out(method, params):
    global held
    held = params.get("hold", held)
    if method == "perform":
        task = params["arguments"]["task"]
        rest = [old for old in tasks if old != task]
        keep(rest + [task] if params["action"] == "add" else rest)
    elif params.get("event") in ("background", "foreground"):
        enter("background" if params["event"] == "background" else "active")
    return {"tasks": tasks}

def answer(message):
    params = message.get("params", {})
    try:
        put(id=message["id"], result=carry_out(message["method"], params))
    except OSError as error:
        put(id=message["id"], error={"code": -32000, "message": str(error)})
    if params.get("event") == "quit": sys.exit()

if not KEPT.parent.exists():
    KEPT.parent.mkdir(parents=True)
    make_durable(KEPT.parent.parent)
harness = socket.socket(fileno=int(os.environ["RELAUNCH_CHANNEL"]))
lines = harness.makefile("rb")
held = ask("hello", protocol=1, name="tasks.py", version="1.0", checkpoints=[], savedState=[],
           actions={"add": TEXT, "finish": TEXT})["hold"]
enter("launching")
restored, reason = KEPT.exists(), "noSavedState"
if restored:
    enter("restoring")
    try:
        tasks[:] = json.loads(KEPT.read_text())
    except ValueError:  # Damaged: it is put aside for whoever can still read it.
        os.replace(KEPT, KEPT.with_suffix(".damaged"))
        restored, reason = False, "damaged"
put(method="restoration", params={"restored": restored, "reason": reason})
enter("active")
while True:
    answer(waiting.pop(0) if waiting else receive())
