"""Saves that went wrong."""
import fcntl, os

import quick_json as json
from app import read, remove, replace, sync_folder
from little import FOLDER, TEXT, Desk, Items, Little


def write_in_place(path, text, syncs=True):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        if syncs:
            os.fsync(file.fileno())


class HistoryAtExit(Items):
    bug = ("history-at-exit", "D11", "Python",
           "The history is written when the shell is left by hand, and not at SIGTERM or a hang-up.")
    source = ("Nushell", "https://github.com/nushell/nushell/issues/8083")

    def listen(self):
        if self.is_right:
            super().listen()


class HistoryCutByHangUp(Items):
    bug = ("history-cut-by-hang-up", "D11", "Python",
           "At SIGTERM the history is written in place, and the second signal ends it in the middle.")
    source = ("Terminator", "https://github.com/gnome-terminator/terminator/pull/1090")

    def end(self, number, frame):
        if self.is_right:
            return super().end(number, frame)
        write_in_place(self.path, self.pack(), syncs=False)
        os._exit(128 + number)


class SizeAtQuit(Desk):
    bug = ("size-at-quit", "S2", "Python",
           "The window's size is kept by a quit, and not when a shutdown ends the app.")
    source = ("Birdie", "https://github.com/ivonunes/birdie/issues/156")

    def begin(self):
        self.kept = 600

    def unpack(self, text):
        super().unpack(text)
        self.kept = self.shown["height"]

    def pack(self):
        height = self.shown["height"] if self.is_right else self.kept
        return json.dumps(self.shown | {"height": height})

    def close(self):
        self.kept = self.shown["height"]
        self.save()

    def listen(self):
        if self.is_right:
            super().listen()


class EmptiedWhenFull(Desk):
    bug = ("emptied-when-full", "S16", "Python",
           "The file is emptied to be written again, and a full disk leaves it empty.")
    source = ("Visual Studio Code", "https://github.com/microsoft/vscode/issues/34915")
    saves_each_action = True

    def save(self):
        (replace if self.is_right else write_in_place)(self.path, self.pack())

    def unpack(self, text):
        if text:
            super().unpack(text)


class BackedUpDesk(Desk):
    """Reads the backup where the file cannot be read."""

    def load(self):
        for path in self.path, self.path + ".backup":
            try:
                self.unpack(read(path) or "")
                return True
            except (TypeError, ValueError):
                pass
        return False


class BackupEmptiedToo(BackedUpDesk):
    bug = ("backup-emptied-too", "S16", "Python",
           "The backup is written before the file, both in place, and a full disk empties both.")
    source = ("Homebridge",
              "https://github.com/homebridge/homebridge-config-ui-x/issues/1131")

    def save(self):
        if self.is_right:
            return super().save()
        for path, text in (self.path + ".backup", read(self.path)), (self.path, self.pack()):
            try:
                if text:
                    write_in_place(path, text)
                    sync_folder(FOLDER)
            except OSError:
                pass


class ConfigInPlace(Desk):
    bug = ("config-in-place", "S13", "Python",
           "The configuration is written in place without a sync, and a power failure empties it.")
    source = ("Mailspring", "https://github.com/Foundry376/Mailspring/issues/1993")

    def save(self):
        if self.is_right:
            return super().save()
        write_in_place(self.path, self.pack(), syncs=False)


class BackupUnsynced(BackedUpDesk):
    bug = ("backup-unsynced", "S13", "Python",
           "The old file becomes the backup, neither was synced, and a power failure takes both.")
    source = ("ghostwriter", "https://github.com/KDE/ghostwriter/issues/606")

    def save(self):
        if self.is_right:
            return super().save()
        if os.path.exists(self.path):
            os.replace(self.path, self.path + ".backup")
        write_in_place(self.path, self.pack(), syncs=False)


class EmptyListUnsaved(Items):
    bug = ("empty-list-unsaved", "L1", "Python",
           "A list without tabs is not saved, and the tabs that were closed are there again.")
    source = ("Firefox Lite", "https://github.com/mozilla-mobile/FirefoxLite/pull/1511")

    def save(self):
        if self.is_right or self.shown["items"]:
            super().save()


class RemovalUnsaved(Items):
    bug = ("removal-unsaved", "L1", "Python",
           "Only a new tab marks the list as changed, and what was removed comes back.")
    source = ("Tab Wrangler", "https://github.com/tabwrangler/tabwrangler/issues/78")

    def begin(self):
        self.is_changed = False

    def do(self, action, arguments):
        super().do(action, arguments)
        self.is_changed = self.is_changed or self.is_right or action == "add"

    def save(self):
        if self.is_changed:
            super().save()
        self.is_changed = False


class LastWindowWins(Little):
    bug = ("last-window-wins", "L1", "Python",
           "Each window writes the whole file with only itself in it, and the last one wins.")
    source = ("wmux", "https://github.com/amirlehmam/wmux/issues/118")
    actions = {"left": TEXT, "right": TEXT}

    def fresh(self):
        return {"left": "", "right": ""}

    def do(self, action, arguments):
        self.shown[action] = str(arguments["text"])

    def save(self):
        if self.is_right:
            return super().save()
        for window in "left", "right":
            if self.shown[window]:
                replace(self.path, json.dumps(self.fresh() | {window: self.shown[window]}))


