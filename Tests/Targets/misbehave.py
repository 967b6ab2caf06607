#!/usr/bin/env -S python3 -S -s -E
"""A target with one misbehaviour, named by its first argument; `--list` names them all.

The base, `well-behaved`, keeps a dictionary that `perform set {key, value}` changes, saves it and a
picture of it at `background`, and restores both at launch. Every other class is the base but for
what its first line says. It shares no code with the package, and needs the standard library only.
What few of them need of that is imported there.
"""
import json, os, pathlib, signal, sys

HOME = pathlib.Path.home()
FOLDER = "Library/Saved Application State/misbehave.savedState"
SAVED = HOME / FOLDER
GIBIBYTE = 1 << 30
MEBIBYTE = 1 << 20


def hang():
    """Never comes back, whatever signals are handled."""
    while True:
        signal.pause()


def picture(values):
    text = json.dumps(values, sort_keys=True).replace("&", "&amp;").replace("<", "&lt;")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844">'
    return {"mediaType": "image/svg+xml", "text": f"{svg}<text>{text}</text></svg>"}


def replace_file(path, text):
    """No death leaves anything but the old content or the new one."""
    with open(f"{path}.tmp", "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def make_folder(path):
    """Makes a folder in the container, but never the container itself."""
    if path != HOME and not path.is_dir():
        make_folder(path.parent)
        path.mkdir()


class WellBehaved:
    """Does everything right."""

    protocol, name = 1, "misbehave"

    def __init__(self):
        self.values, self.snapshot = {}, None
        self.held, self.waiting, self.last_id = [], [], 0

    # The channel

    def connect(self):
        descriptor = os.environ.pop("RELAUNCH_CHANNEL", None)
        if descriptor is None:
            sys.exit("misbehave.py: only a harness can run this: RELAUNCH_CHANNEL is not set")
        self.channel = int(descriptor)
        os.set_inheritable(self.channel, False)
        self.lines = open(self.channel, "rb", closefd=False)

    def write(self, data):
        try:
            while data:
                data = data[os.write(self.channel, data):]
        except OSError:
            os._exit(0)  # Nobody listens any more.

    def put(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def receive(self):
        line = self.lines.readline()
        return json.loads(line) if line.endswith(b"\n") else os._exit(0)

    def tell(self, method, **params):
        self.put(method=method, params=params)

    def ask(self, method, **params):
        """Sends a request and waits; meanwhile the state and the screen are shown."""
        self.last_id += 1
        self.put(id=self.last_id, method=method, params=params)
        while (message := self.receive()).get("id") != self.last_id or "method" in message:
            if message.get("method") in ("state", "screenshot"):
                self.answer(message)
            else:
                self.waiting.append(message)
        if "error" in message:
            sys.exit(f"misbehave.py: {method} is refused: {message['error']['message']}")
        return message["result"]

    def tell_or_ask(self, name, method, **params):
        (self.ask if name in self.held else self.tell)(method, **params)

    def enter(self, phase):
        self.tell_or_ask(phase, "phase", phase=phase)

    # A launch

    def run(self):
        self.start()
        self.connect()
        self.say_hello()
        self.enter("launching")
        self.restore()
        self.snapshot = None
        self.enter("active")
        self.activated()
        while True:
            self.answer(self.waiting.pop(0) if self.waiting else self.receive())

    def start(self):
        pass

    def activated(self):
        pass

    def introduction(self):
        schema = {"type": "object", "properties": {"key": {"type": "string"}, "value": {}}}
        return {
            "protocol": self.protocol, "name": self.name, "version": "1.0",
            "actions": {"set": schema}, "checkpoints": ["beforeCommit"], "savedState": [FOLDER],
        }

    def say_hello(self):
        self.held = self.ask("hello", **self.introduction()).get("hold", [])

    def restore(self):
        if not (SAVED / "state.json").exists():
            return self.tell("restoration", restored=False, reason="noSavedState")
        if (SAVED / "snapshot.json").exists():
            self.snapshot = json.loads((SAVED / "snapshot.json").read_text())
            self.tell_or_ask("snapshot", "snapshot", event="shown", picture=self.snapshot)
        self.enter("restoring")
        try:
            self.values = json.loads((SAVED / "state.json").read_text())
        except ValueError:
            return self.tell("restoration", restored=False, reason="damaged")
        self.tell("restoration", restored=True)

    # Requests

    def answer(self, request):
        method, params = request["method"], request.get("params", {})
        self.held = params.get("hold", self.held)
        try:
            if method in ("state", "screenshot"):
                result = getattr(self, method)()
            elif method == "perform":
                result = self.perform(params["action"], params.get("arguments", {}))
            elif method == "lifecycle":
                result = self.lifecycle(params["event"])
            else:
                return self.put(
                    id=request["id"], error={"code": -32601, "message": f"no method {method}"})
            self.reply(request, result)
        except Exception as error:
            self.put(id=request["id"], error={"code": -32000, "message": str(error)})
        if params.get("event") == "quit":
            sys.exit(0)

    def reply(self, request, result):
        self.put(id=request["id"], result=result)

    def state(self):
        return self.values

    def screenshot(self):
        return self.snapshot or picture(self.values)

    def perform(self, action, arguments):
        if action != "set":
            raise ValueError(f"there is no action {action}")
        self.values[arguments["key"]] = arguments["value"]
        return self.values

    def lifecycle(self, event):
        if event == "background":
            self.background()
        elif event in ("active", "foreground"):
            self.enter("active")
        elif event == "inactive":
            self.enter("inactive")
        return {}

    def background(self):
        self.enter("inactive")
        self.enter("saving")
        make_folder(SAVED)
        if "beforeCommit" in self.held:
            self.ask("checkpoint", name="beforeCommit")
        replace_file(SAVED / "state.json", json.dumps(self.values))
        replace_file(SAVED / "snapshot.json", json.dumps(picture(self.values)))
        self.tell("snapshot", event="taken", picture=picture(self.values))
        self.enter("background")


# Launches that go wrong


class ExitsAtOnce(WellBehaved):
    """Says a line on standard error and exits with status 3, before it says hello."""

    def start(self):
        print("misbehave.py: the configuration cannot be read", file=sys.stderr)
        sys.exit(3)


class NeverSaysHello(WellBehaved):
    """Opens the channel and hangs."""

    def say_hello(self):
        hang()


class HelloTwice(WellBehaved):
    """Says hello, and when it is answered says hello again."""

    def say_hello(self):
        super().say_hello()
        super().say_hello()


class NewerProtocol(WellBehaved):
    """Says hello in version 99 of the protocol."""

    protocol = 99


class HelloWithoutName(WellBehaved):
    """Leaves its name out of its hello."""

    def introduction(self):
        hello = super().introduction()
        del hello["name"]
        return hello


class NamesStateOutside(WellBehaved):
    """Names its second argument as its saved state."""

    def introduction(self):
        return {**super().introduction(), "savedState": [sys.argv[2]]}


class CheckpointLikeAPhase(WellBehaved):
    """Has a checkpoint that is called like a phase."""

    def introduction(self):
        return {**super().introduction(), "checkpoints": ["ready", "saving"]}


class StartsSlowly(WellBehaved):
    """Takes as many seconds to start as its second argument says."""

    def start(self):
        import time
        time.sleep(float(sys.argv[2]))


class UnknownPhase(WellBehaved):
    """Reports the phase `daydreaming` before it restores."""

    def restore(self):
        self.tell("phase", phase="daydreaming")
        super().restore()


# Answers that go wrong, each in place of the answer to a `perform`


class MalformedJson(WellBehaved):
    """Answers a `perform` with a line that is no JSON."""

    def reply(self, request, result):
        if request["method"] == "perform":
            return self.write(b'{"jsonrpc": "2.0", "id": 1, "result": {"broken\n')
        super().reply(request, result)


class LongLine(WellBehaved):
    """Answers a `perform` with a line of 1 GiB."""

    def reply(self, request, result):
        if request["method"] != "perform":
            return super().reply(request, result)
        self.write(b'{"jsonrpc": "2.0", "id": %d, "result": "' % request["id"])
        for _ in range(GIBIBYTE // MEBIBYTE):
            self.write(b"x" * MEBIBYTE)
        self.write(b'"}\n')


class WrongId(WellBehaved):
    """Answers a `perform` under another id."""

    def reply(self, request, result):
        wrong = 1000 if request["method"] == "perform" else 0
        self.put(id=request["id"] + wrong, result=result)


class ClosesSocket(WellBehaved):
    """Closes the channel in a `perform`, and lives on."""

    def perform(self, action, arguments):
        import socket
        socket.socket(fileno=self.channel).shutdown(socket.SHUT_RDWR)
        hang()


# Deaths that are not the harness's


class DiesByOwnHand(WellBehaved):
    """Kills itself by SIGKILL in a `perform`."""

    def perform(self, action, arguments):
        os.kill(os.getpid(), signal.SIGKILL)


class ExitsInPerform(WellBehaved):
    """Says a line on standard error and exits with status 7 in a `perform`."""

    def perform(self, action, arguments):
        print("misbehave.py: this was unexpected", file=sys.stderr)
        sys.exit(7)


class HangsInPerform(WellBehaved):
    """Hangs in a `perform`, and adds a line to the file that its second argument names, if any."""

    def perform(self, action, arguments):
        for file in sys.argv[2:3]:
            pathlib.Path(file).open("a").write("hangs\n")
        hang()


class RefusesActions(WellBehaved):
    """Answers every `perform` with an error, and writes a line on standard error at its start."""

    def start(self):
        print("misbehave.py: reading a read-only library", file=sys.stderr)

    def perform(self, action, arguments):
        raise ValueError("the library is read-only")


class CannotShowState(WellBehaved):
    """Writes a line on standard output when it is asked for its state, and answers with an error."""

    def state(self):
        print("misbehave.py: row 7 is missing", flush=True)
        raise ValueError("the state cannot be read")


class HangsInBackground(WellBehaved):
    """Hangs while it saves, before it has written anything."""

    def background(self):
        self.enter("inactive")
        self.enter("saving")
        hang()


class IgnoresSigterm(WellBehaved):
    """Ignores SIGTERM."""

    def start(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class SurvivesCrashSignals(WellBehaved):
    """Handles SIGSEGV and its like, and lives on."""

    def start(self):
        for name in ("SEGV", "ABRT", "BUS", "ILL", "FPE", "TRAP", "SYS", "QUIT"):
            signal.signal(getattr(signal, "SIG" + name), lambda number, frame: None)


# Claims that are not true


class ClaimsRestored(WellBehaved):
    """Says that it restored, and shows an empty state."""

    def restore(self):
        super().restore()
        self.values = {}


class ClaimsSnapshot(WellBehaved):
    """Says that it shows the saved snapshot, and has something else on the screen."""

    def screenshot(self):
        return picture({"something": "else"}) if self.snapshot else super().screenshot()


# Harm to the world around it


class FloodsOutput(WellBehaved):
    """Writes 1 GiB to standard output before it says hello, and once more when it is active."""

    def start(self):
        for _ in range(GIBIBYTE // MEBIBYTE):
            os.write(1, b"All work and no play makes Jack a dull boy.\n" * (MEBIBYTE // 44))

    def activated(self):
        FloodsOutput.start(self)


class ForksDaemons(WellBehaved):
    """Leaves three daemons that hold its output; their ids are in `daemons` in the container."""

    def start(self):
        reader, writer = os.pipe()
        for _ in range(3):
            if child := os.fork():
                os.waitpid(child, 0)
                continue
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                signal.alarm(600)  # Should the harness miss it, it does not stay for ever.
                os.write(writer, b"%d\n" % os.getpid())
                hang()
            os._exit(0)
        os.close(writer)
        identifiers = b""
        while identifiers.count(b"\n") < 3:
            identifiers += os.read(reader, 100)
        (HOME / "daemons").write_bytes(identifiers)


class DeletesContainer(WellBehaved):
    """Deletes its container, and the directory itself, in a `perform`."""

    def perform(self, action, arguments):
        import shutil
        shutil.rmtree(HOME)
        return super().perform(action, arguments)


class FillsDisk(WellBehaved):
    """Writes to the file `fill` in a `perform` until the disk is full, 256 MiB at most; goes on."""

    def perform(self, action, arguments):
        import errno
        with open(HOME / "fill", "wb", buffering=0) as file:
            try:
                while file.tell() < 256 * MEBIBYTE:
                    file.write(bytes(4096))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
        return super().perform(action, arguments)


class WritesOutside(WellBehaved):
    """Writes the file `written-outside` beside its container in a `perform`."""

    def perform(self, action, arguments):
        (HOME.parent / "written-outside").write_text("misbehave.py was here\n")
        return super().perform(action, arguments)


class WritesIntoBundle(WellBehaved):
    """Writes the file `written-into-bundle` beside its executable in a `perform`."""

    def perform(self, action, arguments):
        executable = pathlib.Path(sys.argv[0]).resolve()
        (executable.parent / "written-into-bundle").write_text("misbehave.py was here\n")
        return super().perform(action, arguments)


def with_dashes(name):
    return "".join("-" * letter.isupper() + letter.lower() for letter in name)[1:]


MISBEHAVIOURS = {
    with_dashes(kind.__name__): kind
    for kind in [WellBehaved, *WellBehaved.__subclasses__()]
}

if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else ""
    if chosen == "--list":
        for name, kind in MISBEHAVIOURS.items():
            print(f"{name:24}{kind.__doc__}")
    elif chosen in MISBEHAVIOURS:
        MISBEHAVIOURS[chosen]().run()
    else:
        sys.exit(f"misbehave.py: there is no misbehaviour {chosen!r}; --list names them all")
