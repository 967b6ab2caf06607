"""What belongs together and comes apart: two windows, a note and its pin, a draft and its text."""
import fcntl, os, time

import quick_json as json
from app import make_folder, read, replace, seal, sync_folder, unseal
from happened_some import Sealed
from little import FOLDER, HEIGHT, NOTHING, NUMBER, ON, TEXT


class SharedFile(Sealed):
    """May be open in several windows. The right one changes what is in the file, under a lock."""

    multiple_instances = True

    def perform(self, action, arguments):
        if action not in self.actions:
            raise ValueError(f"there is no action {action}")
        if not self.is_right:
            self.shown = self.changed(action, arguments)
            return self.save()
        self.change_file(action, arguments)

    def change_file(self, action, arguments):
        with open(self.path + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.take_in()
            changed = self.changed(action, arguments)
            replace(self.path, seal(changed))
            self.shown = changed

    def take_in(self):
        """What other windows have written."""
        self.load()

    def save(self):
        if not self.is_right:
            super().save()

    def come_back(self):
        if self.is_right:
            self.load()


class SecondWindow(SharedFile):
    bug = ("second-window", "D16", "Python",
           "Each of two windows writes its whole list of favourites, and the last to close wins.")
    source = ("SMPlayer", "https://github.com/smplayer-dev/smplayer/issues/279")
    actions = {"add": TEXT, "remove": NUMBER}

    def fresh(self):
        return {"favourites": []}

    def changed(self, action, arguments):
        names = list(self.shown["favourites"])
        if action == "add":
            names.append(str(arguments["text"]))
        elif names:
            del names[int(arguments["number"]) % len(names)]
        return {"favourites": names}


class TwoTerminals(SharedFile):
    bug = ("two-terminals", "D16", "Python",
           "The window that is closed last writes the settings as they were when it was opened.")
    source = ("QTerminal", "https://github.com/lxqt/qterminal/issues/1145")
    actions = {"shell": TEXT, "resize": HEIGHT, "menu": ON}

    def fresh(self):
        return {"shell": "", "height": 600, "menu": False}

    def changed(self, action, arguments):
        name = {"resize": "height"}.get(action, action)
        return {**self.shown, name: next(iter(arguments.values()))}


class OfflineIncome(Sealed):
    bug = ("income-before-time", "W6", "Python",
           "With the clock set back, what was earned meanwhile is less than nothing.")
    source = ("Bitburner", "https://github.com/bitburner-official/bitburner-src/issues/80")
    actions = {"hack": NOTHING, "run": NOTHING, "stop": NOTHING}

    def fresh(self):
        return {"money": 0, "scripts": 0}

    def do(self, action, arguments):
        money, scripts = self.shown["money"], self.shown["scripts"]
        self.shown = {
            "money": money + 1000 * (action == "hack"),
            "scripts": 0 if action == "stop" else scripts + (action == "run"),
        }

    def pack(self):
        return seal({**self.shown, "at": time.time()})

    def unpack(self, text):
        kept = unseal(text)
        away = time.time() - kept.pop("at")
        if self.is_right:
            away = max(0, away)
        kept["money"] += int(away / 60) * kept["scripts"]
        self.shown = kept


class Supersets(Sealed):
    bug = ("joined-with-nothing", "W2", "Python",
           "The migration joins the rows with a new, empty table, and drops those that were in a set.")
    source = ("Project Phoenix",
              "https://github.com/9thLevelSoftware/Project-Phoenix-MP/issues/246")
    actions = {"add": TEXT, "join": NOTHING, "remove": NUMBER}
    saves_each_action = True

    def fresh(self):
        return {"routine": []}

    def do(self, action, arguments):
        rows = [list(row) for row in self.shown["routine"]]
        if action == "add":
            rows.append([str(arguments["text"]), 0])
        elif action == "join" and len(rows) > 1:
            rows[-1][1] = rows[-2][1] = rows[-2][1] or 1 + max(number for _, number in rows)
        elif action == "remove" and rows:
            del rows[int(arguments["number"]) % len(rows)]
        self.shown = {"routine": rows}

    def pack(self):
        return seal({"schema": self.build, **self.shown})

    def unpack(self, text):
        kept = unseal(text)
        if kept.pop("schema") < self.build and not self.is_right:
            kept["routine"] = [row for row in kept["routine"] if row[1] == 0]
        self.shown = kept

    def state(self):
        rows = self.shown["routine"]
        return {"routine": [{"name": name, "set": number} for name, number in rows]}


class DraftCopies(Sealed):
    bug = ("draft-without-its-number", "L1", "Python",
           "A draft comes back without knowing which one it is, and its next save adds a copy.")
    source = ("Zulip", "https://github.com/zulip/zulip/pull/40022")
    actions = {"compose": TEXT, "send": NOTHING}

    def fresh(self):
        return {"text": "", "draft": 0, "drafts": [], "next": 1, "sent": []}

    def do(self, action, arguments):
        if action == "compose":
            self.shown = self.drafted({**self.shown, "text": str(arguments["text"])})
        elif self.shown["text"]:
            sent = self.shown["sent"] + [self.shown["text"]]
            self.shown = self.drafted({**self.shown, "text": "", "sent": sent})

    def drafted(self, shown):
        """With a draft of what is written, in place of the one that it comes from."""
        others = [draft for draft in shown["drafts"] if draft[0] != shown["draft"]]
        if not shown["text"]:
            return {**shown, "draft": 0, "drafts": others}
        number = shown["draft"] or shown["next"]
        return {**shown, "draft": number, "drafts": others + [[number, shown["text"]]],
                "next": max(shown["next"], number + 1)}

    def save(self):
        self.shown = self.drafted(self.shown)
        super().save()

    def unpack(self, text):
        shown = unseal(text)
        self.shown = shown if self.is_right else {**shown, "draft": 0}

    def state(self):
        shown = self.shown
        return {"text": shown["text"], "sent": shown["sent"],
                "drafts": [text for _, text in shown["drafts"]]}


class PinnedNotes(Sealed):
    """Notes are files, a table has their numbers, and pins are numbers. The right one's files say
    whose they are, so that a table that is behind can be put right."""

    bug = ("pin-of-renamed-note", "S13", "Python",
           "A death between the renaming of a note's file and of its row leaves its pin with none.")
    source = ("Grimoire", "https://github.com/Larront/grimoire/issues/224")
    actions = {
        "create": TEXT, "pin": NUMBER,
        "rename": {"type": "object", "required": ["number", "text"], "properties": {
            "number": {"type": "integer"}, "text": {"type": "string"}}},
    }
    path, folder = FOLDER + "/notes.json", FOLDER + "/notes"

    def fresh(self):
        return {"next": 1, "rows": [], "pins": []}

    def begin(self):
        make_folder(self.folder)

    def save(self):
        pass  # Each action has.

    def state(self):
        names = dict(self.shown["rows"])
        return {"notes": sorted(names.values()),
                "pins": [names.get(number, "") for number in self.shown["pins"]]}

    def file(self, name):
        return f"{self.folder}/{name.encode().hex() or 'unnamed'}"

    def write(self, table):
        replace(self.path, seal(table))
        self.shown = table

    def do(self, action, arguments):
        table = json.loads(json.dumps(self.shown))
        rows = table["rows"]
        if action == "create":
            name, number = self.free(arguments["text"]), table["next"]
            replace(self.file(name), str(number))
            table = {**table, "next": number + 1, "rows": rows + [[number, name]]}
            return self.write_or(table, lambda: os.unlink(self.file(name)))
        if not rows:
            return None
        row = rows[int(arguments["number"]) % len(rows)]
        if action == "pin":
            table["pins"] = [old for old in table["pins"] if old != row[0]] + [row[0]]
            return self.write(table)
        before, row[1] = self.file(row[1]), self.free(arguments["text"])
        after = self.file(row[1])
        os.rename(before, after)
        sync_folder(self.folder)
        return self.write_or(table, lambda: os.rename(after, before))

    def write_or(self, table, take_back):
        try:
            self.write(table)
        except OSError:
            if self.is_right:
                take_back()
                sync_folder(self.folder)
            raise

    def free(self, text):
        name = wanted = str(text)[:60]
        number, taken = 1, {name for _, name in self.shown["rows"]}
        while name in taken:
            number += 1
            name = f"{wanted} {number}"
        return name

    def load(self):
        had = super().load()
        table = json.loads(json.dumps(self.shown))
        found = {name: bytes.fromhex(name if name != "unnamed" else "").decode()
                 for name in sorted(os.listdir(self.folder)) if not name.endswith(".new")}
        if self.is_right:
            whose = {int(read(f"{self.folder}/{file}") or 0): name for file, name in found.items()}
            table["rows"] = [[number, whose.get(number, name)] for number, name in table["rows"]]
        rows = [row for row in table["rows"] if row[1] in found.values()]
        for name in found.values():
            if name not in dict((name, number) for number, name in rows):
                rows.append([table["next"], name])
                if self.is_right:
                    replace(self.file(name), str(table["next"]))
                table["next"] += 1
        if rows != self.shown["rows"]:
            self.write({**table, "rows": rows})
        return had


class ChangedFile(SharedFile):
    """Both change what is in the file, and each action is saved."""

    def perform(self, action, arguments):
        if action not in self.actions:
            raise ValueError(f"there is no action {action}")
        self.change_file(action, arguments)

    def save(self):
        """There is nothing that is not saved."""


class OtherMasterPassword(ChangedFile):
    bug = ("other-master-password", "D16", "Python",
           "What another window saved is overwritten, where that changed the master password.")
    source = ("KeePassXC", "https://github.com/keepassxreboot/keepassxc/issues/2176")
    actions = {"add": TEXT, "master": TEXT, "remove": NUMBER}

    def fresh(self):
        return {"master": "", "entries": []}

    def take_in(self):
        text = read(self.path)
        stored = self.fresh() if text is None else unseal(text)
        # Without its key there is nothing that could be merged.
        if self.is_right or stored["master"] == self.shown["master"]:
            self.shown = stored

    def changed(self, action, arguments):
        vault = {**self.shown, "entries": list(self.shown["entries"])}
        if action == "master":
            vault["master"] = str(arguments["text"])
        elif action == "add":
            vault["entries"].append(str(arguments["text"]))
        elif vault["entries"]:
            del vault["entries"][int(arguments["number"]) % len(vault["entries"])]
        return vault


class StoppedElsewhere(ChangedFile):
    bug = ("stopped-elsewhere", "D16", "Python",
           "A window that has not seen the stop takes over a timer that has no start any more.")
    source = ("Redmine Time Tracker",
              "https://github.com/hicknhack-software/redmine_time_tracker/issues/177")
    actions = {"start": NUMBER, "stop": NOTHING, "minute": NOTHING}

    def fresh(self):
        return {"clock": 0, "running": None, "entries": []}

    def take_in(self):
        self.seen = self.shown["running"]
        self.load()
        if self.is_right:
            self.seen = self.shown["running"]

    def changed(self, action, arguments):
        store = {**self.shown, "entries": list(self.shown["entries"])}
        running = store["running"]
        if action == "minute":
            store["clock"] += 1
        elif action == "stop":
            if running:
                start, store["running"] = running["start"], None
                minutes = None if start is None else store["clock"] - start
                store["entries"].append([running["number"], minutes])
        else:
            start = store["clock"]
            if self.seen:  # It goes on for something else.
                start = running["start"] if running else None
            store["running"] = {"number": int(arguments["number"]), "start": start}
        return store


BUGS = [
    SecondWindow, TwoTerminals, OtherMasterPassword, StoppedElsewhere, OfflineIncome, Supersets,
    DraftCopies, PinnedNotes,
]
