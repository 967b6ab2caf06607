"""What comes again: the same action, a value that was there before, another region, a crash."""
import fcntl, os, time
from _signal import SIG_DFL, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, signal

from app import Damaged, make_folder, read, remove, replace, seal, unseal
from happened_some import Sealed
from little import FOLDER, Items, NOTHING, NUMBER, TEXT


class LockOfPackage(Sealed):
    bug = ("lock-of-each-package", "S13", "Python",
           "An installation that is interrupted leaves its package's lock, and the next one waits.")
    source = ("npm", "https://github.com/npm/npm/issues/4198")
    actions = {"install": TEXT, "remove": NUMBER}
    locks = FOLDER + "/locks"

    def fresh(self):
        return {"installed": []}

    def begin(self):
        make_folder(self.locks)

    def save(self):
        pass  # Each action has.

    def do(self, action, arguments):
        installed = self.shown["installed"]
        if action == "remove":
            gone = int(arguments["number"]) % len(installed) if installed else 0
            return self.keep(installed[:gone] + installed[gone + 1:])
        name = str(arguments["text"])
        path = f"{self.locks}/{name.encode().hex()[:200]}"
        if self.is_right:  # The kernel lets go of it when the process ends.
            with open(path, "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return self.keep(installed + [name])
        self.lock(path)
        try:
            self.keep(installed + [name])
        finally:
            os.unlink(path)

    def lock(self, path):
        while True:
            try:
                return os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                if time.time() - os.stat(path).st_ctime > 60:
                    os.unlink(path)
                time.sleep(0.05)

    def keep(self, installed):
        replace(self.path, seal({"installed": installed}))
        self.shown = {"installed": installed}


class IndexBricks(Sealed):
    bug = ("index-that-could-be-made-anew", "R7", "Python",
           "A damaged index ends every start, though it could be made from the entries.")
    source = ("kache", "https://github.com/kunobi-ninja/kache/issues/415")
    actions = {"compile": TEXT}
    folder = FOLDER + "/entries"

    def fresh(self):
        return {"entries": []}

    def do(self, action, arguments):
        text = str(arguments["text"])
        replace(f"{self.folder}/{len(self.shown['entries'])}", seal(text))
        self.shown = {"entries": self.shown["entries"] + [text]}
        super().save()

    def save(self):
        pass

    def load_or_put_aside(self):
        make_folder(self.folder)
        text = read(self.path)
        try:
            if text is not None:
                self.unpack(text)
            return text is not None
        except (Damaged, ValueError):
            if not self.is_right:
                raise
        os.rename(self.path, self.path + ".damaged")
        entries = []
        for name in sorted(os.listdir(self.folder), key=lambda name: int(name.split(".")[0])):
            try:
                entries.append(unseal(read(f"{self.folder}/{name}")))
            except (Damaged, ValueError):
                pass
        self.shown, self.reason = {"entries": entries}, "damaged"
        super().save()
        return bool(entries)


class CrashCleansUp(Sealed):
    bug = ("crash-cleans-up", "D14", "Python",
           "What reports a crash ends by the ordinary exit, which removes what was saved by itself.")
    source = ("DAX Studio", "https://github.com/DaxStudio/DaxStudio/issues/376")
    actions = {"write": TEXT}
    saves_each_action = True
    kept = FOLDER + "/queries"

    def fresh(self):
        return {"queries": []}

    def do(self, action, arguments):
        self.shown = {"queries": self.shown["queries"] + [str(arguments["text"])]}

    def load(self):
        if super().load():
            return True
        text = read(self.kept)
        if text is not None:
            self.unpack(text)
        return text is not None

    def close(self):
        replace(self.kept, self.pack())
        remove(self.path)

    def crash(self, number, frame):
        if not self.is_right:
            remove(self.path)
        signal(number, SIG_DFL)
        os.kill(os.getpid(), number)

    def listen(self):
        super().listen()
        for number in SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV:
            signal(number, self.crash)


class DefaultUnit(Sealed):
    bug = ("unit-gone-back-to", "L1", "Python",
           "Back at the first unit, the file names it and what is shown does not, up to a restart.")
    source = ("Zoo Design Studio", "https://github.com/KittyCAD/modeling-app/issues/13928")
    units = ["mm", "cm", "in", "yd"]
    actions = {
        "unit": {"type": "object", "required": ["unit"], "properties": {
            "unit": {"type": "string", "enum": units}}},
        "sketch": TEXT,
    }
    named = None

    def fresh(self):
        return {"unit": None, "lines": []}

    def do(self, action, arguments):
        if action == "sketch":
            self.shown = {**self.shown, "lines": self.shown["lines"] + [str(arguments["text"])]}
            return
        unit = str(arguments["unit"])
        if unit not in self.units:
            raise ValueError(f"there is no unit {unit}")
        if unit != (self.shown["unit"] or "mm"):
            self.shown = {**self.shown, "unit": unit}
            self.named = unit if self.is_right or unit != "mm" else None

    def unpack(self, text):
        super().unpack(text)
        self.named = self.shown["unit"]

    def state(self):
        head = f"settings(unit = {self.named})" if self.named else "settings()"
        return {"unit": self.shown["unit"] or "mm", "code": [head] + self.shown["lines"]}


class DateMask(Sealed):
    bug = ("date-mask-of-region", "W6", "Python",
           "Where the region's date has more than digits and single signs, its field opens empty.")
    source = ("GEDKeeper", "https://github.com/Serg-Norseman/GEDKeeper/issues/686")
    actions = {
        "name": TEXT,
        "born": {"type": "object", "required": ["year", "month", "day"], "properties": {
            "year": {"type": "integer", "minimum": 1000, "maximum": 2100},
            "month": {"type": "integer", "minimum": 1, "maximum": 12},
            "day": {"type": "integer", "minimum": 1, "maximum": 28}}},
    }
    patterns = {"de": "dd.MM.yy", "tr": "d.MM.y", "ja": "y/MM/dd", "hu": "y. MM. dd.", "ko": "yy. M. d."}

    def fresh(self):
        return {"name": "", "born": []}

    def do(self, action, arguments):
        if action == "name":
            self.shown = {**self.state(), "name": str(arguments["text"])}
        else:
            born = [int(arguments[part]) for part in ("year", "month", "day")]
            self.shown = {**self.shown, "born": born}

    def state(self):
        language = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "en")[:2]
        pattern = self.patterns.get(language, "M/d/yy")
        is_plain = " " not in pattern
        return {**self.shown, "born": self.shown["born"] if self.is_right or is_plain else []}


