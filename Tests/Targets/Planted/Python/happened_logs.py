"""Logs and recovery files that lost what came after a crash."""
import os

import quick_json as json
from app import Damaged, read, remove, replace, seal, sync_folder, unseal
from little import FOLDER, TEXT, Desk, Items, Little

DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OSError, RecursionError)


def must(condition):
    if not condition:
        raise ValueError("damaged")


class WritesBehindTornTail(Little):
    bug = ("writes-behind-torn-tail", "L1", "Python",
           "What is written after a crash lies behind a torn entry, where the next launch stops reading.")
    source = ("cqlite", "https://github.com/pmcfadin/cqlite/issues/1390")
    actions = {"log": TEXT}
    path, saves_each_action, saved = FOLDER + "/journal", True, 0

    def fresh(self):
        return {"lines": []}

    def do(self, action, arguments):
        self.shown["lines"].append(str(arguments["text"]))

    def save(self):
        lines = self.shown["lines"]
        if self.saved == len(lines):
            return
        if not os.path.exists(self.path):
            replace(self.path, "")
        with open(self.path, "ab") as file:
            checksum, _, body = seal([self.saved, lines[self.saved:]]).partition(" ")
            for part in "\n" + checksum, " " + body + "\n":
                file.write(part.encode())
                file.flush()
            os.fsync(file.fileno())
        self.saved = len(lines)

    def load(self):
        lines = self.shown["lines"]
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8", errors="replace", newline="") as file:
                entries = [entry for entry in file.read().split("\n") if entry]
            for entry in entries:
                try:
                    place, new = unseal(entry)
                    lines[place:] = new  # An entry that was written twice counts once.
                except (Damaged, ValueError):
                    if not self.is_right:
                        break
        self.saved = len(lines)
        return bool(lines)


class TornTail(Items):
    bug = ("torn-tail-swallows-next", "L1", "Python",
           "After a death in an append the next record is on the same line, and both are lost.")
    source = ("OpenSRE", "https://github.com/Tracer-Cloud/opensre/issues/5750")
    path, saves_each_action = FOLDER + "/turns.jsonl", True

    def begin(self):
        self.pending, self.number = [], 0

    def do(self, action, arguments):
        super().do(action, arguments)
        self.pending.append([action, arguments])

    def save(self):
        if not self.pending:
            return
        file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(file).st_size
        try:
            if self.is_right and size and os.pread(file, 1, size - 1) != b"\n":
                self.put(file, b"\n")
            self.put(file, json.dumps([self.number + 1, self.pending]).encode())
            self.put(file, b"\n")
            os.fsync(file)
            sync_folder(FOLDER)
        except OSError:
            os.ftruncate(file, size)
            raise
        finally:
            os.close(file)
        self.pending, self.number = [], self.number + 1

    def put(self, file, data):
        while data:
            data = data[os.write(file, data):]

    def load(self):
        if not os.path.exists(self.path):
            return False
        with open(self.path, "rb") as file:
            lines = file.read().split(b"\n")
        for line in lines:
            before = list(self.shown["items"])
            try:
                number, changes = json.loads(line)
                must(number > self.number)  # A signal in the middle of an append appends once more.
                for action, arguments in changes:
                    must(action in self.actions)
                    super().do(action, arguments)
                self.number = number
            except DAMAGE:
                self.shown["items"] = before
        return True


class SecondCrash(Desk):
    bug = ("recovered-work-lost", "L1", "Python",
           "Work in a recovered session is saved where no launch reads, and a second crash loses it.")
    source = ("LichtFeld Studio", "https://github.com/MrNeRF/LichtFeld-Studio/issues/1742")
    path = FOLDER + "/project.json"
    sidecar, staging = path + ".autosave", FOLDER + "/recovered.json.autosave"
    is_recovered = False

    def save(self):
        goes_astray = self.is_recovered and not self.is_right
        replace(self.staging if goes_astray else self.sidecar, self.pack())

    def load(self):
        for path in (self.sidecar, self.path):
            try:
                text = read(path)
                if text is not None:
                    saved, fresh = json.loads(text), self.fresh()
                    must(all(type(saved[key]) is type(fresh[key]) for key in fresh))
                    self.shown = {key: saved[key] for key in fresh}
                    self.is_recovered = path == self.sidecar
                    return True
            except DAMAGE:
                pass
        return False

    def close(self):
        self.save()  # So that an older sidecar is never read after a death before its removal.
        replace(self.path, self.pack())
        remove(self.sidecar)
        remove(self.staging)


class LastQuitWins(Little):
    bug = ("last-quit-wins", "D16", "Python",
           "A shell that quits writes its own history over what others have added to it since.")
    source = ("hstr", "https://github.com/dvorka/hstr/issues/54")
    actions = {"run": TEXT}
    path, multiple_instances = FOLDER + "/history.json", True

    def fresh(self):
        return {"history": []}

    def do(self, action, arguments):
        text = str(arguments["text"])
        self.shown["history"].append(text)
        stored = json.loads(read(self.path) or '{"history": []}')
        stored["history"].append(text)
        replace(self.path, json.dumps(stored))

    def save(self):
        """Each is added when it is run."""

    def close(self):
        if not self.is_right and self.shown["history"]:
            replace(self.path, json.dumps(self.shown))


BUGS = [WritesBehindTornTail, TornTail, SecondCrash, LastQuitWins]
