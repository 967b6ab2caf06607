"""Data of the user in several files: what a death leaves of it, and what a rename does."""
import os, zlib

import quick_json as json
from app import make_folder, read, remove, replace, sync_folder
from little import FOLDER, NUMBER, ON, TEXT, Items, Little

PAIR = {
    "type": "object", "required": ["old", "new"],
    "properties": {"old": {"type": "integer"}, "new": {"enum": ["plan", "list", "trip"]}},
}
NAME = {
    "type": "object", "required": ["name"],
    "properties": {"name": {"enum": ["plan", "list", "trip"]}},
}


class Files(Little):
    """Notes, each of which is a file; nothing waits for a save."""

    actions = {"create": NAME, "rename": PAIR}
    folder = FOLDER + "/notes"

    def begin(self):
        make_folder(self.folder)

    def fresh(self):
        return {"notes": []}

    def save(self):
        pass

    def load(self):
        self.shown["notes"] = sorted(
            name for name in os.listdir(self.folder) if not name.endswith(".new"))
        return bool(self.shown["notes"])

    def file(self, name):
        return f"{self.folder}/{name}"

    def free(self, name):
        while name in self.shown["notes"]:
            name += " 2"
        return name

    def put(self, name):
        self.shown["notes"] = sorted(self.shown["notes"] + [name])
        replace(self.file(name), name)

    def do(self, action, arguments):
        if action == "create":
            self.put(self.free(arguments["name"]))
        elif notes := self.shown["notes"]:
            self.rename(notes[int(arguments["old"]) % len(notes)], arguments["new"])

    def rename(self, old, new):
        if old == new:
            return
        new = self.free(new)
        os.replace(self.file(old), self.file(new))
        sync_folder(self.folder)
        self.shown["notes"] = sorted(new if note == old else note for note in self.shown["notes"])


class SameNameOnce(Files):
    bug = ("same-name-once", "L1", "Python",
           "A note may get the name of another; both are shown, and one file is left.")
    source = ("FSNotes", "https://github.com/glushchenko/fsnotes/issues/139")

    def free(self, name):
        return super().free(name) if self.is_right else name


class RenamedTwins(Files):
    bug = ("renamed-twins", "L1", "Python",
           "A renamed note is written under its new name, and its old file stays.")
    source = ("Yosoro", "https://github.com/IceEnd/Yosoro/issues/30")

    def rename(self, old, new):
        if self.is_right:
            return super().rename(old, new)
        if old == new:
            return
        new = self.free(new)
        self.shown["notes"].remove(old)
        self.put(new)


class RenamedToItself(Files):
    bug = ("renamed-to-itself", "L1", "Python",
           "A note that is given its own name replaces itself, and is removed as the old one.")
    source = ("Zettlr", "https://github.com/Zettlr/Zettlr/issues/1942")

    def rename(self, old, new):
        if not self.is_right and old == new:
            remove(self.file(old))
        else:
            super().rename(old, new)


class DeletedFileStays(Items):
    bug = ("deleted-file-stays", "L1", "Python",
           "What is deleted goes from the screen, and its file is read again at the next start.")
    source = ("Remindly", "https://github.com/blanyal/Remindly/issues/43")
    folder = FOLDER + "/reminders"

    def begin(self):
        make_folder(self.folder)
        self.names = []

    def load(self):
        self.names = sorted(
            (name for name in os.listdir(self.folder) if name.isdigit()), key=int)
        self.shown["items"] = [read(f"{self.folder}/{name}") for name in self.names]
        return bool(self.names)

    def save(self):
        pass

    def do(self, action, arguments):
        items = self.shown["items"]
        if action == "add":
            name = str(int(self.names[-1]) + 1 if self.names else 0)
            replace(f"{self.folder}/{name}", str(arguments["text"]))
            self.names.append(name)
            items.append(str(arguments["text"]))
        elif items:
            index = int(arguments["number"]) % len(items)
            del items[index]
            name = self.names.pop(index)
            if self.is_right:
                remove(f"{self.folder}/{name}")


class OrderOfFolder(Items):
    bug = ("order-of-folder", "L1", "Python",
           "Tabs come back in the order in which the file system lists their files.")
    source = ("Text", "https://github.com/GoogleChromeLabs/text-app/issues/525")
    actions = {"add": TEXT, "raise": NUMBER}
    folder = FOLDER + "/tabs"

    def fresh(self):
        return {"items": []}

    def begin(self):
        make_folder(self.folder)

    def do(self, action, arguments):
        items = self.shown["items"]
        if action == "raise" and items:
            items.insert(0, items.pop(int(arguments["number"]) % len(items)))
        elif action == "add" and str(arguments["text"]) not in items:
            items.append(str(arguments["text"]))

    def save(self):
        for text in self.shown["items"]:
            if not os.path.exists(file := f"{self.folder}/{name_of(text)}"):
                replace(file, text)
        super().save()

    def load(self):
        if not super().load():
            return False
        if not self.is_right:
            files = [name for name in os.listdir(self.folder) if not name.endswith(".new")]
            self.shown["items"] = [read(f"{self.folder}/{name}") for name in files]
        return True


def name_of(text):
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


