"""How files went wrong: migrations, formats, backups, caches, and what counted as changed."""
import os

import quick_json as json
from app import Damaged, read, replace, seal, unseal
from happened_some import Sealed
from little import FOLDER, HEIGHT, NOTHING, NUMBER, TEXT, Desk, Items, Little


class MigrationAfterAFreshInstall(Sealed, Items):
    bug = ("migration-after-a-fresh-install", "L1", "Python",
           "A fresh install counts as not migrated, so the second launch migrates and wipes the list.")
    source = ("Mockoon", "https://github.com/mockoon/mockoon/issues/217")

    def fresh(self):
        return {"lastMigration": 1 if self.is_right else 0, "items": []}

    def unpack(self, text):
        super().unpack(text)
        if self.shown["lastMigration"] < 1:  # They were called environments before.
            self.shown["items"] = self.shown.pop("environments", [])
            self.shown["lastMigration"] = 1

    def state(self):
        return {"items": self.shown["items"]}


class SecondsInScientificNotation(Sealed):
    bug = ("seconds-in-scientific-notation", "L1", "Python",
           "Whole numbers are written with six digits and an exponent, so larger ones come back rounded.")
    source = ("Openplanet", "https://github.com/openplanet-nl/issues/issues/283")
    actions = {"pass": NUMBER, "lap": NOTHING}

    def fresh(self):
        return {"seconds": 0, "laps": []}

    def do(self, action, arguments):
        if action == "lap":
            self.shown["laps"] = [*self.shown["laps"], self.shown["seconds"]][-20:]
        else:
            passed = self.shown["seconds"] + int(arguments["number"])
            self.shown["seconds"] = max(-2**63, min(2**63 - 1, passed))

    def pack(self):
        form = "%d" if self.is_right else "%g"
        return seal([form % number for number in (self.shown["seconds"], *self.shown["laps"])])

    def unpack(self, text):
        numbers = [int(word if self.is_right else float(word)) for word in unseal(text)]
        self.shown = {"seconds": numbers[0], "laps": numbers[1:]}


class ValueCutAtItsNewline(Desk):
    bug = ("value-cut-at-its-newline", "L1", "Python",
           "Settings are lines of name=value, and of a text with newlines only the first line returns.")
    source = ("iotsa", "https://github.com/cwi-dis/iotsa/issues/197")
    path = FOLDER + "/settings.cfg"

    def do(self, action, arguments):
        super().do(action, arguments)
        self.shown["text"] = self.shown["text"].encode("utf-8", "replace").decode()

    def pack(self):
        text = self.shown["text"]
        if self.is_right:
            text = text.replace("\\", "\\\\").replace("\n", "\\n")
        return f"height={self.shown['height']}\ndark={self.shown['dark']:d}\ntext={text}\n"

    def unpack(self, text):
        values = {}
        for line in text.split("\n"):
            name, _, value = line.partition("=")
            values.setdefault(name, value)
        text = values["text"]
        if self.is_right:
            text = "\\".join(part.replace("\\n", "\n") for part in text.split("\\\\"))
        self.shown = {"text": text, "height": int(values["height"]), "dark": values["dark"] == "1"}


class BackupOnlyForAMissingFile(Sealed, Desk):
    bug = ("backup-only-for-a-missing-file", "L1", "Python",
           "A damaged file is a fresh start though a good backup is there, and a save then replaces it.")
    source = (
        "Vintage Story", "https://github.com/anegostudios/VintageStory-Issues/issues/9776")

    def save(self):
        if self.is_right:
            super().save()
            return replace(self.path + ".bkp", self.pack())
        if os.path.exists(self.path):
            os.replace(self.path, self.path + ".bkp")
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(self.pack())

    def load(self):
        for path in self.path, self.path + ".bkp":
            try:
                text = read(path)
                if text is not None:
                    self.unpack(text)
                    return True
            except (Damaged, ValueError):
                if not self.is_right:
                    return False
        return False


