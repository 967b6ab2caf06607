"""What a death, a damaged file or another instance leaves in the way of the rest."""
import fcntl
import os
import quick_json as json
from app import make_folder, read, remove, replace, seal, sync_folder, unseal
from little import FOLDER, NOTHING, TEXT, UNREADABLE, Items, Little

VAULTS = ["main", "shared", "work"]
ADD = {
    "type": "object", "required": ["vault", "text"],
    "properties": {"vault": {"enum": VAULTS}, "text": {"type": "string"}},
}
EPISODE = {
    "type": "object", "required": ["episode"],
    "properties": {"episode": {"enum": ["one", "two", "three", "four"]}},
}
NAME = {
    "type": "object", "required": ["name"],
    "properties": {"name": {"type": "string", "maxLength": 40}},
}


class OneVaultEmptiesAll(Little):
    bug = ("one-vault-empties-all", "R7", "Python",
           "Where one vault cannot be read, the others are thrown away with it.")
    source = ("CodeSnip", "https://github.com/delphidabbler/codesnip/issues/178")
    actions = {"add": ADD}

    def fresh(self):
        return {vault: [] for vault in VAULTS}

    def do(self, action, arguments):
        vault = arguments["vault"]
        texts = self.shown[vault] + [str(arguments["text"])]
        replace(self.file(vault), seal(texts))
        self.shown[vault] = texts

    def file(self, vault):
        return f"{FOLDER}/{vault}.vault"

    def save(self):
        """Each vault is saved when something is added."""

    def load(self):
        found = False
        for vault in VAULTS:
            text = read(self.file(vault))
            try:
                if text is not None:
                    self.shown[vault], found = unseal(text), True
            except UNREADABLE:
                if not self.is_right:
                    for each in VAULTS:
                        remove(self.file(each))
                    self.shown, self.reason = self.fresh(), "damaged"
                    return False
                number = sum(".unread-" in name for name in os.listdir(FOLDER)) + 1
                os.rename(self.file(vault), f"{self.file(vault)}.unread-{number}")
                found = True
        return found


class DownloadsForEver(Little):
    bug = ("downloads-for-ever", "L1", "Python",
           "What was being downloaded is shown so after a restart, and nobody goes on with it.")
    source = ("Pocket Casts", "https://github.com/Automattic/pocket-casts-ios/issues/472")
    actions = {"download": EPISODE, "receive": NOTHING}
    saves_each_action = True
    parts = 3

    def fresh(self):
        self.queue = []
        return {}

    def state(self):
        return {name: "downloaded" if got == self.parts else "downloading"
                for name, got in self.shown.items()}

    def load(self):
        found = super().load()
        if self.is_right:
            self.queue = [name for name, got in self.shown.items() if got < self.parts]
        return found

    def do(self, action, arguments):
        if action == "download" and arguments["episode"] not in self.shown:
            self.shown[arguments["episode"]] = 0
            self.queue.append(arguments["episode"])
        elif action == "receive" and self.queue:
            self.shown[self.queue[0]] += 1
            if self.shown[self.queue[0]] == self.parts:
                del self.queue[0]


class LockOfDeadBackup(Items):
    bug = ("lock-of-dead-backup", "S13", "Python",
           "A backup that dies leaves its lock, and no other one is made under its name.")
    source = ("ClickHouse", "https://github.com/ClickHouse/ClickHouse/pull/114133")
    actions = {"insert": TEXT, "backup": NAME}

    def fresh(self):
        return {"rows": [], "backups": {}}

    def folder(self, name):
        return f"{FOLDER}/backups/b{name.encode().hex()}"

    def load(self):
        text = read(self.path)
        self.shown["rows"] = unseal(text) if text is not None else []
        names = os.listdir(FOLDER + "/backups") if os.path.isdir(FOLDER + "/backups") else []
        for name in sorted(names):
            done = read(f"{FOLDER}/backups/{name}/done")
            if done is not None:
                self.shown["backups"][bytes.fromhex(name[1:]).decode()] = unseal(done)
        return text is not None or bool(self.shown["backups"])

    def save(self):
        replace(self.path, seal(self.shown["rows"]))

    def do(self, action, arguments):
        if action == "insert":
            rows = self.shown["rows"] + [str(arguments["text"])]
            replace(self.path, seal(rows))
            self.shown["rows"] = rows
        else:
            self.back_up(str(arguments["name"]))

    def back_up(self, name):
        folder = self.folder(name)
        lock = folder + "/lock"
        if name in self.shown["backups"] or not self.is_right and os.path.exists(lock):
            raise ValueError("there is such a backup, or one is being made")
        try:
            make_folder(folder)
            open(lock, "w").close()
            sync_folder(folder)
            replace(folder + "/rows", seal(self.shown["rows"]))
            replace(folder + "/done", seal(len(self.shown["rows"])))
        except OSError:
            for part in "done", "rows", "lock":
                remove(f"{folder}/{part}")
            raise
        remove(lock)
        self.shown["backups"][name] = len(self.shown["rows"])


