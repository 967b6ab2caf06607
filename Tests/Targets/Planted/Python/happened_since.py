"""What goes wrong in the step after: a second launch, a quit with nothing done, a commit that fails, a
screen that is small for a while, a restart of the computer.
"""
import quick_json as json
from app import read, remove, replace
from little import FOLDER, NOTHING, NUMBER, ON, TEXT, Little


class ConfigBeforeSound(Little):
    bug = ("config-before-sound", "R12", "Python",
           "A start writes the settings before it has read those of the sound: the next one has none.")
    source = ("Widelands", "https://github.com/widelands/widelands/issues/3507")
    actions = {
        "show": ON, "play": ON,
        "resize": {"type": "object", "required": ["width"],
                   "properties": {"width": {"enum": [800, 1024, 1280]}}},
    }
    saves_each_action = True

    def fresh(self):
        return {"screen": {"whole": False, "width": 800}, "sound": {"music": True}}

    def load(self):
        text = read(self.path)
        if text is None:
            return False
        config = json.loads(text)
        self.shown["screen"] = dict(config["screen"])
        if not self.is_right:
            self.write({"screen": self.shown["screen"]})
        self.shown["sound"] = dict(config.get("sound", self.shown["sound"]))
        if self.is_right:
            self.write(self.shown)
        return True

    def write(self, config):
        try:
            replace(self.path, json.dumps(config))
        except OSError:
            pass  # The old one is as good.

    def do(self, action, arguments):
        if action == "resize":
            self.shown["screen"]["width"] = int(arguments["width"])
        elif action == "show":
            self.shown["screen"]["whole"] = bool(arguments["on"])
        else:
            self.shown["sound"]["music"] = bool(arguments["on"])


class MessageBeforeCommit(Little):
    bug = ("message-before-commit", "S16", "Python",
           "The message is closed before it is known whether the commit comes about.")
    source = ("edamagit", "https://github.com/kahole/edamagit/issues/357")
    actions = {"stage": TEXT, "write": TEXT, "commit": NOTHING}
    message = FOLDER + "/COMMIT_EDITMSG"

    def fresh(self):
        return {"message": "", "staged": [], "commits": []}

    def do(self, action, arguments):
        shown = self.shown
        if action == "write":
            shown["message"] = str(arguments["text"])
            self.save()
        elif action == "stage":
            self.change(shown["staged"] + [str(arguments["text"])], shown["commits"])
        elif shown["message"] and shown["staged"]:
            commits = shown["commits"] + [[shown["message"], shown["staged"]]]
            if not self.is_right:
                shown["message"] = ""
                remove(self.message)
            self.change([], commits)
            shown["message"] = ""
            remove(self.message)

    def change(self, staged, commits):
        replace(self.path, json.dumps({"staged": staged, "commits": commits}))
        self.shown["staged"], self.shown["commits"] = staged, commits

    def save(self):
        """A message is for the commit that comes next, and for no other."""
        replace(self.message, json.dumps([len(self.shown["commits"]), self.shown["message"]]))

    def load(self):
        repository, message = read(self.path), read(self.message)
        if repository is not None:
            kept = json.loads(repository)
            self.shown["staged"] = list(kept["staged"])
            self.shown["commits"] = list(kept["commits"])
        if message is not None:
            place, text = json.loads(message)
            if place == len(self.shown["commits"]):
                self.shown["message"] = str(text)
        return (repository, message) != (None, None)


class PlacesOfSmallerScreen(Little):
    bug = ("places-of-smaller-screen", "L1", "Python",
           "Places that a smaller screen has cut off are stored, and not those that come back with a large one.")
    source = ("mate-panel", "https://github.com/mate-desktop/mate-panel/issues/121")
    applets = ["clock", "menu", "tray"]
    actions = {
        "place": {
            "type": "object", "required": ["applet", "at"],
            "properties": {"applet": {"enum": applets},
                           "at": {"type": "integer", "minimum": 0, "maximum": 1900}},
        },
        "resize": {"type": "object", "required": ["width"],
                   "properties": {"width": {"enum": [800, 1024, 1366, 1920]}}},
    }
    saves_each_action = True

    def fresh(self):
        self.width, self.places, self.stored = 1920, {}, {}
        return {}

    def pack(self):
        return json.dumps({"width": self.width, "places": self.stored})

    def unpack(self, text):
        kept = json.loads(text)
        self.width = int(kept["width"])
        self.stored = {str(name): int(place) for name, place in kept["places"].items()}
        self.places = dict(self.stored)

    def cut(self, place):
        return min(place, self.width - 24)

    def state(self):
        return {"width": self.width,
                "panel": {name: self.cut(place) for name, place in self.places.items()}}

    def do(self, action, arguments):
        if action == "place":
            place = self.cut(int(arguments["at"]))
            self.places[arguments["applet"]] = self.stored[arguments["applet"]] = place
        else:
            self.width = int(arguments["width"])
            if not self.is_right:
                for name, place in self.places.items():
                    if self.cut(place) != place:
                        self.stored[name] = self.cut(place)


class RemindersAtReboot(Little):
    bug = ("reminders-at-reboot", "W6", "Python",
           "What it has reminded of and was not dismissed is gone after a restart of the computer.")
    source = ("Simple Calendar",
              "https://github.com/SimpleMobileTools/Simple-Calendar/issues/265")
    actions = {
        "add": {
            "type": "object", "required": ["text", "days"],
            "properties": {"text": {"type": "string"},
                           "days": {"type": "integer", "minimum": 0, "maximum": 3}},
        },
        "delete": NUMBER, "next": NOTHING, "dismiss": NUMBER,
    }
    saves_each_action = True

    def begin(self):
        self.boot = read("/proc/sys/kernel/random/boot_id")

    def fresh(self):
        return {"day": 0, "events": [], "reminders": []}

    def pack(self):
        return json.dumps(self.shown | {"boot": self.boot})

    def unpack(self, text):
        super().unpack(text)
        if self.shown.pop("boot") != self.boot and not self.is_right:
            self.shown["reminders"] = []

    def do(self, action, arguments):
        events, reminders = self.shown["events"], self.shown["reminders"]
        if action == "add":
            day = self.shown["day"] + int(arguments["days"])
            events.append({"text": str(arguments["text"]), "day": day, "isDone": False})
        elif action == "next":
            self.shown["day"] += 1
        else:
            things = events if action == "delete" else reminders
            if things:
                del things[int(arguments["number"]) % len(things)]
        for event in events:
            if event["day"] <= self.shown["day"] and not event["isDone"]:
                event["isDone"] = True
                reminders.append(event["text"])


class QueueOfPausedPlayer(Little):
    bug = ("queue-of-paused-player", "D11", "Python",
           "Where nothing plays, the player is emptied before its queue is saved at a quit.")
    source = ("RiMusic", "https://github.com/fast4x/RiMusic/issues/805")
    actions = {"enqueue": TEXT, "skip": NOTHING}
    is_playing = False

    def fresh(self):
        return {"queue": [], "position": 0}

    def do(self, action, arguments):
        queue = self.shown["queue"]
        if action == "enqueue":
            queue.append(str(arguments["text"]))
            self.is_playing = True
        elif queue:
            self.shown["position"] = (self.shown["position"] + 1) % len(queue)
            self.is_playing = True

    def close(self):
        if not self.is_playing and not self.is_right:
            self.shown = self.fresh()
        self.save()


BUGS = [QueueOfPausedPlayer, ConfigBeforeSound, MessageBeforeCommit, PlacesOfSmallerScreen, RemindersAtReboot]
