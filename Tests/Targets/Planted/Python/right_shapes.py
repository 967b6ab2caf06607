"""How programs keep things, each in a right way."""
import os, threading, time, zlib
from _signal import SIG_BLOCK, SIG_UNBLOCK, SIGHUP, SIGTERM, pthread_sigmask

import quick_json as json
from app import make_folder, read, remove, replace, sync_folder
from little import FOLDER, HEIGHT, NUMBER, ON, TEXT, Desk, Items, Little


def write(path, data, how=os.O_TRUNC):
    """Makes sure of the content, and not of the name."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY | how)
    try:
        while data:
            data = data[os.write(file, data):]
        os.fsync(file)
    finally:
        os.close(file)


class Expiring(Items):
    bug = ("expiring", "L1", "Python", "Messages that are gone after a while, whether it runs or not.")
    actions = {"add": TEXT, "show": TEXT}
    times = {"add": 1e9, "show": 0.04}

    def do(self, action, arguments):
        until = time.time() + self.times[action]
        self.shown["items"].append([str(arguments["text"]), until])

    def state(self):
        now = time.time()
        return {"items": [text for text, until in self.shown["items"] if until > now]}


class Countdown(Items):
    bug = ("countdown", "L1", "Python", "The days that are left, which a clock that is set back adds to.")

    def do(self, action, arguments):
        super().do(action, arguments)
        self.shown["until"] = int(time.time()) + 10 * 86_400 + 40_000

    def state(self):
        left = self.shown.get("until", 0) - int(time.time())
        return {"items": self.shown["items"], "left": f"in {max(0, left) // 86_400} days"}


class Dated(Items):
    bug = ("dated", "L1", "Python", "Each entry has the time at which something was done with it last.")

    def do(self, action, arguments):
        items = self.shown["items"]
        if action == "add":
            items.append({"text": str(arguments["text"]), "times": []})
        elif items:
            entry = items[int(arguments["number"]) % len(items)]
            entry["times"].append(time.strftime("%Y-%m-%d %H:%M:%S"))
        self.save()


class StandingOrders(Items):
    bug = ("standing-orders", "L1", "Python", "What is ordered every fortnight is bought once it is due.")

    def do(self, action, arguments):
        super().do(action, arguments)
        self.buy()
        self.save()

    def load(self):
        found = super().load()
        self.buy()
        return found

    def buy(self):
        """Day for day, up to today."""
        today = int(time.time()) // 86_400
        bought, last = self.shown.setdefault("bought", []), self.shown.setdefault("last", {})
        for text in self.shown["items"]:
            while last.get(text, 0) + 14 <= today:
                last[text] = last[text] + 14 if text in last else today
                day = time.strftime("%Y-%m-%d", time.gmtime(last[text] * 86_400))
                bought.append({"what": text, "day": day})

    def state(self):
        return {"items": self.shown["items"], "bought": self.shown.get("bought", [])}


class Debounced(Items):
    bug = ("debounced", "L1", "Python", "What is typed is saved a moment after the last change.")
    waiting = None

    def begin(self):
        self.lock = threading.RLock()

    def perform(self, action, arguments):
        with self.lock:
            super().perform(action, arguments)
            if self.waiting:
                self.waiting.cancel()
            self.waiting = threading.Timer(0.01, self.save_later)
            self.waiting.daemon = True
            # Only the first thread carries out handlers, and it has to be woken for them.
            pthread_sigmask(SIG_BLOCK, {SIGTERM, SIGHUP})
            self.waiting.start()
            pthread_sigmask(SIG_UNBLOCK, {SIGTERM, SIGHUP})

    def save_later(self):
        try:
            self.save()
        except OSError:
            pass  # The save in the background tries it again, and says so.

    def save(self):
        with self.lock:
            super().save()


class InAThread(Desk):
    bug = ("in-a-thread", "L1", "Python", "A thread saves, and is waited for.")

    def save(self):
        failures = []

        def work():
            try:
                replace(self.path, self.pack())
            except OSError as error:
                failures.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        if failures:
            raise failures[0]


class InAProcess(Desk):
    bug = ("in-a-process", "L1", "Python", "Another process saves, and is waited for.")

    def save(self):
        child = os.fork()
        if child == 0:
            try:
                replace(self.path, self.pack())
                os._exit(0)
            except OSError as error:
                os._exit(error.errno)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status:
            raise OSError(status, "the child could not save") if status > 0 else InterruptedError()


class Logged(Items):
    bug = ("logged", "L1", "Python", "Each change is an entry of a log, with its checksum.")
    path = FOLDER + "/log"

    def perform(self, action, arguments):
        self.append({"action": action, "arguments": arguments})
        super().perform(action, arguments)

    def append(self, entry):
        body = json.dumps(entry)
        line = f"{zlib.crc32(body.encode())} {body}\n".encode()
        is_new = not os.path.exists(self.path)
        size = 0 if is_new else os.path.getsize(self.path)
        try:
            write(self.path, line, os.O_APPEND)
        except OSError:
            if os.path.exists(self.path):
                os.truncate(self.path, size)
            raise
        if is_new:
            sync_folder(FOLDER)

    def save(self):
        """All is in the log."""

    def load(self):
        try:
            with open(self.path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            return False
        good = 0
        for line in content.splitlines(keepends=True):
            entry = self.entry(line)
            if entry is None:
                break  # A death cut it off: nobody was told that it is kept.
            Items.do(self, entry["action"], entry["arguments"])
            good += len(line)
        if good < len(content):
            os.truncate(self.path, good)
            write(self.path, b"", os.O_APPEND)
        return True

    def entry(self, line):
        checksum, _, body = line.rstrip(b"\n").partition(b" ")
        if not line.endswith(b"\n") or str(zlib.crc32(body)).encode() != checksum:
            return None
        return json.loads(body.decode())


class TwoSlots(Desk):
    bug = ("two-slots", "L1", "Python", "Two files in turn, each with a number and a checksum.")
    number = 0

    def slot(self, number):
        return f"{FOLDER}/slot{number % 2}"

    def read_slot(self, number):
        checksum, _, body = (read(self.slot(number)) or "").partition(" ")
        if checksum != str(zlib.crc32(body.encode())):
            return None
        return json.loads(body)

    def save(self):
        body = json.dumps([self.number + 1, self.shown])
        write(self.slot(self.number + 1), f"{zlib.crc32(body.encode())} {body}".encode())
        sync_folder(FOLDER)
        self.number += 1

    def load(self):
        found = [slot for slot in (self.read_slot(0), self.read_slot(1)) if slot]
        if found:
            self.number, self.shown = max(found, key=lambda slot: slot[0])
        return bool(found)


class FileForEach(Items):
    bug = ("file-for-each", "L1", "Python", "Each item is a file; what was deleted is gone at once.")
    folder = FOLDER + "/items"

    def begin(self):
        make_folder(self.folder)

    def do(self, action, arguments):
        if action == "add":
            number = max([int(name) for name in self.names()], default=0) + 1
            replace(f"{self.folder}/{number}", str(arguments["text"]))
        elif names := self.names():
            remove(f"{self.folder}/{names[int(arguments['number']) % len(names)]}")

    def names(self):
        return sorted((name for name in os.listdir(self.folder) if name.isdigit()), key=int)

    def state(self):
        return {"items": [read(f"{self.folder}/{name}") for name in self.names()]}

    def save(self):
        """Each is saved when it is made."""

    def load(self):
        return bool(self.names())


class Versions(Desk):
    bug = ("versions", "L1", "Python", "A link names the folder that holds, and older ones are removed.")

    def save(self):
        old = os.readlink(FOLDER + "/current") if os.path.islink(FOLDER + "/current") else "v0"
        new = f"v{int(old[1:]) + 1}"
        make_folder(f"{FOLDER}/{new}")
        replace(f"{FOLDER}/{new}/state", self.pack())
        if os.path.lexists(FOLDER + "/next"):
            os.unlink(FOLDER + "/next")
        os.symlink(new, FOLDER + "/next")
        os.replace(FOLDER + "/next", FOLDER + "/current")
        sync_folder(FOLDER)
        for name in os.listdir(FOLDER):
            if name.startswith("v") and name != new:
                remove(f"{FOLDER}/{name}/state")
                remove(f"{FOLDER}/{name}/state.new")
                os.rmdir(f"{FOLDER}/{name}")

    def load(self):
        text = read(FOLDER + "/current/state")
        if text is not None:
            self.unpack(text)
        return text is not None


class TwoDocuments(Items):
    bug = ("two-documents", "L1", "Python", "Two lists, each in a file of its own.")
    actions = {"add": TEXT, "remove": NUMBER, "note": TEXT}
    saves_each_action = True

    def fresh(self):
        return {"items": [], "notes": []}

    def do(self, action, arguments):
        self.part = "notes" if action == "note" else "items"
        if action == "note":
            self.shown["notes"].append(str(arguments["text"]))
        else:
            super().do(action, arguments)

    part = None

    def save(self):
        if self.part:
            replace(f"{FOLDER}/{self.part}", json.dumps(self.shown[self.part]))

    def load(self):
        texts = {part: read(f"{FOLDER}/{part}") for part in ("items", "notes")}
        for part, text in texts.items():
            if text is not None:
                self.shown[part] = json.loads(text)
        return any(text is not None for text in texts.values())


class TextAndSettings(Little):
    bug = ("text-and-settings", "L1", "Python",
           "A text and settings that have nothing to do with it, each in a file of its own.")
    actions = {"type": TEXT, "height": HEIGHT, "wrap": ON}

    def fresh(self):
        return {"text": "", "height": 100, "wrap": False}

    def do(self, action, arguments):
        if action == "type":
            self.shown["text"] += str(arguments["text"])
        else:
            self.shown[action] = next(iter(arguments.values()))

    def save(self):
        settings = {name: self.shown[name] for name in ("height", "wrap")}
        replace(FOLDER + "/text", self.shown["text"])
        replace(FOLDER + "/settings.json", json.dumps(settings))

    def load(self):
        text, settings = read(FOLDER + "/text"), read(FOLDER + "/settings.json")
        self.shown["text"] = text or ""
        if settings is not None:
            self.shown.update(json.loads(settings))
        return text is not None or settings is not None


class InADatabase(Items):
    """In SQLite, each change in a transaction of its own."""

    mode = "DELETE"
    path = FOLDER + "/items.db"

    def begin(self):
        import sqlite3
        self.base = sqlite3.connect(self.path, isolation_level=None)
        self.base.execute("PRAGMA journal_mode=" + self.mode)
        self.base.execute("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, text TEXT)")

    def do(self, action, arguments):
        if action == "add":
            self.change("INSERT INTO items (text) VALUES (?)", str(arguments["text"]))
        elif rows := self.rows():
            row = rows[int(arguments["number"]) % len(rows)]
            self.change("DELETE FROM items WHERE id = ?", row[0])

    def change(self, statement, value):
        from sqlite3 import Error
        try:
            self.base.execute(statement, (value,))
        except Error as error:
            raise OSError(str(error))

    def rows(self):
        return self.base.execute("SELECT id, text FROM items ORDER BY id").fetchall()

    def state(self):
        return {"items": [row[1] for row in self.rows()]}

    def save(self):
        """Each change is saved when it is made."""

    def load(self):
        return bool(self.rows())


class DatabaseDelete(InADatabase):
    bug = ("database-delete", "L1", "SQLite", "In a database with a journal that is deleted.")


class DatabaseTruncate(InADatabase):
    bug = ("database-truncate", "L1", "SQLite", "In a database with a journal that is emptied.")
    mode = "TRUNCATE"


class DatabasePersist(InADatabase):
    bug = ("database-persist", "L1", "SQLite", "In a database with a journal that is kept.")
    mode = "PERSIST"


class DatabaseAhead(InADatabase):
    bug = ("database-wal", "L1", "SQLite", "In a database with a write-ahead log.")
    mode = "WAL"


SHAPES = [
    Expiring, Countdown, Dated, StandingOrders, Debounced, InAThread, InAProcess, Logged, TwoSlots,
    FileForEach, Versions, TwoDocuments, TextAndSettings, DatabaseDelete, DatabaseTruncate, DatabasePersist,
    DatabaseAhead,
]