class CutAtEmoji(Desk):
    bug = ("cut-at-emoji", "L1", "Python",
           "The table has three bytes for a character, and an emoji ends the text there.")
    source = ("Paperwork", "https://github.com/paperwork/paperwork/issues/823")

    def pack(self):
        text = self.shown["text"]
        if not self.is_right:
            places = [place for place, letter in enumerate(text) if ord(letter) > 0xFFFF]
            text = text[:places[0]] if places else text
        return json.dumps(self.shown | {"text": text})


class AnsiBackup(Desk):
    bug = ("ansi-backup", "L1", "Python",
           "Unsaved text is kept in the code page, and what it has not comes back as question marks.")
    source = ("Notepad++",
              "https://github.com/notepad-plus-plus/notepad-plus-plus/issues/17391")

    def pack(self):
        text = self.shown["text"]
        if not self.is_right:
            text = text.encode("cp1252", "replace").decode("cp1252")
        return json.dumps(self.shown | {"text": text})


class EmptiedByEmoji(Desk):
    bug = ("emptied-by-emoji", "L1", "Python",
           "The file is open and empty when a character turns out to have no place in it.")
    source = ("OutWiker", "https://github.com/Jenyay/outwiker/issues/481")

    def save(self):
        if self.is_right:
            return super().save()
        if all(ord(letter) < 0x10000 for letter in self.shown["text"]):
            return super().save()
        write_in_place(self.path, "")

    def unpack(self, text):
        if text:
            super().unpack(text)


class AddressesLeftOut(Little):
    bug = ("addresses-left-out", "L1", "Python",
           "A draft is kept with its text, and without the people that it goes to.")
    source = ("Wino Mail", "https://github.com/bkaankose/Wino-Mail/issues/121")
    actions = {"write": TEXT, "address": TEXT}

    def fresh(self):
        return {"to": "", "text": ""}

    def do(self, action, arguments):
        self.shown["text" if action == "write" else "to"] = str(arguments["text"])

    def pack(self):
        return json.dumps(self.shown | ({} if self.is_right else {"to": ""}))


class AutosaveOffInAutosaves(Desk):
    bug = ("autosave-off-in-autosaves", "L1", "Python",
           "What saves by itself writes that it does not, and what was restored saves nothing more.")
    source = ("WordGrinder", "https://github.com/davidgiven/wordgrinder/issues/68")

    def begin(self):
        self.autosaves = True

    def pack(self):
        return json.dumps(self.shown | {"autosaves": self.is_right})

    def unpack(self, text):
        super().unpack(text)
        self.autosaves = self.shown.pop("autosaves")

    def save(self):
        if self.autosaves:
            super().save()


class ModeForgotten(Desk):
    bug = ("mode-forgotten", "W6", "Python",
           "The file is made for its owner alone, and each later save lets everybody read it.")
    source = ("ZeroClaw", "https://github.com/zeroclaw-labs/zeroclaw/pull/1376")

    def save(self):
        is_first = not os.path.exists(self.path)
        old = os.umask(0o077 if is_first or self.is_right else 0o022)
        try:
            super().save()
        finally:
            os.umask(old)


class BusyForEver(Desk):
    bug = ("busy-for-ever", "L1", "Python",
           "A save that was killed leaves its lock, and every later one stops there.")
    source = ("Conan", "https://github.com/conan-io/conan/issues/2746")
    lock = FOLDER + "/busy"

    def begin(self):
        if self.is_right:
            remove(self.lock)

    def save(self):
        if os.path.exists(self.lock):
            return
        try:
            replace(self.lock, "")
            super().save()
        finally:
            remove(self.lock)


class AutosavesPileUp(Desk):
    bug = ("autosaves-pile-up", "S15", "Python",
           "Each autosave is a new file, and none is ever removed.")
    source = ("GanttProject", "https://github.com/bardsoftware/ganttproject/issues/903")

    def save(self):
        old = sorted(
            name for name in os.listdir(FOLDER)
            if name.startswith("autosave") and name[8:].isdigit())
        number = int(old[-1][8:]) + 1 if old else 0
        replace(f"{FOLDER}/autosave{number:08}", self.pack())
        super().save()
        for name in old if self.is_right else []:
            remove(f"{FOLDER}/{name}")


class LimitClearsAll(Items):
    bug = ("limit-clears-all", "L1", "Python",
           "A log that has become too long is emptied, with what was just written.")
    source = ("Desktop Commander",
              "https://github.com/wonderwhy-er/DesktopCommanderMCP/pull/441")

    def save(self):
        super().save()
        if not self.is_right and os.path.getsize(self.path) > 200:
            replace(self.path, json.dumps(self.fresh()))


class SecondInstance(Items):
    bug = ("second-instance", "D16", "Python",
           "A second instance starts with an empty session, and at its end it is the one that is kept.")
    source = ("CudaText", "https://github.com/Alexey-T/CudaText/issues/3492")

    def begin(self):
        self.lock = open(FOLDER + "/lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.is_second = False
        except BlockingIOError:
            self.is_second = True

    def load(self):
        return super().load() if self.is_right or not self.is_second else False

    def save(self):
        if not (self.is_right and self.is_second):
            super().save()


BUGS = [
    HistoryAtExit, HistoryCutByHangUp, SizeAtQuit, EmptiedWhenFull, BackupEmptiedToo,
    ConfigInPlace, BackupUnsynced, EmptyListUnsaved, RemovalUnsaved, LastWindowWins, CutAtEmoji,
    AnsiBackup, EmptiedByEmoji, AddressesLeftOut, AutosaveOffInAutosaves, ModeForgotten,
    BusyForEver, AutosavesPileUp, LimitClearsAll, SecondInstance,
]
