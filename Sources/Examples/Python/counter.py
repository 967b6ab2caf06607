#!/usr/bin/env python3
"""A counter that Relaunch can drive: an example of a target in Python, without any library.

It restores its count at every launch, and shows a picture of its last screen until it is active.
After three launches that were never confirmed, it starts without restoring. Without a harness it
counts its launches and prints the number.
"""
import fcntl, json, os, pathlib, signal, socket, sys

FOLDER = "Library/Saved Application State/counter-py.savedState"
SAVED = pathlib.Path.home() / FOLDER
CRASH_LIMIT = 3


class Harness:
    """The other end of the channel: one JSON-RPC message a line."""

    def __init__(self, descriptor):
        self.socket = socket.socket(fileno=descriptor)
        self.lines = self.socket.makefile("rb")
        self.held, self.waiting, self.last_id = [], [], 0

    def put(self, **message):
        try:
            self.socket.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        except OSError:
            sys.exit(0)  # Nobody listens any more.

    def receive(self):
        line = self.lines.readline()
        return json.loads(line) if line.endswith(b"\n") else sys.exit(0)

    def tell(self, method, **params):
        self.put(method=method, params=params)

    def ask(self, method, **params):
        """Sends a request and waits for its answer. Meanwhile it shows state and screen."""
        self.last_id += 1
        self.put(id=self.last_id, method=method, params=params)
        while (message := self.receive()).get("id") != self.last_id or "method" in message:
            if message.get("method") in ("state", "screenshot"):
                answer(message)
            else:
                self.waiting.append(message)
        if "error" in message:
            sys.exit(f"the harness refused {method}: {message['error']['message']}")
        return message["result"]

    def enter(self, phase):
        (self.ask if phase in self.held else self.tell)("phase", phase=phase)


def write(name, text):
    """Replaces a file. A death at any point leaves either the old content or the new one."""
    SAVED.mkdir(parents=True, exist_ok=True)
    with open(SAVED / (name + ".tmp"), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, SAVED / name)
    folder = os.open(SAVED, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def read(name):
    """What is in a file, whatever that is; None where there is none."""
    try:
        return (SAVED / name).read_text(errors="replace")
    except FileNotFoundError:
        return None
    except OSError:
        return ""  # Something else stands there.


def saved_form():
    return json.dumps([count, count])  # Twice: what is damaged is not taken for another number.


def restored(text):
    """The count that was saved; ValueError or TypeError for anything else."""
    first, second = json.loads(text)
    if type(first) is not int or first != second:
        raise ValueError("not saved by this program")
    return first


def picture(svg):
    return {"mediaType": "image/svg+xml", "text": svg}


def screen():
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844">'
        f'<text x="20" y="60">{count}</text></svg>'
    )


def background():
    harness.enter("inactive")
    harness.enter("saving")
    write("count.json", saved_form())
    write("snapshot.svg", screen())
    harness.tell("snapshot", event="taken", picture=picture(screen()))
    harness.enter("background")


def perform(action, arguments):
    global count
    if action == "increment":
        count += int(arguments.get("by", 1))
    elif action == "set":
        count = int(arguments["to"])
    else:
        raise ValueError(f"there is no action {action}")
    return count


def answer(request):
    method, params, quits = request["method"], request.get("params", {}), False
    harness.held = params.get("hold", harness.held)
    try:
        if method == "state":
            result = {"count": count}
        elif method == "screenshot":
            result = picture(snapshot or screen())
        elif method == "perform":
            result = perform(params["action"], params.get("arguments", {}))
        elif method == "lifecycle":
            result, event = {}, params["event"]
            quits = event == "quit"
            if event == "background":
                background()
            elif event in ("active", "foreground"):
                harness.enter("active")
            elif event == "inactive":
                harness.enter("inactive")
        else:
            error = {"code": -32601, "message": f"there is no method {method}"}
            return harness.put(id=request["id"], error=error)
        harness.put(id=request["id"], result=result)
    except Exception as error:
        harness.put(id=request["id"], error={"code": -32000, "message": repr(error)})
    if quits:
        sys.exit(0)


def count_launch():
    """Counts launches that were never confirmed. Returns how many there were before this one."""
    global lock
    lock = open(SAVED / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return 0  # Another launch goes on at this moment: its count is no crash.
    counted = (read("launches") or "").strip()
    unconfirmed = int(counted) if counted.isdecimal() and len(counted) < 10 else 0
    write("launches", str(unconfirmed + 1))
    # Whoever ends it in an orderly way has not crashed it.
    signal.signal(signal.SIGTERM, lambda *_: (write("launches", str(unconfirmed)), os._exit(0)))
    return unconfirmed


def confirm_launch():
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    write("launches", "0")
    lock.close()


def launch():
    """Restores the count. Returns None, or the reason why it was not restored."""
    global count, snapshot
    SAVED.mkdir(parents=True, exist_ok=True)
    unconfirmed = count_launch()
    harness.enter("launching")
    if (saved := read("count.json")) is None:
        return "noSavedState"
    if unconfirmed >= CRASH_LIMIT:
        return "crashLoop"
    if snapshot := read("snapshot.svg"):
        shown = harness.ask if "snapshot" in harness.held else harness.tell
        shown("snapshot", event="shown", picture=picture(snapshot))
    harness.enter("restoring")
    try:
        count = restored(saved)
    except (ValueError, TypeError):
        return "damaged"
    return None


count, snapshot = 0, None
# Children of this program must not use our channel.
channel = os.environ.pop("RELAUNCH_CHANNEL", None)
if channel is None:
    count = restored(read("count.json") or "[0, 0]") + 1
    write("count.json", saved_form())
    print(count)
    sys.exit(0)

harness = Harness(int(channel))
harness.socket.set_inheritable(False)
integer = {"type": "integer"}
welcome = harness.ask(
    "hello", protocol=1, name="counter.py", version="1.0", checkpoints=[], savedState=[FOLDER],
    actions={
        "increment": {"type": "object", "properties": {"by": integer}},
        "set": {"type": "object", "properties": {"to": integer}, "required": ["to"]},
    },
    # What an audit would find, and what is meant so.
    expects={
        "S15": "a count is no secret: a locked device may save it",
        "R11": "a count is no secret: a locked device may show it",
    },
)
harness.held = welcome.get("hold", [])
reason = launch()
harness.tell("restoration", restored=reason is None, **({"reason": reason} if reason else {}))
snapshot = None
confirm_launch()  # Before reporting that it is complete.
harness.enter("active")
while True:
    answer(harness.waiting.pop(0) if harness.waiting else harness.receive())
