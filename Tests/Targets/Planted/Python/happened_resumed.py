"""What went on from another place than it was left at: songs, counters, games, and numbers read otherwise."""
import os
import time

import quick_json as json
from app import Damaged, read, replace, seal, unseal
from little import FOLDER, NOTHING, NUMBER, ON, TEXT, Little


class ShuffledSeek(Little):
    bug = ("shuffled-seek", "L1", "Python",
           "With shuffle on, the restored position of a song is dropped as soon as it is played.")
    source = ("Feishin", "https://github.com/jeffvli/feishin/issues/2202")
    actions = {"add": TEXT, "shuffle": ON, "next": NOTHING, "seek": NUMBER, "listen": NUMBER}
    armed = None  # The entry and the position where a restored session goes on.

    def fresh(self):
        return {"queue": [], "shuffled": None, "index": 0, "position": 0}

    def entry(self):
        shuffled, index = self.shown["shuffled"], self.shown["index"]
        return index if shuffled is None else shuffled[index]

    def load(self):
        if not super().load():
            return False
        if self.shown["queue"]:
            self.armed = self.entry(), self.shown["position"]
        return True

    def state(self):
        queue = self.shown["queue"]
        return {
            "queue": queue, "shuffle": self.shown["shuffled"] is not None,
            "song": queue[self.entry()] if queue else None, "position": self.shown["position"]}

    def do(self, action, arguments):
        shown = self.shown
        count = len(shown["queue"])
        if action == "add":
            shown["queue"].append(str(arguments["text"]))
            if shown["shuffled"] is not None:
                shown["shuffled"].append(count)
        elif action == "shuffle":
            entry = self.entry() if count else 0
            order = list(range(count - 1, -1, -1)) if arguments["on"] else None
            shown["shuffled"] = order
            shown["index"] = order.index(entry) if order else entry
        elif not count:
            return
        elif action == "next":
            shown["index"], shown["position"], self.armed = (shown["index"] + 1) % count, 0, None
        elif action == "seek":
            shown["position"], self.armed = int(arguments["number"]) % 3600, None
        else:
            if self.armed:
                entry = self.entry() if self.is_right else shown["index"]
                shown["position"] = self.armed[1] if entry == self.armed[0] else 0
                self.armed = None
            shown["position"] += int(arguments["number"]) % 600


class StartedOver(Little):
    bug = ("started-over", "S13", "Python",
           "A folder that was resumed and then interrupted by a sudden death starts from its beginning.")
    source = ("RPi-Jukebox-RFID", "https://github.com/MiczFlor/RPi-Jukebox-RFID/issues/1265")
    actions = {"swipe": NUMBER, "listen": NUMBER, "stop": NOTHING}
    path = FOLDER + "/lastplayed.json"
    TRACK, TRACKS = 180, 10

    def fresh(self):
        return {"folder": 0, "folders": [{"elapsed": 0, "status": "Stopped"} for _ in range(3)]}

    def current(self):
        return self.shown["folders"][self.shown["folder"]]

    def state(self):
        elapsed = self.current()["elapsed"]
        return {"folder": self.shown["folder"], "track": elapsed // self.TRACK + 1,
                "second": elapsed % self.TRACK}

    def save(self):
        """Where the music is; it then counts as stopped in order."""
        self.current()["status"] = "Stopped"
        super().save()

    def resume(self):
        """Goes on; that it was not stopped since is written down at once."""
        if self.is_right:
            return
        folder = self.current()
        if folder["status"] != "Stopped":
            folder["elapsed"] = 0
        folder["status"] = "Playing"
        try:
            replace(self.path, self.pack())
        except OSError:
            pass

    def load(self):
        if not super().load():
            return False
        self.resume()
        return True

    def do(self, action, arguments):
        if action == "swipe":
            self.current()["status"] = "Stopped"
            self.shown["folder"] = int(arguments["number"]) % 3
            self.resume()
            if self.is_right:
                self.save()
        elif action == "listen":
            folder = self.current()
            folder["elapsed"] += int(arguments["number"]) % 600
            if folder["elapsed"] >= self.TRACK * self.TRACKS:
                folder["elapsed"] = 0  # Played to its end.
        else:
            self.save()


class ChestAndCartridge(Little):
    bug = ("chest-and-cartridge", "S13", "Python",
           "Power that goes while a move into the chest is saved leaves no valid save on the cartridge.")
    source = ("pkmn-chest", "https://github.com/Universal-Team/pkmn-chest/issues/84")
    actions = {"catch": TEXT, "deposit": NUMBER, "withdraw": NUMBER}
    chest_path, cartridge_path = FOLDER + "/chest", FOLDER + "/cartridge.sav"

    def fresh(self):
        return {"box": [], "chest": []}

    def save(self):
        if self.is_right:
            return replace(self.path, seal(self.shown))
        replace(self.chest_path, json.dumps(self.shown["chest"]))
        with open(self.cartridge_path, "w", encoding="utf-8", newline="") as file:
            file.write(seal(self.shown["box"]))
            file.flush()
            os.fsync(file.fileno())

    def load(self):
        if self.is_right:
            text = read(self.path)
            if text is None:
                return False
            self.shown = unseal(text)
            return True
        chest, box = read(self.chest_path), read(self.cartridge_path)
        if chest is not None:
            self.shown["chest"] = json.loads(chest)
        try:
            self.shown["box"] = unseal(box)
        except (Damaged, ValueError):
            self.shown["box"] = []  # A new game.
        return chest is not None or box is not None

    def do(self, action, arguments):
        box, chest = self.shown["box"], self.shown["chest"]
        if action == "catch":
            return box.append(str(arguments["text"]))
        source, target = (box, chest) if action == "deposit" else (chest, box)
        if source:
            target.append(source.pop(int(arguments["number"]) % len(source)))