class PlayerApartFromWorld(Sealed):
    bug = ("player-apart-from-world", "D14", "Python",
           "The world is saved at once, what the player carries now and then: it is in neither or in both.")
    source = ("Longvinter",
              "https://github.com/Uuvana-Studios/longvinter-windows-client/issues/576")
    actions = {"buy": TEXT, "place": NOTHING, "pick up": NOTHING}
    world = FOLDER + "/world"

    def fresh(self):
        return {"carried": [], "world": []}

    def do(self, action, arguments):
        carried, world = self.shown["carried"], self.shown["world"]
        if action == "buy":
            carried = carried + [str(arguments["text"])]
        elif action == "place":
            carried, world = carried[:-1], world + carried[-1:]
        else:
            carried, world = carried + world[-1:], world[:-1]
        self.shown = {"carried": carried, "world": world}
        if self.is_right:
            self.save()
        else:
            replace(self.world, seal(world))

    def save(self):
        if self.is_right:
            return super().save()
        replace(self.path, seal(self.shown["carried"]))
        replace(self.world, seal(self.shown["world"]))

    def load(self):
        if self.is_right:
            return super().load()
        carried, world = read(self.path), read(self.world)
        self.shown = {
            "carried": unseal(carried) if carried is not None else [],
            "world": unseal(world) if world is not None else [],
        }
        return carried is not None or world is not None


class DownloadsInPlace(Sealed, Items):
    bug = ("downloads-in-place", "S13", "Python",
           "The list of downloads is emptied and written anew at each change, and a death finds it empty.")
    source = ("XDM", "https://github.com/subhra74/xdm/issues/402")
    path = FOLDER + "/downloads.txt"
    saves_each_action = True

    def save(self):
        if self.is_right:
            return super().save()
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(self.pack())


class ScaleOfNewVersion(Sealed):
    bug = ("scale-of-new-version", "W2", "Python",
           "A gain that was written in decibels is read by the next version as a place on its slider.")
    source = ("Final Cut Pro", "https://github.com/CommandPost/FCPCafe/issues/92")
    actions = {
        "preset": {"type": "object", "required": ["name", "gain"], "properties": {
            "name": {"type": "string"},
            "gain": {"type": "integer", "minimum": -96, "maximum": 24}}},
        "remove": NOTHING,
    }

    def fresh(self):
        return {"presets": []}

    def do(self, action, arguments):
        presets = self.shown["presets"]
        if action == "preset":
            presets = presets + [{"name": str(arguments["name"]), "gain": int(arguments["gain"])}]
        else:
            presets = presets[:-1]
        self.shown = {"presets": presets}

    def pack(self):
        return seal({"build": self.build, **self.shown})

    def unpack(self, text):
        kept = unseal(text)
        if kept.pop("build") < self.build and not self.is_right:
            for preset in kept["presets"]:
                preset["gain"] = round(-96 + max(preset["gain"], 0) * 120 / 1000, 1)
        self.shown = kept


BUGS = [
    LockOfPackage, IndexBricks, CrashCleansUp, DefaultUnit, DateMask, PlayerApartFromWorld,
    DownloadsInPlace, ScaleOfNewVersion,
]
