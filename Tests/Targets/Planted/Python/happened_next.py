"""What only that shows which comes next: an entry behind a torn one, a log behind its snapshot, an old copy, a
change of the language, a save of what could not be opened, a word that it is stored."""
import os

import quick_json as json
from app import Damaged, read, remove, replace, seal, sync_folder, unseal
from little import FOLDER, NOTHING, NUMBER, ON, TEXT, Little

WHOLE = {"type": "integer", "minimum": -1000, "maximum": 1000}


def form(**properties):
    return {"type": "object", "properties": properties, "required": list(properties)}


def one_of(*words):
    return {"type": "string", "enum": list(words)}


def records(path):
    """Those of a log that are whole."""
    found = []
    for line in (read(path) or "").split("\n"):
        try:
            found.append(unseal(line))
        except Damaged:
            pass
    return found


def end_line(path):
    """So that what was cut off takes nothing along that comes behind it."""
    log = read(path)
    if log and not log.endswith("\n"):
        append(path, "\n")


def append(path, text):
    with open(path, "a", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


class AppendedToTorn(Little):
    bug = ("appended-to-torn", "S13", "Python",
           "After a death between an entry and its end of line, the next entry is lost with it.")
    source = ("deja-vu", "https://github.com/vshulcz/deja-vu/issues/1901")
    actions = {"recall": TEXT, "search": TEXT, "reset": NOTHING}
    path = FOLDER + "/usage.jsonl"

    def begin(self):
        if read(self.path) is None:
            replace(self.path, "")

    def load(self):
        return bool(records(self.path))

    def state(self):
        events = records(self.path)
        return {"recalls": sum(verb == "recall" for verb, _ in events),
                "queries": [query for _, query in events]}

    def do(self, action, arguments):
        if action == "reset":
            return replace(self.path, "")
        if self.is_right:
            end_line(self.path)
        append(self.path, seal([action, str(arguments["text"])]))
        append(self.path, "\n")

    def save(self):
        """Each event is on the disk already."""


class AppliedTwice(Little):
    bug = ("applied-twice", "S13", "Python",
           "A death between the snapshot and the roll of the journal has the journal applied to it again.")
    source = ("Rayforce", "https://github.com/RayforceDB/rayforce/issues/420")
    actions = {"assign": form(name=one_of("x", "y"), value=WHOLE),
               "increase": form(name=one_of("x", "y"), value=WHOLE), "insert": TEXT}
    path, log = FOLDER + "/snapshot", FOLDER + "/journal"
    last = 0

    def fresh(self):
        return {"x": 0, "y": 0, "rows": []}

    def apply(self, action, arguments):
        if action == "insert":
            self.shown["rows"].append(str(arguments["text"]))
        elif action == "assign":
            self.shown[arguments["name"]] = int(arguments["value"])
        else:
            self.shown[arguments["name"]] += int(arguments["value"])

    def load(self):
        text = read(self.path)
        if text is not None:
            self.shown, self.last = unseal(text)
        journal = records(self.log)
        for number, action, arguments in journal:
            if not self.is_right or number > self.last:
                self.apply(action, arguments)
            self.last = max(self.last, number)
        return text is not None or bool(journal)

    def do(self, action, arguments):
        self.apply(action, arguments)
        self.last += 1
        end_line(self.log)
        append(self.log, seal([self.last, action, arguments]) + "\n")
        sync_folder(FOLDER)

    def save(self):
        replace(self.path, seal([self.shown, self.last]))
        remove(self.log)


class OldCopyOpened(Little):
    bug = ("old-copy-opened", "L1", "Python",
           "What was saved by itself before a save is opened in its place, however old it is.")
    source = ("MuseScore", "https://github.com/musescore/MuseScore/issues/18100")
    actions = {"add": form(pitch={"type": "integer", "minimum": 0, "maximum": 127}),
               "remove": NUMBER, "title": TEXT, "save": NOTHING}
    path, copy = FOLDER + "/score", FOLDER + "/score.autosave"
    revision, is_edited = 0, False

    def fresh(self):
        return {"title": "Untitled", "notes": []}

    def do(self, action, arguments):
        if action == "save":
            return self.write(self.path)
        if action == "title":
            self.shown["title"] = str(arguments["text"])
        elif action == "add":
            self.shown["notes"].append(int(arguments["pitch"]))
        elif self.shown["notes"]:
            del self.shown["notes"][int(arguments["number"]) % len(self.shown["notes"])]
        self.revision, self.is_edited = self.revision + 1, True

    def write(self, path):
        replace(path, json.dumps([self.revision, self.shown]))
        if path == self.path:
            self.is_edited = False

    def save(self):
        if self.is_edited:
            self.write(self.copy)

    def close(self):
        if self.is_edited:
            self.write(self.path)
        remove(self.copy)

    def load(self):
        score, copy = (json.loads(read(path) or "null") for path in (self.path, self.copy))
        is_old = self.is_right and copy and score and score[0] >= copy[0]
        self.is_edited = bool(copy) and not is_old
        kept = copy if self.is_edited else score
        if kept:
            self.revision, self.shown = kept
        return bool(kept)


class IconsOfLanguage(Little):
    bug = ("icons-of-language", "W6", "Python",
           "The icons that were chosen lie in a cache for one language, and are gone in another one.")
    source = ("PixelLauncherMods", "https://github.com/KieronQuinn/PixelLauncherMods/issues/162")
    APPS = "camera", "clock", "mail"
    actions = {"set_icon": form(app=one_of(*APPS), icon=one_of("stock", "round", "plain")),
               "hide": form(app=one_of(*APPS)), "theme": ON, "reset": NOTHING}

    def fresh(self):
        return {"icons": dict.fromkeys(self.APPS, "stock"), "hidden": [], "dark": False}

    def language(self):
        return os.environ.get("LC_ALL") or os.environ.get("LANG") or "C"

    def do(self, action, arguments):
        if action == "set_icon":
            self.shown["icons"][arguments["app"]] = arguments["icon"]
        elif action == "theme":
            self.shown["dark"] = bool(arguments["on"])
        elif action == "reset":
            self.shown["icons"] = self.fresh()["icons"]
        elif arguments["app"] in self.shown["hidden"]:
            self.shown["hidden"].remove(arguments["app"])
        else:
            self.shown["hidden"].append(arguments["app"])

    def pack(self):
        return json.dumps([self.language(), self.shown])

    def unpack(self, text):
        language, self.shown = json.loads(text)
        if not self.is_right and language != self.language():
            self.shown["icons"] = self.fresh()["icons"]


class OpenedOnFullDisk(Little):
    bug = ("opened-on-full-disk", "S16", "Python",
           "A full disk has a project opened without its sounds, and the next save stores it so.")
    source = ("LMMS", "https://github.com/LMMS/lmms/issues/1163")
    actions = {"add": NOTHING, "patch": form(track=WHOLE, sound=one_of("pad", "lead", "bass")),
               "tempo": form(beats={"type": "integer", "minimum": 20, "maximum": 300})}
    handed = FOLDER + "/handed-to-synthesizer"

    def fresh(self):
        return {"tempo": 120, "tracks": []}

    def do(self, action, arguments):
        tracks = self.shown["tracks"]
        if action == "add":
            tracks.append("sine")
        elif action == "tempo":
            self.shown["tempo"] = int(arguments["beats"])
        elif tracks:
            tracks[int(arguments["track"]) % len(tracks)] = arguments["sound"]

    def unpack(self, text):
        self.shown = json.loads(text)
        for index, sound in enumerate(self.shown["tracks"]):
            try:
                replace(self.handed, sound)
                remove(self.handed)
            except OSError:
                if not self.is_right:
                    self.shown["tracks"][index] = "sine"


class SaidDoneWhenFull(Little):
    bug = ("said-done-when-full", "S16", "Python",
           "A full disk keeps a sync from being stored, and the client hears that it is done.")
    source = ("Taskserver", "https://github.com/GothenburgBitFactory/taskserver/issues/53")
    actions = {"sync": TEXT, "drop": NUMBER}
    path = FOLDER + "/tx.data"

    def fresh(self):
        return {"tasks": []}

    def do(self, action, arguments):
        tasks = self.shown["tasks"]
        if action == "sync":
            tasks.append(str(arguments["text"]))
        elif tasks:
            del tasks[int(arguments["number"]) % len(tasks)]
        try:
            replace(self.path, self.pack())
        except OSError:
            if self.is_right:
                raise

    def save(self):
        """Each sync is on the disk already."""


BUGS = [AppendedToTorn, AppliedTwice, OldCopyOpened, IconsOfLanguage, OpenedOnFullDisk,
        SaidDoneWhenFull]