class UndoneIsClean(Sealed):
    bug = ("undone-is-clean", "L1", "Python",
           "Undoing the text to the saved one says clean, so a changed grid beside it is not saved.")
    source = ("Fritzing", "https://github.com/fritzing/fritzing-app/issues/2024")
    actions = {"write": TEXT, "undo": NOTHING, "grid": HEIGHT}
    is_dirty = True

    def fresh(self):
        self.clean = ["", []]
        return {"text": "", "grid": 600, "undo": []}

    def do(self, action, arguments):
        shown, self.is_dirty = self.shown, True
        if action == "grid":
            shown["grid"] = int(arguments["height"])
        elif action == "write":
            shown["undo"] = [*shown["undo"], shown["text"]][-50:]
            shown["text"] = str(arguments["text"])
        else:
            if shown["undo"]:
                shown["text"] = shown["undo"].pop()
            if not self.is_right:
                self.is_dirty = [shown["text"], shown["undo"]] != self.clean

    def save(self):
        if self.is_dirty:
            super().save()
            self.clean, self.is_dirty = [self.shown["text"], self.shown["undo"][:]], False

    def unpack(self, text):
        super().unpack(text)
        self.clean, self.is_dirty = [self.shown["text"], self.shown["undo"][:]], False

    def state(self):
        return {"text": self.shown["text"], "grid": self.shown["grid"]}


class StaleCacheSeedsAgain(Sealed, Desk):
    bug = ("stale-cache-seeds-again", "L1", "Python",
           "If only the switch was changed, settings count as untouched and an old cache replaces them.")
    source = ("Memry", "https://github.com/memrynote/memry/pull/2054")
    path, cache = FOLDER + "/config.json", FOLDER + "/cache.json"

    def load(self):
        is_there = super().load()
        is_touched = is_there
        if not self.is_right:  # It does not ask for all of them.
            is_touched = self.shown["text"] != "" or self.shown["height"] != 600
        try:
            if not is_touched and (cached := read(self.cache)) is not None:
                self.unpack(cached)
        except (Damaged, ValueError):
            pass
        try:
            replace(self.cache, self.pack())
        except OSError:
            pass  # It is a cache only.
        return is_there


LEVEL = {
    "type": "object", "required": ["level"],
    "properties": {"level": {"type": "integer", "minimum": 0, "maximum": 2}},
}


class NewerMaps(Little):
    bug = ("newer-maps", "D14", "Python",
           "A level that is left is stored, and the place only at the end: a crash takes what was found.")
    source = ("HamSandwich", "https://github.com/SpaceManiac/HamSandwich/issues/13")
    actions = {"go": LEVEL, "take": NOTHING}
    levels = ["lamp", "rope"], ["shovel", "sword"], ["coin", "map"]

    def fresh(self):
        return {"level": 0, "bag": [], "maps": [list(things) for things in self.levels]}

    def state(self):
        level = self.shown["level"]
        return {"level": level, "bag": self.shown["bag"], "here": self.shown["maps"][level]}

    def store_level(self):
        level = self.shown["level"]
        stored = {"bag": self.shown["bag"], "map": self.shown["maps"][level]}
        replace(f"{FOLDER}/level.{level}", json.dumps(stored))

    def save(self):
        if self.is_right:
            return super().save()
        replace(FOLDER + "/place", json.dumps(self.shown["level"]))
        self.store_level()

    def load(self):
        if self.is_right:
            return super().load()
        place = read(FOLDER + "/place")
        stored = [read(f"{FOLDER}/level.{level}") for level in range(3)]
        self.shown["level"] = json.loads(place) if place else 0
        for level, text in enumerate(stored):
            if text is None:
                continue
            self.shown["maps"][level] = json.loads(text)["map"]
            if level == self.shown["level"]:
                self.shown["bag"] = json.loads(text)["bag"]
        return place is not None

    def do(self, action, arguments):
        shown = self.shown
        if action == "take":
            if here := shown["maps"][shown["level"]]:
                shown["bag"].append(here.pop(0))
            return
        if not self.is_right:
            self.store_level()
        shown["level"] = int(arguments["level"]) % 3


BUGS = [
    MigrationAfterAFreshInstall, SecondsInScientificNotation, ValueCutAtItsNewline,
    BackupOnlyForAMissingFile, UndoneIsClean, StaleCacheSeedsAgain, NewerMaps,
]