class TwoSteps(Little):
    bug = ("two-steps", "L1", "Python",
           "A package is listed before it is unpacked, and an interruption leaves it so.")
    source = ("conda", "https://github.com/conda/conda/issues/7")
    actions = {"install": NAME, "remove": NAME}
    folder = FOLDER + "/packages"

    def fresh(self):
        return {"listed": [], "unpacked": []}

    def begin(self):
        make_folder(self.folder)

    def save(self):
        pass

    def load(self):
        text = read(self.path)
        self.shown["listed"] = json.loads(text) if text else []
        for name in os.listdir(self.folder):
            if self.is_right and name not in self.shown["listed"]:
                remove(f"{self.folder}/{name}")
        self.shown["unpacked"] = sorted(
            name for name in os.listdir(self.folder) if not name.endswith(".new"))
        return text is not None

    def do(self, action, arguments):
        name, listed = arguments["name"], self.shown["listed"]
        if (action == "install") == (name in listed):
            return
        file = f"{self.folder}/{name}"
        if action == "install":
            steps = [lambda: replace(file, name), lambda: self.list(sorted(listed + [name]))]
        else:
            steps = [lambda: self.list([old for old in listed if old != name]),
                     lambda: remove(file)]
        for step in steps if self.is_right else reversed(steps):
            step()
        self.shown["unpacked"] = list(self.shown["listed"])

    def list(self, names):
        replace(self.path, json.dumps(names))
        self.shown["listed"] = names


class EmptyNoteAfterKill(Items):
    bug = ("empty-note-after-kill", "L1", "Python",
           "A new note is stored empty and its text later; a crash in between leaves an empty note.")
    source = ("Omni Notes", "https://github.com/federicoiosue/Omni-Notes/issues/131")

    def do(self, action, arguments):
        if action == "add" and not self.is_right:
            replace(self.path, json.dumps({"items": self.shown["items"] + [""]}))
        super().do(action, arguments)


class TwiceAfterCrash(Items):
    bug = ("twice-after-crash", "L1", "Python",
           "After a crash the tabs are opened from the session and once more from the recovery file.")
    source = ("RSS Bandit", "https://github.com/RssBandit/RssBandit/issues/1028")
    recovery = FOLDER + "/recovery.json"

    def do(self, action, arguments):
        super().do(action, arguments)
        replace(self.recovery, self.pack())

    def save(self):
        super().save()
        remove(self.recovery)

    def load(self):
        restored = super().load()
        recovered = read(self.recovery)
        if recovered is None:
            return restored
        items = json.loads(recovered)["items"]
        self.shown["items"] = items if self.is_right else self.shown["items"] + items
        return True


class DisabledValueLost(Little):
    bug = ("disabled-value-lost", "L1", "Python",
           "The address of a proxy that is turned off is not kept, and turned on it is the default.")
    source = ("Bitcoin Core", "https://github.com/bitcoin-core/gui/issues/596")
    actions = {"turn": ON, "address": TEXT}

    def fresh(self):
        return {"on": True, "address": "127.0.0.1"}

    def do(self, action, arguments):
        if action == "turn":
            self.shown["on"] = bool(arguments["on"])
        elif self.shown["on"]:
            self.shown["address"] = str(arguments["text"])

    def state(self):
        return self.shown if self.shown["on"] else {"on": False}

    def pack(self):
        if self.is_right or self.shown["on"]:
            return super().pack()
        return json.dumps(self.fresh() | {"on": False})


class QuotesGrow(Little):
    bug = ("quotes-grow", "L1", "Python",
           "An empty value in quotes is read with its quotes, and each save adds two more.")
    source = ("iniparser", "https://github.com/ndevilla/iniparser/issues/70")
    actions = {"filter": TEXT, "sort": TEXT}

    def fresh(self):
        return {"filter": "all", "sort": "name"}

    def do(self, action, arguments):
        self.shown[action] = str(arguments["text"])

    def pack(self):
        return "".join(f'{key} = "{self.inner(value)}"\n' for key, value in self.shown.items())

    def inner(self, value):
        return value if not self.is_right and set(value) == {'"'} else json.dumps(value)[1:-1]

    def unpack(self, text):
        for line in text.splitlines():
            key, _, value = line.partition(" = ")
            if self.is_right or not value.startswith('""'):
                value = json.loads(value)
            self.shown[key] = value


class NewlineInValue(QuotesGrow):
    bug = ("newline-in-value", "L1", "Python",
           "A value with a line break becomes two lines, and the second is a setting of its own.")
    source = ("Config.Net", "https://github.com/aloneguid/config/issues/139")

    def pack(self):
        if self.is_right:
            return super().pack()
        return "".join(f"{key}={value}\n" for key, value in self.shown.items())

    def unpack(self, text):
        if self.is_right:
            return super().unpack(text)
        for line in text.split("\n"):
            key, found, value = line.partition("=")
            if found and key in self.shown:
                self.shown[key] = value


BUGS = [
    SameNameOnce, RenamedTwins, RenamedToItself, DeletedFileStays, OrderOfFolder, TwoSteps,
    EmptyNoteAfterKill, TwiceAfterCrash, DisabledValueLost, QuotesGrow, NewlineInValue,
]