class HistoryTrimmedByStart(Little):
    bug = ("history-trimmed-by-start", "D16", "Python",
           "A shell that starts shortens the history, and those that are open go on in the file that is gone.")
    source = ("ksh93", "https://github.com/ksh93/ksh/issues/997")
    actions = {"run": TEXT}
    path = FOLDER + "/history"
    multiple_instances = True
    shown_lines, most_lines = 5, 7
    file = None

    def fresh(self):
        return {"history": []}

    def locked(self):
        file = open(FOLDER + "/lock", "w")
        fcntl.flock(file, fcntl.LOCK_EX)
        return file

    def open_file(self):
        """The bug goes on with the file that it has opened at its start."""
        if self.file is not None and not self.is_right:
            return
        if self.file is not None:
            os.close(self.file)
        is_new = not os.path.exists(self.path)
        self.file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        if is_new:
            sync_folder(FOLDER)

    def lines(self):
        """The whole ones: the last may be torn."""
        self.open_file()
        return os.pread(self.file, 1 << 24, 0).split(b"\n")[:-1]

    def load(self):
        with self.locked():
            found = os.path.exists(self.path)
            lines = self.lines()
            if len(lines) > self.most_lines:
                text = b"".join(line + b"\n" for line in lines[-self.shown_lines:])
                try:
                    replace(self.path, text.decode())
                except OSError:
                    return found  # The next start may do it.
                os.close(self.file)
                self.file = None
            return found

    def state(self):
        with self.locked():
            return {"history": [json.loads(line.decode()) for line in self.lines()[-self.shown_lines:]]}

    def do(self, action, arguments):
        line = json.dumps(str(arguments["text"])).encode() + b"\n"
        with self.locked():
            size = sum(len(each) + 1 for each in self.lines())
            os.ftruncate(self.file, size)
            try:
                while line:
                    line = line[os.write(self.file, line):]
                os.fsync(self.file)
            except OSError:
                os.ftruncate(self.file, size)
                raise

    def save(self):
        """Each line is in the file."""


BOOK = {
    "type": "object", "required": ["book"],
    "properties": {"book": {"type": "integer", "minimum": 0, "maximum": 4}},
}
PAGES = {
    "type": "object", "required": ["pages"],
    "properties": {"pages": {"type": "integer", "minimum": 1, "maximum": 20}},
}
RUN = {
    "type": "object", "required": ["seconds"],
    "properties": {"seconds": {"type": "integer", "minimum": 0, "maximum": 3600}},
}


class OrderOfOpenBook(Little):
    bug = ("order-of-open-book", "S2", "Python",
           "The date of reading is written when the book is closed, and what is open is not on top.")
    source = ("Readest", "https://github.com/readest/readest/issues/6230")
    actions = {"open": BOOK, "turn": PAGES, "close": NOTHING}

    def fresh(self):
        return {"order": list(range(5)), "open": None, "pages": [1] * 5}

    def do(self, action, arguments):
        shown = self.shown
        if action == "open":
            shown["open"] = arguments["book"]
            shown["order"].remove(shown["open"])
            shown["order"].insert(0, shown["open"])
        elif action == "turn" and shown["open"] is not None:
            shown["pages"][shown["open"]] += arguments["pages"]
        elif action == "close":
            shown["open"] = None
            self.closed = list(shown["order"])

    closed = list(range(5))

    def pack(self):
        order = self.shown["order"] if self.is_right else self.closed
        return json.dumps({**self.shown, "order": order})

    def unpack(self, text):
        self.shown = json.loads(text)
        self.closed = list(self.shown["order"])


class EmptyWhileItHangs(Items):
    bug = ("empty-while-it-hangs", "D14", "Python",
           "To save while the kernel is at work, which never answers, empties the notebook.")
    source = ("nteract", "https://github.com/nteract/archived-desktop-app/issues/2373")
    actions = {"addCell": TEXT, "run": RUN, "restart": NOTHING, "save": NOTHING}
    is_at_work = False

    def do(self, action, arguments):
        if action == "addCell":
            super().do("add", arguments)
        elif action == "save":
            replace(self.path, self.pack() if self.is_right or not self.is_at_work else "")
        elif action == "run":
            self.is_at_work = self.is_at_work or arguments["seconds"] > 60
        else:
            self.is_at_work = False


BUGS = [
    OneVaultEmptiesAll, DownloadsForEver, LockOfDeadBackup, HistoryTrimmedByStart, OrderOfOpenBook, EmptyWhileItHangs,
]
