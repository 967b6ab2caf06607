"""Targets of `audited.py` that keep the user's own files, and no saved state."""
import os, sys

import quick_json as json
from app import TEXT, make_folder, read, replace, sync_folder
from little import FOLDER, NOTHING, ON, Desk, Little


def schema(**properties):
    return {"type": "object", "properties": properties, "required": sorted(properties)}


class CutsAfterwards(Little):
    """What is shorter than before is written in its place, and what is left of that is cut off then: wrong."""

    actions = {"write": TEXT}

    def fresh(self):
        return {"text": ""}

    def do(self, action, arguments):
        self.shown["text"] = str(arguments["text"])

    def pack(self):
        return self.shown["text"]

    def unpack(self, text):
        self.shown["text"] = text

    def save(self):
        text = self.pack().encode()
        if not os.path.exists(self.path) or len(text) >= os.path.getsize(self.path):
            return replace(self.path, self.pack())
        file = os.open(self.path, os.O_WRONLY)
        os.write(file, text)
        os.ftruncate(file, len(text))
        os.fsync(file)
        os.close(file)


class CutsAtOnce(CutsAfterwards):
    """The same in an action: wrong."""

    saves_each_action = True


class FirstInPlace(CutsAfterwards):
    """The first save of all writes the file in its place: wrong."""

    def save(self):
        if os.path.exists(self.path):
            return replace(self.path, self.pack())
        text = self.pack().encode()
        with open(self.path, "wb", buffering=0) as file:
            file.write(text[: len(text) // 2])
            file.write(text[len(text) // 2 :])
            os.fsync(file.fileno())
        sync_folder(FOLDER)


class ImportsTwice(Little):
    """What the first save has taken over from the journal is there twice until the journal is gone: wrong."""

    actions = {"add": TEXT}
    journal = FOLDER + "/journal"

    def fresh(self):
        return {"items": []}

    def entries(self):
        return [json.loads(line) for line in (read(self.journal) or "").splitlines()]

    def do(self, action, arguments):
        text = str(arguments["text"])
        self.shown["items"].append(text)
        with open(self.journal, "a") as file:
            file.write(json.dumps(text) + "\n")
            file.flush()
            os.fsync(file.fileno())
        sync_folder(FOLDER)

    def save(self):
        is_first = not os.path.exists(self.path)
        seen = 0 if is_first else len(self.entries())
        replace(self.path, json.dumps({"items": self.shown["items"], "seen": seen}))
        if is_first and os.path.exists(self.journal):
            os.unlink(self.journal)
            sync_folder(FOLDER)

    def load(self):
        saved = json.loads(read(self.path) or '{"items": [], "seen": 0}')
        self.shown["items"] = saved["items"] + self.entries()[saved["seen"] :]
        return bool(self.shown["items"])


class FolderNotSynced(Desk):
    """The folder that the first save makes is not on the disk: wrong."""

    path = FOLDER + "/desk/state.json"

    def save(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        super().save()


class Albums(Little):
    """Where the folder of an album cannot be made, it says nothing of it: wrong."""

    actions = {"make": TEXT}

    def fresh(self):
        return {"albums": []}

    def do(self, action, arguments):
        name = str(arguments["text"])[:40]
        folder = f"{FOLDER}/a{name.encode().hex()}"
        try:
            make_folder(folder)
        except OSError:
            pass
        else:
            replace(folder + "/title", name)
        self.shown["albums"] = sorted({*self.shown["albums"], name})

    def save(self):
        """Each album has a folder, which is made with it."""

    def load(self):
        titles = [read(f"{FOLDER}/{name}/title") for name in os.listdir(FOLDER) if name[0] == "a"]
        self.shown["albums"] = sorted(title for title in titles if title is not None)
        return bool(titles)


class SendsFirst(Little):
    """What is sent is saved at once, and that it is no draft any more in the background: wrong."""

    actions = {"write": TEXT, "send": NOTHING}
    sent = FOLDER + "/sent.json"

    def fresh(self):
        return {"drafts": [], "sent": []}

    def do(self, action, arguments):
        if action == "write":
            self.shown["drafts"].append(str(arguments["text"]))
            self.save()
        elif self.shown["drafts"]:
            self.shown["sent"].append(self.shown["drafts"].pop())
            replace(self.sent, json.dumps(self.shown["sent"]))

    def save(self):
        replace(self.path, json.dumps(self.shown["drafts"]))

    def load(self):
        drafts, sent = read(self.path), read(self.sent)
        self.shown["drafts"] = json.loads(drafts or "[]")
        self.shown["sent"] = json.loads(sent or "[]")
        return drafts is not None


class Level(Little):
    """The next version has one level less: wrong."""

    actions = {"play": schema(level={"type": "integer", "minimum": 1, "maximum": 1000})}
    saves_each_action = True

    def fresh(self):
        return {"level": 0}

    def do(self, action, arguments):
        self.shown["level"] = arguments["level"]

    def load(self):
        found = super().load()
        if self.build >= 2 and self.shown["level"] == 1000:
            self.shown["level"] = 0
        return found


class ForgetsPaused(Little):
    """What is paused before it has a name is not saved, and any other action names all of them: wrong."""

    actions = {"add": TEXT, "name": NOTHING, "pause": NOTHING}

    def fresh(self):
        return {"links": []}

    def do(self, action, arguments):
        links = self.shown["links"]
        if action == "add":
            links.append({"link": str(arguments["text"]), "isNamed": False, "isPaused": False})
        elif action == "name":
            for link in links:
                link.update(isNamed=True, isPaused=False)
        elif links:
            links[-1]["isPaused"] = not links[-1]["isPaused"]

    def pack(self):
        return json.dumps(
            {"links": [each for each in self.shown["links"] if each["isNamed"] or not each["isPaused"]]})


class Template(Little):
    """An update sets one setting back where two others have certain values: wrong."""

    actions = {
        "format": schema(format={"enum": ["text", "html", "json", "custom"]}),
        "template": TEXT, "windows": schema(on={"type": "boolean"}),
    }

    def fresh(self):
        return {"format": "text", "template": "$url", "windows": False, "build": self.build}

    def do(self, action, arguments):
        self.shown[action] = next(iter(arguments.values()))

    def state(self):
        return {name: value for name, value in self.shown.items() if name != "build"}

    def unpack(self, text):
        super().unpack(text)
        if self.shown["build"] != self.build:
            if self.shown["format"] == "custom" and self.shown["windows"]:
                self.shown["template"] = "$url"
            self.shown["build"] = self.build


class TwoSessions(Little):
    """Of two sessions that have done as much, the one that saves later takes the other one's place: wrong."""

    actions = {"evaluate": TEXT}
    multiple_instances = True

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.new = []

    def fresh(self):
        return {"history": []}

    def do(self, action, arguments):
        for history in (self.shown["history"], self.new):
            history.append(str(arguments["text"]))

    def save(self):
        saved = json.loads(read(self.path) or "[]")
        is_longer = len(saved) >= len(self.shown["history"])
        lines = self.shown["history"] if is_longer and len(self.new) > 1 else saved + self.new
        replace(self.path, json.dumps(lines))
        self.new = []

    def unpack(self, text):
        self.shown["history"] = json.loads(text)


class CleansSeldom(Little):
    """Each fourth start drops what it does not see: wrong."""

    actions = {"star": schema(photo={"enum": ["a", "b", ".c", ".d"]})}

    def fresh(self):
        return {"starred": [], "starts": 0}

    def do(self, action, arguments):
        self.shown["starred"].append(arguments["photo"])

    def state(self):
        return {"starred": self.shown["starred"]}

    def unpack(self, text):
        super().unpack(text)
        self.shown["starts"] += 1
        if self.shown["starts"] % 4 == 0:
            self.shown["starred"] = [name for name in self.shown["starred"] if name[0] != "."]


class NeverReads(Desk):
    """The height of the window is written, and no launch looks at it: wrong."""

    def unpack(self, text):
        super().unpack(text)
        self.shown["height"] = 600


class NeverWrites(Desk):
    """The height of the window is not written: wrong."""

    def pack(self):
        return json.dumps({**self.shown, "height": 600})


class AsTold(Desk):
    """A file that is named behind the app's name says what is otherwise than it should be, if anything."""

    def otherwise(self, what):
        with open(sys.argv[2]) as file:
            return file.read() == what

    def fresh(self):
        return {**super().fresh(), "dark": self.otherwise("first launch")}

    def do(self, action, arguments):
        super().do(action, arguments)
        if self.otherwise("action"):
            self.shown["text"] += "!"

    def unpack(self, text):
        super().unpack(text)
        if self.otherwise("plain death"):
            self.shown = self.fresh()


class EmptiedByQuit(Little):
    """At a quit and at SIGTERM the list is emptied before it is saved: wrong."""

    actions = {"add": TEXT}

    def fresh(self):
        return {"items": []}

    def do(self, action, arguments):
        self.shown["items"].append(str(arguments["text"]))

    def close(self):
        self.shown = self.fresh()
        self.save()


class StoresWhatItReads(Little):
    """Each launch shows what was stored, and stores it less its last part: wrong."""

    actions = {"add": TEXT}
    saves_each_action = True

    def fresh(self):
        return {"items": []}

    def do(self, action, arguments):
        self.shown["items"].append(str(arguments["text"]))
        replace(self.path, self.pack())

    def save(self):
        """Each action has stored it."""

    def unpack(self, text):
        super().unpack(text)
        replace(self.path, json.dumps({"items": self.shown["items"][:-1]}))


class PinsInPassing(Little):
    """After a launch that finds something, a pin is written with the next text alone: wrong."""

    actions = {"write": TEXT, "pin": ON}

    def fresh(self):
        return {"text": "", "pinned": False}

    def begin(self):
        self.is_written = True

    def do(self, action, arguments):
        if action == "pin":
            self.shown["pinned"] = bool(arguments["on"])
        else:
            self.shown["text"], self.is_written = str(arguments["text"]), True

    def save(self):
        if self.is_written:
            replace(self.path, self.pack())

    def unpack(self, text):
        super().unpack(text)
        self.is_written = False


class HidesTheUnstaged(Little):
    """What is not staged is put aside in a commit, and stays there after a death: wrong."""

    actions = {"edit": TEXT, "stage": NOTHING, "commit": TEXT}
    files = {name: f"{FOLDER}/{name}" for name in ("file", "staged", "commits")}
    aside = FOLDER + "/aside"

    def fresh(self):
        return {"file": "", "staged": "", "commits": ""}

    def do(self, action, arguments):
        if action == "edit":
            self.put("file", str(arguments["text"]))
        elif action == "stage":
            self.put("staged", self.shown["file"])
        elif self.shown["file"] == self.shown["staged"]:
            self.put("commits", str(arguments["text"]))
        else:
            replace(self.aside, self.shown["file"])
            replace(self.files["file"], self.shown["staged"])
            self.put("commits", str(arguments["text"]))
            os.replace(self.aside, self.files["file"])
            sync_folder(FOLDER)

    def put(self, name, text):
        replace(self.files[name], text)
        self.shown[name] = text

    def save(self):
        """Each action has saved it."""

    def load(self):
        found = {name: read(path) for name, path in self.files.items()}
        self.shown.update({name: text for name, text in found.items() if text is not None})
        return any(text is not None for text in found.values())


class InPlaceWhenLong(Little):
    """A list of more than five is written over the file itself: wrong."""

    actions = {"add": TEXT, "clear": NOTHING}

    def fresh(self):
        return {"items": []}

    def do(self, action, arguments):
        if action == "clear":
            self.shown["items"] = []
        else:
            self.shown["items"].append(str(arguments["text"]))

    def save(self):
        if len(self.shown["items"]) <= 5:
            return replace(self.path, self.pack())
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.write(file, self.pack().encode())
        os.fsync(file)
        os.close(file)


class InPlaceWhenLongAtOnce(InPlaceWhenLong):
    """The same in an action: wrong."""

    saves_each_action = True


TARGETS = {
    "in-place-when-long": InPlaceWhenLong, "in-place-when-long-at-once": InPlaceWhenLongAtOnce,
    "stores-what-it-reads": StoresWhatItReads, "pins-in-passing": PinsInPassing,
    "hides-the-unstaged": HidesTheUnstaged,
    "never-reads": NeverReads, "never-writes": NeverWrites, "as-told": AsTold, "emptied-by-quit": EmptiedByQuit,
    "cuts-afterwards": CutsAfterwards, "cuts-at-once": CutsAtOnce, "albums": Albums,
    "first-in-place": FirstInPlace, "imports-twice": ImportsTwice, "folder-not-synced": FolderNotSynced,
    "sends-first": SendsFirst, "level": Level, "forgets-paused": ForgetsPaused,
    "template": Template, "two-sessions": TwoSessions, "cleans-seldom": CleansSeldom,
}

for name, target in TARGETS.items():
    target.bug = (name, "", "Python", "")