class CommaSettings(Little):
    bug = ("comma-settings", "W6", "Python",
           "Where numbers have a decimal comma, the intensities are saved with it and read as 0.")
    source = ("Gearboy", "https://github.com/drhelius/Gearboy/issues/191")
    actions = {"ghosting": NUMBER, "dotMatrix": NUMBER, "filter": ON}
    path = FOLDER + "/config.ini"
    KEYS = {"MixFramesIntensity": "ghosting", "MatrixIntensity": "dotMatrix"}
    COMMA = ("cs", "da", "de", "es", "fr", "it", "nl", "pl", "pt", "ru", "sv", "tr")

    def fresh(self):
        return {"ghosting": 0.6, "dotMatrix": 0.3, "filter": False}

    def number(self, value):
        text = f"{value:.6f}"
        environ = os.environ
        place = environ.get("LC_ALL") or environ.get("LC_NUMERIC") or environ.get("LANG") or "C"
        language = place.partition(".")[0].partition("_")[0].partition("-")[0].lower()
        return text.replace(".", ",") if not self.is_right and language in self.COMMA else text

    def pack(self):
        lines = ["[Video]", f"Bilinear = {'true' if self.shown['filter'] else 'false'}"]
        lines += [f"{key} = {self.number(self.shown[name])}" for key, name in self.KEYS.items()]
        return "\n".join(lines) + "\n"

    def unpack(self, text):
        for line in text.split("\n"):
            key, _, value = line.partition(" = ")
            if key == "Bilinear":
                self.shown["filter"] = value == "true"
            elif key in self.KEYS:
                try:
                    self.shown[self.KEYS[key]] = float(value)
                except ValueError:
                    self.shown[self.KEYS[key]] = 0.0

    def do(self, action, arguments):
        if action == "filter":
            self.shown["filter"] = bool(arguments["on"])
        else:
            self.shown[action] = int(arguments["number"]) % 101 / 100


class ZoneResetsLimit(Little):
    """A blocker of sites that counts the minutes of a day against a limit."""

    bug = ("zone-resets-limit", "W6", "Python",
           "Another time zone makes the day's counter of used minutes start again from zero.")
    source = ("LeechBlock NG", "https://github.com/proginosko/LeechBlockNG-chrome/issues/104")
    actions = {
        "browse": {
            "type": "object", "required": ["minutes"],
            "properties": {"minutes": {"type": "integer", "minimum": 1, "maximum": 240}},
        },
        "limit": NUMBER,
    }
    saves_each_action = True
    start = None

    def fresh(self):
        return {"limit": 30, "used": 0, "total": 0}

    def midnight(self):
        """The start of today's period, in the zone of this device."""
        now = int(time.time())
        local = time.localtime(now)
        return now - (local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec)

    def check_period(self):
        today = self.midnight()
        if self.is_right:
            is_new = self.start is None or time.time() - self.start >= 24 * 3600
        else:
            is_new = self.start != today
        if is_new:
            self.start = today
            self.shown["used"] = 0

    def do(self, action, arguments):
        if action == "limit":
            self.shown["limit"] = int(arguments["number"])
            return
        self.check_period()
        self.shown["used"] += int(arguments["minutes"])
        self.shown["total"] += int(arguments["minutes"])

    def pack(self):
        return json.dumps({"shown": self.shown, "start": self.start})

    def unpack(self, text):
        saved = json.loads(text)
        self.shown, self.start = saved["shown"], saved["start"]
        if not self.is_right and self.start is not None:
            self.check_period()

    def come_back(self):
        if not self.is_right and self.start is not None:
            time.tzset()
            self.check_period()


WEIGHT = {
    "type": "object", "required": ["tenths"],
    "properties": {"tenths": {"type": "integer", "minimum": 301, "maximum": 2000}},
}


class FormReadsDot(Little):
    bug = ("form-reads-dot", "W6", "Python",
           "A form has its numbers with a point, and reads them with the comma of another language.")
    source = ("WattzAp", "https://github.com/davidzof/wattzap-ce/issues/58")
    actions = {"weigh": WEIGHT, "weighBike": WEIGHT}
    saves_each_action = True

    def fresh(self):
        return {"weight": 80.0, "bike": 10.0}

    def read_as_here(self, text):
        has_comma = os.environ.get("LC_ALL", "C")[:2] in ("de", "tr")
        return float(text.replace(".", "")) if has_comma else float(text)

    def do(self, action, arguments):
        form = {name: str(value) for name, value in self.shown.items()}
        shown = {name: float(text) if self.is_right else self.read_as_here(text)
                 for name, text in form.items()}
        shown["weight" if action == "weigh" else "bike"] = int(arguments["tenths"]) / 10
        self.shown = shown


BUGS = [ShuffledSeek, StartedOver, ChestAndCartridge, CommaSettings, ZoneResetsLimit, FormReadsDot]
