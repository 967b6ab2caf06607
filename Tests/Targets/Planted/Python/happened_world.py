"""What changed between two launches: the time, the place, the language, the version."""
import os, time

import quick_json as json
from app import make_folder, read, remove, replace
from little import FOLDER, NOTHING, TEXT, Desk, Items, Little

DAY = {
    "type": "object", "required": ["day"],
    "properties": {"day": {"type": "integer", "minimum": 2, "maximum": 27}},
}
VOLUME = {
    "type": "object", "required": ["volume"],
    "properties": {"volume": {"enum": [0.25, 0.5, 1.5, 2.75]}},
}


class DateByZone(Little):
    bug = ("date-by-zone", "W7", "Python",
           "A day is kept as its midnight, and further west the entry is one of the day before.")
    source = ("Easy Diary", "https://github.com/hanjoongcho/aaf-easydiary/issues/214")
    actions = {"note": DAY}

    def fresh(self):
        return {"days": []}

    def do(self, action, arguments):
        self.shown["days"].append(int(arguments["day"]))

    def pack(self):
        if self.is_right:
            return super().pack()
        return json.dumps([time.mktime((2024, 3, day, 0, 0, 0, 0, 0, -1))
                           for day in self.shown["days"]])

    def unpack(self, text):
        if self.is_right:
            return super().unpack(text)
        self.shown["days"] = [time.localtime(moment).tm_mday for moment in json.loads(text)]


class DayOfMoment(Little):
    bug = ("day-of-moment", "W6", "Python",
           "A day without a time is kept as its midnight, and further west it is shown as the day before.")
    source = ("finance-tracker", "https://github.com/Bone008/finance-tracker/issues/257")
    actions = {"spend": DAY, "limit": VOLUME}

    def fresh(self):
        return {"days": [], "limit": 0.25}

    def kept(self, day):
        return f"2022-03-{day:02}" if self.is_right else time.mktime((2022, 3, day, 0, 0, 0, 0, 0, -1))

    def state(self):
        days = self.shown["days"]
        if not self.is_right:
            days = [time.strftime("%Y-%m-%d", time.localtime(day)) for day in days]
        return {**self.shown, "days": days}

    def do(self, action, arguments):
        if action == "spend":
            self.shown["days"].append(self.kept(int(arguments["day"])))
        else:
            self.shown["limit"] = arguments["volume"]


class NewestOfTwo(Desk):
    """Two files that are written in turn, each with a stamp: the higher one counts."""

    def files(self):
        texts = [read(f"{self.path}.{turn}") for turn in (0, 1)]
        return [json.loads(text) if text else {"stamp": -1} for text in texts]

    def newest(self):
        files = self.files()
        return max((0, 1), key=lambda turn: files[turn]["stamp"])

    def save(self):
        turn = 1 - self.newest()
        stamp = self.files()[1 - turn]["stamp"] + 1 if self.is_right else self.stamp()
        replace(f"{self.path}.{turn}", json.dumps({"stamp": stamp, "shown": self.shown}))

    def load(self):
        file = self.files()[self.newest()]
        if file["stamp"] < 0:
            return False
        self.shown = file["shown"]
        return True


class StampedInLocalTime(NewestOfTwo):
    bug = ("stamped-in-local-time", "W7", "Python",
           "Saves are stamped with the local time, and after a flight west the older one is the newest.")
    source = ("Nextly", "https://github.com/nextlyhq/nextly/pull/932")

    def stamp(self):
        return time.time() + time.localtime().tm_gmtoff


class NewestByClock(NewestOfTwo):
    bug = ("newest-by-clock", "W7", "Python",
           "The newest save is the one with the highest time, also when the clock was set back.")
    source = ("TermStory", "https://github.com/bitflicker64/Termstory/pull/441")

    def stamp(self):
        return time.time()


class StalledByClock(Desk):
    bug = ("stalled-by-clock", "W7", "Python",
           "An autosave waits until some time after the last one, which a clock set back has ahead of it.")
    source = ("Lattice", "https://github.com/plausibleventures/lattice/issues/46")

    def begin(self):
        self.saved = 0

    def pack(self):
        self.saved = time.time()
        return json.dumps({"saved": self.saved, "shown": self.shown})

    def unpack(self, text):
        kept = json.loads(text)
        self.saved, self.shown = kept["saved"], kept["shown"]

    def save(self):
        if self.is_right or time.time() >= self.saved:
            super().save()


