"""What goes well at first, and is lost where it comes once more, later or in the background."""
import time

import quick_json as json
from app import read, replace
from little import FOLDER, NOTHING, NUMBER, ON, TEXT, Little

BOOKS = {"Emma": 57600, "Dracula": 55800, "Walden": 43200}
SIZE = {"type": "object", "required": ["size"],
        "properties": {"size": {"type": "integer", "minimum": 8, "maximum": 96}}}


def form(name, **schema):
    return {"type": "object", "required": [name], "properties": {name: schema}}


class HeardInBackground(Little):
    bug = ("heard-in-background", "S2", "Python",
           "What is listened to in the background is in no file when the system ends the app there.")
    source = ("iBooks", "https://github.com/lionheart/openradar-mirror/issues/8213")
    actions = {"choose": form("book", enum=list(BOOKS)), "rewind": NOTHING,
               "listen": form("seconds", type="integer", minimum=1, maximum=3600)}
    is_in_front = True

    def fresh(self):
        return {"book": "Emma", "positions": dict.fromkeys(BOOKS, 0)}

    def do(self, action, arguments):
        positions, book = self.shown["positions"], self.shown["book"]
        if action == "choose":
            self.shown["book"] = str(arguments["book"])
        elif action == "listen":
            positions[book] = min(positions[book] + int(arguments["seconds"]), BOOKS[book])
        else:
            positions[book] = max(positions[book] - 30, 0)
        if self.is_right or self.is_in_front:
            self.save()

    def handle(self, event):
        super().handle(event)
        if event == "background":
            self.is_in_front = False

    def come_back(self):
        self.is_in_front = True
        self.save()


class StateOverBattery(Little):
    bug = ("state-over-battery", "D14", "Python",
           "An automatic save state holds an old battery save, and writes it over the newer one.")
    source = ("OpenEmu", "https://github.com/OpenEmu/OpenEmu/issues/2383")
    actions = {"walk": form("steps", type="integer", minimum=1, maximum=50), "catch": TEXT,
               "saveInGame": NOTHING, "reset": NOTHING}
    battery = FOLDER + "/game.sav"

    def fresh(self):
        return {"game": {"step": 0, "caught": []}, "battery": {"step": 0, "caught": []}}

    def do(self, action, arguments):
        game = self.shown["game"]
        if action == "walk":
            game["step"] += int(arguments["steps"])
        elif action == "catch":
            game["caught"].append(str(arguments["text"]))
        elif action == "saveInGame":
            replace(self.battery, json.dumps(game))
            self.shown["battery"] = dict(game, caught=list(game["caught"]))
        else:
            battery = self.shown["battery"]
            self.shown["game"] = dict(battery, caught=list(battery["caught"]))

    def load(self):
        state, text = read(self.path), read(self.battery)
        battery = None if text is None else json.loads(text)
        if state is not None:
            self.unpack(state)
        if battery is not None and battery != self.shown["battery"]:
            if self.is_right or state is None:
                self.shown = {"game": battery, "battery": json.loads(text)}
            else:
                replace(self.battery, json.dumps(self.shown["battery"]))
        return (state, text) != (None, None)


class DefaultOfNextVersion(Little):
    bug = ("default-of-next-version", "W2", "Python",
           "A setting that is as it is at first is not stored, and is another one after an update.")
    source = ("Godot", "https://github.com/godotengine/godot/issues/94011")
    actions = {"hint": ON, "size": SIZE, "theme": TEXT}
    saves_each_action = True

    def fresh(self):
        return {"hint": self.build > 1, "size": 14, "theme": "Default"}

    def do(self, action, arguments):
        kind = {"hint": bool, "size": int, "theme": str}[action]
        self.shown[action] = kind(next(iter(arguments.values())))

    def pack(self):
        first = self.fresh()
        return json.dumps({
            name: value for name, value in self.shown.items()
            if self.is_right or value != first[name]})

    def unpack(self, text):
        self.shown = self.fresh() | json.loads(text)


class GainsTwice(Little):
    bug = ("gains-twice", "R12", "Python",
           "The gains of an absence are saved at the start, and the time up to which they are only later.")
    source = ("Melvor Idle", "https://github.com/MelvorIdle/melvoridle.github.io/issues/2007")
    actions = {"train": form("skill", enum=["Woodcutting", "Fishing", "Mining"]), "click": NOTHING,
               "sell": NOTHING}
    saves_each_action = True

    def fresh(self):
        return {"skill": None, "items": 0, "gold": 0}

    def do(self, action, arguments):
        if action == "train":
            self.shown["skill"] = str(arguments["skill"])
        elif action == "click":
            self.shown["items"] += 1
        else:
            self.shown["gold"], self.shown["items"] = self.shown["gold"] + self.shown["items"], 0

    def write(self, seen):
        replace(self.path, json.dumps([seen, self.shown]))

    def save(self):
        self.write(time.time())

    def unpack(self, text):
        seen, self.shown = json.loads(text)
        away = min(time.time() - seen, 12 * 3600)
        if self.shown["skill"] is not None and away >= 60:
            self.shown["items"] += int(away) // 3600
            try:
                self.write(time.time() if self.is_right else seen)
            except OSError:
                pass  # The old file has the old time, too.


class LoadingIsUndone(Little):
    bug = ("loading-is-undone", "L1", "Python",
           "Loading a tab is a step of its history, so that an undo right after a start empties it.")
    source = ("RunJS", "https://github.com/lukehaas/RunJS/issues/490")
    actions = {"type": TEXT, "undo": NOTHING, "redo": NOTHING, "open": NOTHING, "show": NUMBER}
    saves_each_action = True

    def fresh(self):
        """Of each tab, the texts before, its text, and the texts that were undone."""
        self.tabs = [[[], "", []]]
        return {"tabs": [""], "shown": 0}

    def do(self, action, arguments):
        before, text, undone = tab = self.tabs[self.shown["shown"]]
        if action == "type":
            tab[:] = [before + [text], text + str(arguments["text"]), []]
        elif action == "undo" and before:
            tab[:] = [before[:-1], before[-1], undone + [text]]
        elif action == "redo" and undone:
            tab[:] = [before + [text], undone[-1], undone[:-1]]
        elif action == "open":
            self.tabs.append([[], "", []])
            self.shown["shown"] = len(self.tabs) - 1
        elif action == "show":
            self.shown["shown"] = int(arguments["number"]) % len(self.tabs)
        self.shown["tabs"] = [tab[1] for tab in self.tabs]

    def unpack(self, text):
        super().unpack(text)
        before = [] if self.is_right else [""]
        self.tabs = [[list(before), str(text), []] for text in self.shown["tabs"]]
        self.tabs[self.shown["shown"]]


BUGS = [HeardInBackground, StateOverBattery, DefaultOfNextVersion, GainsTwice, LoadingIsUndone]
