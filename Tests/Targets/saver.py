#!/usr/bin/env -S python3 -S -s -E
"""A target that keeps one text in ~/state, in the way that its first argument names.

`set {to}` changes the text, `background` saves it. What each way does wrong, or right, stands at its
function. It shares no code with the package, and needs the standard library only.
"""
import json, os, pathlib, sys

WAY = sys.argv[1]
os.chdir(pathlib.Path.home())


def write(name, text):
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(file, text.encode())
    return file


def read(name):
    path = pathlib.Path(name)
    return path.read_text() if path.exists() else None


def aside(name, text, synced=True):
    """Written beside its place, under one name, and renamed: right."""
    file = write(name + ".tmp", text)
    if synced:
        os.fsync(file)
    os.close(file)
    os.rename(name + ".tmp", name)
    if synced:
        folder = os.open(".", os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def in_place(name, text):
    """In between there is no state."""
    os.close(write(name, text))


def random_name(name, text):
    """Like `aside`, but with a name that is another each time, and stays if it dies."""
    import uuid
    temporary = f"save-{uuid.uuid4()}"
    file = write(temporary, text)
    os.fsync(file)
    os.close(file)
    os.rename(temporary, name)


def lettered_name(name, text):
    """Like `random_name`, with a name that looks like a word."""
    import random
    temporary = "save-" + "".join(random.choices("aeiou", k=12))
    os.close(write(temporary, text))
    os.rename(temporary, name)


def versioned_name(name, text):
    """Like `aside`, with a name that looks random, and is always the same: right."""
    os.close(write("StateV2.tmp", text))
    os.rename("StateV2.tmp", name)


def mkstemp(name, text):
    """Like `random_name`, as the library makes such names."""
    import tempfile
    file, temporary = tempfile.mkstemp(prefix="save-", dir=".")
    os.write(file, text.encode())
    os.close(file)
    os.rename(temporary, name)


def second_name(name, text):
    """Like `random_name`; within a second it is the same."""
    import time
    temporary = f"save-{int(time.time())}"
    os.close(write(temporary, text))
    os.rename(temporary, name)


def if_changed(name, text):
    """Like `aside`, and where nothing has changed, not at all."""
    if read(name) != text:
        aside(name, text)


def changed_only(name, text):
    """Like `mkstemp`, and where nothing has changed, not at all."""
    if read(name) != text:
        mkstemp(name, text)


def journal(name, text):
    """First into a journal, from which the next launch takes it."""
    os.close(write("journal.tmp", text))
    os.rename("journal.tmp", "journal")
    aside(name, text)
    os.unlink("journal")


def recover():
    """The text at a launch; some ways have to tidy up first."""
    if WAY == "marked-launch":
        os.close(write(f"running-{os.getpid()}", ""))  # Nobody ever clears it.
    if WAY == "cleaned-name":
        for left in pathlib.Path(".").glob("save-*"):
            left.unlink()
    if WAY in ("consumed-journal", "kept-journal") and (text := read("journal")) is not None:
        if WAY == "kept-journal":
            aside("state", text)
        os.unlink("journal")  # Too early, where it is nowhere else.
        return text
    if WAY == "torn-recovery" and (text := read("journal")) is not None:
        os.unlink("journal")
        in_place("state", text)  # Dying here is worse than dying before.
        return text
    if WAY == "torn-recovery" and not (read("state") or "x"):
        sys.exit("the state is empty")
    if WAY == "in-place" and read("state") == "":
        sys.exit("the state is empty")
    return read("state") or "nothing"


SAVE = {
    "aside": aside,
    "unsynced": lambda name, text: aside(name, text, synced=False),
    "in-place": in_place,
    # Its last call is the rename: who waits for the file has seen all of the save.
    "late": lambda name, text: aside(name, text, synced=False),
    "random-name": random_name,
    "lettered-name": lettered_name,
    "versioned-name": versioned_name,
    "mkstemp": mkstemp,
    "second-name": second_name,
    "marked-launch": aside,
    "if-changed": if_changed,
    "changed-only": changed_only,
    "cleaned-name": random_name,
    "consumed-journal": journal,
    "kept-journal": journal,
    "torn-recovery": journal,
}[WAY]

channel = int(os.environ.pop("RELAUNCH_CHANNEL"))
os.set_inheritable(channel, False)
lines = open(channel, "rb", closefd=False)


def put(**message):
    os.write(channel, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


put(id=1, method="hello", params={
    "protocol": 1, "name": "saver", "version": "1", "savedState": ["state"], "checkpoints": [],
    "actions": {"set": {"type": "object", "properties": {"to": {"type": "string"}}}},
})
lines.readline()
text = recover()
put(method="restoration", params={"restored": True})
put(method="phase", params={"phase": "active"})
while line := lines.readline():
    request = json.loads(line)
    method, params = request["method"], request.get("params", {})
    result, saves = {}, method == "lifecycle" and params["event"] == "background"
    if method == "state":
        result = {"text": text}
    elif method == "perform":
        text = params["arguments"]["to"]
    if saves and WAY != "late":
        SAVE("state", text)
    put(id=request["id"], result=result)
    if method == "perform" and WAY == "late":
        SAVE("state", text)  # After it has said that it was done.