class DecimalComma(Little):
    bug = ("decimal-comma", "W7", "Python",
           "Numbers are written and read as the language has them, and another one stops at the point.")
    source = ("labwc", "https://github.com/labwc/labwc/issues/1665")
    actions = {"set": VOLUME}

    def fresh(self):
        return {"volume": 1.0}

    def do(self, action, arguments):
        self.shown["volume"] = float(arguments["volume"])

    def point(self):
        language = next((os.environ[name] for name in ("LC_ALL", "LC_NUMERIC", "LANG")
                         if os.environ.get(name)), "C")
        return "," if not self.is_right and language[:2] in ("de", "fr", "nl", "es") else "."

    def pack(self):
        return str(self.shown["volume"]).replace(".", self.point())

    def unpack(self, text):
        whole, _, rest = text.partition(self.point())
        digits = "".join(letter for letter in whole.split(",")[0].split(".")[0])
        self.shown["volume"] = float(f"{digits}.{rest or 0}")


class LockOfAnotherHost(Desk):
    bug = ("lock-of-another-host", "W7", "Python",
           "The lock names the computer, and once that has another name the app does not start.")
    source = ("FullPageOS", "https://github.com/guysoft/FullPageOS/issues/508")
    lock = FOLDER + "/lock"

    def begin(self):
        host = os.uname().nodename
        held = read(self.lock)
        if not self.is_right and held not in (None, host):
            raise SystemExit(f"in use on another computer, {held}")
        replace(self.lock, host)

    def close(self):
        super().close()
        remove(self.lock)


class LockOfAnotherProcess(Desk):
    bug = ("lock-of-another-process", "W7", "Python",
           "The lock names a process, and another one that has its number now keeps the app out.")
    source = ("Stellar Core", "https://github.com/stellar/stellar-core/issues/883")
    lock = FOLDER + "/lock"

    def begin(self):
        held = read(self.lock)
        if not self.is_right and held and os.path.exists(f"/proc/{held.strip()}"):
            raise SystemExit(f"process {held} is running already")
        replace(self.lock, str(os.getpid()))

    def close(self):
        super().close()
        remove(self.lock)


class PathOfHome(Desk):
    bug = ("path-of-home", "W2", "Python",
           "The configuration has the whole path of the user's folder, which has another name now.")
    source = ("Airshipper", "https://github.com/veloren/airshipper/issues/138")
    config = FOLDER + "/config"

    def folder(self):
        if self.is_right:
            return FOLDER
        if read(self.config) is None:
            replace(self.config, os.path.abspath(FOLDER))
        return read(self.config)

    def begin(self):
        self.path = self.folder() + "/state.json"

    def save(self):
        if os.path.isdir(os.path.dirname(self.path)):
            super().save()


class OldDropsNew(Desk):
    bug = ("old-drops-new", "W2", "Python",
           "The old version writes the settings that it knows, and those of the new one are gone.")
    source = ("OpenRCT2", "https://github.com/OpenRCT2/OpenRCT2/issues/7724")

    def begin(self):
        self.unknown = {}

    def do(self, action, arguments):
        super().do(action, arguments)
        if self.build > 1:
            self.shown["floor"] = len(self.shown["text"])

    def unpack(self, text):
        super().unpack(text)
        if self.build == 1 and "floor" in self.shown:
            self.unknown = {"floor": self.shown.pop("floor")} if self.is_right else {}
            self.shown.pop("floor", None)

    def pack(self):
        return json.dumps(self.shown | self.unknown)


class WipedForUpgrade(Desk):
    bug = ("wiped-for-upgrade", "W2", "Python",
           "An upgrade removes the storage, and then writes it again as the new version has it.")
    source = ("Bonjourr", "https://github.com/victrme/Bonjourr/issues/523")

    def pack(self):
        return json.dumps({"build": self.build, "shown": self.shown})

    def unpack(self, text):
        kept = json.loads(text)
        self.shown = kept["shown"]
        if kept["build"] < self.build:
            if not self.is_right:
                remove(self.path)
            replace(self.path, self.pack())


