"""The little apps of `happened.py`: what they show is the user's, and lies in plain files.

Each saves in the background, at a quit, and when it is told to end; some at each action too. They name
no saved state, so nothing is discarded behind their backs, and they count no crashes.
"""
import os
from _signal import SIG_IGN, SIGHUP, SIGTERM, signal

import quick_json as json
from app import Damaged, make_folder, read, replace
from harness import Harness

FOLDER = "Documents"
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
NUMBER = {
    "type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]
}
HEIGHT = {
    "type": "object", "required": ["height"],
    "properties": {"height": {"type": "integer", "minimum": 100, "maximum": 2000}},
}
ON = {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]}
NOTHING = {"type": "object", "properties": {}}


# What reading a file raises that is not what the app has written.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, Damaged)


class Little:
    """`bug` is (name, rule, standsOn, sentence), `source` (program, issue)."""

    bug, source, actions = None, None, {}
    path = FOLDER + "/state.json"
    saves_each_action = False
    multiple_instances = False
    shown_picture = None
    reason = "noSavedState"

    def __init__(self, is_right, build):
        self.is_right, self.build = is_right, build
        self.shown = self.fresh()

    # What a bug does otherwise.

    def fresh(self):
        return {}

    def begin(self):
        pass

    def pack(self):
        return json.dumps(self.shown)

    def unpack(self, text):
        self.shown = json.loads(text)

    def save(self):
        replace(self.path, self.pack())

    def load(self):
        """Whether there was anything."""
        text = read(self.path)
        if text is None:
            return False
        self.unpack(text)
        return True

    def load_or_put_aside(self):
        """Whether there was anything that can be read; otherwise all is put aside."""
        try:
            self.begin()
            return self.load()
        except UNREADABLE:
            number = sum(name.startswith("damaged") for name in os.listdir("."))
            os.rename(FOLDER, f"damaged-{number + 1}")
            make_folder(FOLDER)
            self.shown, self.reason = self.fresh(), "damaged"
            self.begin()
            return False

    def state(self):
        return self.shown

    def do(self, action, arguments):
        raise NotImplementedError

    def close(self):
        """A quit, or a signal that asks for one."""
        self.save()

    def come_back(self):
        """In the foreground again."""

    # Its life.

    def perform(self, action, arguments):
        if action not in self.actions:
            raise ValueError(f"there is no action {action}")
        self.do(action, arguments)
        if self.saves_each_action:
            self.save()

    def draw(self):
        return '<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844"></svg>'

    def handle(self, event):
        if event == "background":
            self.harness.enter("inactive")
            self.harness.enter("saving")
            self.save()
            self.harness.enter("background")
        elif event == "foreground":
            self.come_back()
            self.harness.enter("active")
        elif event in ("active", "inactive"):
            self.harness.enter(event)
        elif event == "quit":
            self.close()

    def listen(self):
        for number in (SIGTERM, SIGHUP):
            signal(number, self.end)

    def end(self, number, frame):
        signal(SIGTERM, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        self.close()
        os._exit(128 + number)

    def run(self):
        make_folder(FOLDER)
        channel = os.environ.pop("RELAUNCH_CHANNEL", None)
        if channel is None:
            self.begin()
            self.load()
            print(json.dumps(self.state()))
            return
        self.harness = Harness(int(channel), self)
        welcome = self.harness.ask(
            "hello", protocol=1, name=f"happened {self.bug[0]}", version=str(self.build),
            actions=self.actions, checkpoints=[], savedState=[],
            **({"multipleInstances": True} if self.multiple_instances else {}))
        self.harness.held = welcome.get("hold", [])
        self.harness.enter("launching")
        restored = self.load_or_put_aside()
        self.listen()
        reason = {} if restored else {"reason": self.reason}
        self.harness.tell("restoration", restored=restored, **reason)
        self.harness.enter("active")
        self.harness.serve()


class Desk(Little):
    """A text, the height of the window, and a switch."""

    actions = {"write": TEXT, "resize": HEIGHT, "darken": ON}

    def fresh(self):
        return {"text": "", "height": 600, "dark": False}

    def do(self, action, arguments):
        if action == "write":
            self.shown["text"] = str(arguments["text"])
        elif action == "resize":
            self.shown["height"] = int(arguments["height"])
        else:
            self.shown["dark"] = bool(arguments["on"])


class Items(Little):
    """A list: of tabs, of commands, of things to buy."""

    actions = {"add": TEXT, "remove": NUMBER}

    def fresh(self):
        return {"items": []}

    def do(self, action, arguments):
        items = self.shown["items"]
        if action == "add":
            items.append(str(arguments["text"]))
        elif items:
            del items[int(arguments["number"]) % len(items)]
