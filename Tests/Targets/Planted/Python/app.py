"""A little app that keeps a draft and does everything right. A planted bug is a subclass."""
import fcntl, os, sys, zlib
from _signal import SIGTERM, signal  # `signal` itself makes classes of them, which takes time.
from harness import Harness, picture
from quick_json import dumps, loads

SAVED = "Library/Saved Application State/planted-py.savedState"
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
NUMBER = {
    "type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]
}
BY = {"type": "object", "properties": {"by": {"type": "integer", "minimum": -1000, "maximum": 1000}}}


class Damaged(Exception):
    pass


def sync_folder(path):
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def make_folder(path):
    if not os.path.isdir(path):
        make_folder(os.path.dirname(path) or ".")
        os.mkdir(path)
        sync_folder(os.path.dirname(path) or ".")


def replace(path, text):
    """No death leaves anything but the old content or the new one."""
    aside = path + ".new"
    try:
        with open(aside, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError:
        if os.path.exists(aside):
            os.unlink(aside)
        raise
    sync_folder(os.path.dirname(path))


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def remove(path):
    if os.path.exists(path):
        os.unlink(path)
        sync_folder(os.path.dirname(path))


def seal(value):
    body = dumps(value)
    return f"{zlib.crc32(body.encode())} {body}"


def unseal(text):
    if not isinstance(text, str):
        raise Damaged
    checksum, _, body = text.partition(" ")
    if checksum != str(zlib.crc32(body.encode())):
        raise Damaged
    return loads(body)


class App:
    """`bug` is (name, rule, standsOn, sentence)."""

    bug = None
    actions = {"write": TEXT, "rename": TEXT, "count": BY}

    def __init__(self, is_right, build):
        self.is_right, self.build = is_right, build
        self.draft = {"title": "untitled", "text": "", "count": 0}
        self.locked, self.shown_picture, self.crashes = False, None, 0

    # What a bug does otherwise.

    def begin(self):
        pass

    def save(self):
        replace(SAVED + "/state", seal({"draft": self.draft, "picture": self.draw()}))

    def load(self):
        """What was saved, or None; raises Damaged."""
        try:
            text = read(SAVED + "/state")
            return None if text is None else unseal(text)
        except (ValueError, OSError):
            raise Damaged

    def restore(self, saved):
        self.draft = saved["draft"]

    def discard(self, reason):
        for name in ("state", "state.db", "state.db-journal"):
            if os.path.exists(f"{SAVED}/{name}"):
                os.replace(f"{SAVED}/{name}", f"{SAVED}/{name}.{reason}")
        sync_folder(SAVED)

    def state(self):
        return dict(self.draft)

    def perform(self, action, arguments):
        if action == "write":
            self.draft["text"] = str(arguments["text"])
        elif action == "rename":
            self.draft["title"] = str(arguments["text"])
        elif action == "count":
            self.draft["count"] += int(arguments.get("by", 1))
        else:
            raise ValueError(f"there is no action {action}")

    def draw(self):
        words = dumps(self.state(), sort_keys=True)
        for mark, name in ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"):
            words = words.replace(mark, name)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844">'
            f'<text x="20" y="60">{words}</text></svg>'
        )

    # Its life.

    def handle(self, event):
        if event == "background":
            self.enter_background()
        elif event in ("active", "foreground"):
            self.harness.enter("active")
        elif event == "inactive":
            self.harness.enter("inactive")
        elif event in ("lock", "unlock"):
            self.locked = event == "lock"
        elif event == "quit":
            self.close_launch()

    def enter_background(self):
        self.harness.enter("inactive")
        self.harness.enter("saving")
        try:
            if not self.locked:
                self.save()
                self.harness.tell("snapshot", event="taken", picture=picture(self.draw()))
        except Exception as error:
            text = f"the old state is kept: {error!r}"
            self.harness.tell("issue", text=text, rule="S16")
            raise
        finally:
            self.harness.enter("background")

    def launch(self):
        """Answers why nothing was restored, or None."""
        self.harness.enter("launching")
        if self.locked:
            return "locked"
        try:
            saved, reason = self.load(), "noSavedState"
        except Damaged:
            saved, reason = None, "damaged"
        is_saved = saved is not None or reason == "damaged"
        if is_saved and self.crashes >= 3:
            self.discard("crashLoop")
            self.write_launch(0)
            return "crashLoop"
        if saved is None:
            if reason == "damaged":
                self.discard(reason)
            return reason
        if isinstance(saved, dict) and isinstance(saved.get("picture"), str):
            self.shown_picture = saved["picture"]
            self.harness.report(
                "snapshot", "snapshot", event="shown", picture=picture(self.shown_picture))
        self.harness.enter("restoring")
        self.restore(saved)
        return None

    def run(self):
        make_folder(SAVED)
        self.begin()
        self.open_launch()
        channel = os.environ.pop("RELAUNCH_CHANNEL", None)
        if channel is None:
            return self.run_for_a_user()
        self.harness = Harness(int(channel), self)
        welcome = self.harness.ask(
            "hello", protocol=1, name=f"planted {self.bug[0]}", version=str(self.build),
            actions=self.actions, checkpoints=[], savedState=[SAVED])
        self.harness.held = welcome.get("hold", [])
        self.locked = welcome.get("device", {}).get("locked", False)
        reason = self.launch()
        self.harness.tell(
            "restoration", restored=reason is None, **({"reason": reason} if reason else {}))
        self.confirm_launch()
        self.shown_picture = None
        self.harness.enter("active")
        self.harness.serve()

    def run_for_a_user(self):
        if saved := self.load():
            self.restore(saved)
        self.save()
        self.confirm_launch()
        print(dumps(self.state()))

    # How the launches before ended: three that were not confirmed, and the next starts fresh.

    def open_launch(self):
        with open("/proc/sys/kernel/random/boot_id") as file:
            self.boot = file.read().strip()
        entry = read(SAVED + "/launch.open")
        closed = read(SAVED + "/launch.closed")
        if entry is not None:
            crashes, boot = self.entry(entry)
            self.crashes = crashes + (boot == self.boot and not self.is_held())
        elif closed is not None:
            self.crashes = self.entry(closed)[0]
        self.hold()
        self.write_launch(self.crashes)
        remove(SAVED + "/launch.closed")
        signal(SIGTERM, lambda *_: (self.close_launch(), os._exit(143)))

    def entry(self, text):
        parts = text.split(" ")
        valid = len(parts) == 3 and parts[0].isdigit() and parts[2] == ".\n"
        return (int(parts[0]), parts[1]) if valid else (0, "")

    def write_launch(self, crashes):
        replace(SAVED + "/launch.open", f"{crashes} {self.boot} .\n")

    def confirm_launch(self):
        remove(SAVED + "/launch.open")

    def close_launch(self):
        if os.path.exists(SAVED + "/launch.open"):
            os.replace(SAVED + "/launch.open", SAVED + "/launch.closed")
            sync_folder(SAVED)

    def is_held(self):
        """Whether the process of the last launch still lives."""
        self.lock = open(SAVED + "/lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except BlockingIOError:
            return True

    def hold(self):
        self.lock = open(SAVED + "/lock", "w")
        fcntl.flock(self.lock, fcntl.LOCK_SH)


def bundle_version():
    """The build that the Info.plist beside the executable names."""
    path = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "Info.plist")
    if not os.path.exists(path):
        return 1
    import plistlib  # It is large, and few launches come here.
    with open(path, "rb") as file:
        return int(plistlib.load(file).get("CFBundleVersion", 1))


def main(bugs):
    words = sys.argv[1:]
    if words == ["--list"]:
        for app in bugs:
            name, rule, stands_on, sentence = app.bug
            kinds = {"S": "saving", "R": "restoring", "D": "deaths", "N": "snapshots", "W": "world"}
            line = {"name": name, "rule": rule, "kind": kinds.get(rule[0], "plain")}
            line |= {"standsOn": stands_on, "sentence": sentence}
            if source := getattr(app, "source", None):
                line |= {"happenedIn": source[0], "issue": source[1]}
            print(dumps(line, separators=(",", ":")))
        return
    found = [app for app in bugs if words and app.bug[0] == words[0]]
    if not found:
        print("usage: planted.py BUG [--right] [-CFBundleVersion N], or --list", file=sys.stderr)
        sys.exit(64)
    option = words.index("-CFBundleVersion") + 1 if "-CFBundleVersion" in words else len(words)
    build = int(words[option]) if option < len(words) else bundle_version()
    os.chdir(os.environ["HOME"])
    found[0]("--right" in words, build).run()