class KeyOfNewVersion(Desk):
    bug = ("key-of-new-version", "W2", "Python",
           "The new version reads a key that no older one has written, and starts at the default.")
    source = ("Lichess", "https://github.com/lichess-org/mobile/issues/1262")

    def name(self):
        return "height" if self.build == 1 else "heightOfWindow"

    def pack(self):
        kept = dict(self.shown)
        kept[self.name()] = kept.pop("height")
        return json.dumps(kept)

    def unpack(self, text):
        kept = json.loads(text)
        found = kept.pop(self.name(), None)
        old = [kept.pop(name, None) for name in ("height", "heightOfWindow")]
        if found is None and self.is_right:
            found = next((value for value in old if value is not None), None)
        self.shown = kept | {"height": 600 if found is None else found}


class FolderOfVersion(Desk):
    bug = ("folder-of-version", "W2", "Python",
           "Each version has a folder of its own, and nobody brings the old one's content there.")
    source = ("Nekobox", "https://github.com/qr243vbi/nekobox/issues/39")

    def begin(self):
        self.path = f"{FOLDER}/{self.build}/state.json"
        make_folder(os.path.dirname(self.path))

    def load(self):
        builds = sorted((int(name) for name in os.listdir(FOLDER)), reverse=True)
        for build in builds if self.is_right else [self.build]:
            text = read(f"{FOLDER}/{build}/state.json")
            if text is not None:
                self.unpack(text)
                return True
        return False


class UpdateClearsSettings(Desk):
    bug = ("update-clears-settings", "W2", "Python",
           "An update throws away the settings of the older version, and starts with the defaults.")
    source = ("KC3Kai", "https://github.com/KC3Kai/KC3Kai/issues/697")

    def pack(self):
        return json.dumps({"version": self.build, "settings": self.shown})

    def unpack(self, text):
        saved = json.loads(text)
        if self.is_right or saved["version"] == self.build:
            self.shown = saved["settings"]
        else:
            self.save()


class PlannedTwice(Desk):
    bug = ("planned-twice", "W2", "Python",
           "An update plans anew what is planned, and each plan is then carried out twice.")
    source = ("Financisto", "https://github.com/dsolonenko/financisto/issues/33")
    actions = {"plan": TEXT, "cancel": NOTHING, "day": NOTHING}

    def fresh(self):
        return {"day": 0, "plans": [], "done": []}

    def __init__(self, is_right, build):
        super().__init__(is_right, build)
        self.alarms = []

    def do(self, action, arguments):
        book = {**self.shown, "plans": list(self.shown["plans"]), "done": list(self.shown["done"])}
        alarms = list(self.alarms)
        if action == "plan":
            alarms.append(len(book["plans"]))
            book["plans"].append(str(arguments["text"]))
        elif action == "cancel":
            if book["plans"]:
                book["plans"].pop()
                alarms = [plan for plan in alarms if plan < len(book["plans"])]
        else:
            book["day"] += 1
            book["done"] += [book["plans"][plan] for plan in alarms]
        before = self.shown, self.alarms
        self.shown, self.alarms = book, alarms
        try:
            self.save()
        except OSError:
            self.shown, self.alarms = before
            raise

    def pack(self):
        return json.dumps({"book": self.shown, "alarms": self.alarms, "build": self.build})

    def unpack(self, text):
        saved = json.loads(text)
        self.shown, self.alarms = saved["book"], saved["alarms"]
        if saved["build"] != self.build:
            every = list(range(len(self.shown["plans"])))
            self.alarms = every if self.is_right else self.alarms + every


BUGS = [
    DateByZone, DayOfMoment, StampedInLocalTime, NewestByClock, StalledByClock, DecimalComma,
    LockOfAnotherHost, LockOfAnotherProcess, PathOfHome, OldDropsNew, WipedForUpgrade,
    KeyOfNewVersion, FolderOfVersion, UpdateClearsSettings, PlannedTwice,
]
