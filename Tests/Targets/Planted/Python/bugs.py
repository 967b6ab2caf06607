"""The apps of `planted.py`, each with one bug, or right."""
import atexit, os

from app import App, BY, Damaged, NUMBER, SAVED, TEXT, make_folder, read, remove, replace
from app import seal, sync_folder, unseal
from quick_json import loads
from world_bugs import WORLD_BUGS


def sqlite():
    """The library, which takes its time to load: only where it is used."""
    import sqlite3
    return sqlite3


class DumpedInPlace(App):
    bug = ("dumped-in-place", "S13", "Python",
           "The state is dumped into the file that is opened for writing, which empties it first.")

    def save(self):
        if self.is_right:
            return super().save()
        with open(SAVED + "/state", "w", encoding="utf-8", newline="") as file:
            file.write(seal({"draft": self.draft, "picture": self.draw()}))
            file.flush()
            os.fsync(file.fileno())


class SavedAtExit(App):
    bug = ("saved-at-exit", "S2", "Python",
           "The state is saved by a function that the interpreter calls at its end, and a kill does not.")

    def begin(self):
        if not self.is_right:
            atexit.register(super().save)

    def save(self):
        if self.is_right:
            super().save()


class FirstSaveOnly(App):
    bug = ("first-save-only", "L1", "Python",
           "The file is only written where there is none yet, so the first save is the last one.")

    def save(self):
        if self.is_right or not os.path.exists(SAVED + "/state"):
            super().save()


class MuteOnceRestored(App):
    bug = ("mute-once-restored", "L1", "Python",
           "A flag keeps saves out of a restoration and is never taken back, so nothing is saved any more.")

    def begin(self):
        self.restoring = False

    def restore(self, saved):
        self.restoring = True
        super().restore(saved)
        if self.is_right:
            self.restoring = False

    def save(self):
        if not self.restoring:
            super().save()


class NumbersFromOne(App):
    bug = ("numbers-from-one", "L1", "Python",
           "Each entry gets the next number; the next number is not saved, and new entries replace old ones.")
    actions = {"write": TEXT}

    def begin(self):
        self.draft, self.next = {"entries": {}}, 1

    def perform(self, action, arguments):
        if action != "write":
            raise ValueError(f"there is no action {action}")
        self.draft["entries"][f"entry {self.next}"] = str(arguments["text"])
        self.next += 1

    def restore(self, saved):
        super().restore(saved)
        if self.is_right:
            self.next = len(self.draft["entries"]) + 1


class ForeignFileCrashes(App):
    bug = ("foreign-file-crashes", "R7", "Python",
           "Any JSON is taken for the app's own, and a key that it has not ends the app.")

    def load(self):
        try:
            return super().load()
        except Damaged:
            if self.is_right:
                raise
            text = read(SAVED + "/state")
            return loads(text[text.find(" ") + 1:])


class DatabaseDraft(App):
    """The draft lies in two tables of a database."""

    path = SAVED + "/state.db"

    def connect(self):
        database = sqlite().connect(self.path, isolation_level=None)
        database.execute("pragma journal_mode=delete")
        database.execute("pragma synchronous=extra")
        return database

    def save(self):
        database = self.connect()
        try:
            self.write(database)
        finally:
            database.close()

    def write(self, database):
        database.execute("begin immediate")
        self.store(database)
        database.execute("commit")

    def store(self, database):
        for table, value in self.tables():
            database.execute(f"create table if not exists {table} (value text)")
            database.execute(f"delete from {table}")
            database.execute(f"insert into {table} values (?)", (seal(value),))

    def tables(self):
        title = {"title": self.draft["title"], "count": self.draft["count"]}
        return [("titles", title), ("texts", self.draft["text"]), ("pictures", self.draw())]

    def load(self):
        if not os.path.exists(self.path):
            return None
        try:
            database = self.connect()
            try:
                names = [row[0] for row in database.execute("select name from sqlite_master")]
                if not names:
                    return None
                rows = [
                    unseal(database.execute(f"select value from {table}").fetchone()[0])
                    for table in ("titles", "texts", "pictures")
                ]
            finally:
                database.close()
        except (sqlite().Error, TypeError, ValueError):
            raise Damaged
        return {"draft": rows[0] | {"text": rows[1]}, "picture": rows[2]}


class TwoTransactions(DatabaseDraft):
    bug = ("two-transactions", "P1", "SQLite",
           "What belongs together is written in transactions of its own, one after the other.")

    def write(self, database):
        if self.is_right:
            super().write(database)
        else:
            self.store(database)


class JournalOff(DatabaseDraft):
    bug = ("journal-off", "S13", "SQLite",
           "The journal is turned off for speed, and a kill in the middle of a commit leaves half of it.")

    def connect(self):
        database = super().connect()
        if not self.is_right:
            database.execute("pragma journal_mode=off")
        return database


class SynchronousOff(DatabaseDraft):
    bug = ("synchronous-off", "S13", "SQLite",
           "The database is told not to sync, and a power loss leaves what it likes.")

    def connect(self):
        database = super().connect()
        if not self.is_right:
            database.execute("pragma synchronous=off")
        return database


class HotJournalDeleted(DatabaseDraft):
    bug = ("hot-journal-deleted", "S13", "SQLite",
           "The journal that a death has left is tidied away before the database could roll back.")

    def begin(self):
        if not self.is_right:
            remove(self.path + "-journal")


class Notes(App):
    """Notes in a database, which is the user's; which of them is open is the saved state."""

    actions = {"add": TEXT, "remove": NUMBER, "open": NUMBER}
    folder = "Documents"
    key = "integer primary key autoincrement"

    def begin(self):
        make_folder(self.folder)
        self.database = sqlite().connect(self.folder + "/notes.db", isolation_level=None)
        self.database.execute("pragma synchronous=extra")
        self.open, self.text = None, None
        self.migrate()

    def migrate(self):
        self.database.execute("begin immediate")
        self.database.execute(f"create table if not exists notes ({self.columns()})")
        if not self.rows() and self.database.execute("pragma user_version").fetchone()[0] == 0:
            for text in ("milk", "eggs", "flour"):
                self.database.execute("insert into notes (text) values (?)", (text,))
        self.database.execute("pragma user_version = 1")
        self.database.execute("commit")

    def columns(self):
        return f"id {self.key}, text text"

    def rows(self):
        return self.database.execute("select id, text from notes order by id").fetchall()

    def perform(self, action, arguments):
        if action == "add":
            added = self.database.execute(
                "insert into notes (text) values (?)", (str(arguments["text"]),))
            self.open = added.lastrowid
        elif rows := self.rows():
            row = rows[int(arguments["number"]) % len(rows)][0]
            if action == "open":
                self.open = row
            elif action == "remove":
                self.database.execute("delete from notes where id = ?", (row,))
                self.open = None if self.open == row else self.open
            else:
                raise ValueError(f"there is no action {action}")

    def text_of(self, key):
        row = self.database.execute("select text from notes where id = ?", (key,)).fetchone()
        return row and row[0]

    def state(self):
        rows = [text for _, text in self.rows()]
        return {"notes": rows, "open": None if self.open is None else self.text_of(self.open)}

    def save(self):
        replace(SAVED + "/state", seal({"open": self.open, "picture": self.draw()}))

    def restore(self, saved):
        key = saved["open"]
        self.open = key if key is not None and self.text_of(key) is not None else None


class KeyOfDeletedRow(Notes):
    bug = ("key-of-deleted-row", "R13", "SQLite",
           "The row of the saved key is read as if it were there, and it has been deleted.")

    def restore(self, saved):
        super().restore(saved)
        if not self.is_right and saved["open"] is not None:
            self.open = saved["open"]
            query = "select length(text) from notes where id = ?"
            self.length = self.database.execute(query, (self.open,)).fetchone()[0]


class RowNumberReused(Notes):
    bug = ("row-number-reused", "R13", "SQLite",
           "The number of a deleted row is given to a new one, and the saved key opens another note.")

    def begin(self):
        self.key = "integer primary key autoincrement" if self.is_right else "integer primary key"
        super().begin()


class NeverCommitted(Notes):
    bug = ("never-committed", "P4", "SQLite",
           "The key of a new note is saved while its row waits in a transaction that nobody commits.")

    def begin(self):
        super().begin()
        if not self.is_right:
            self.database.isolation_level = "DEFERRED"

    def handle(self, event):
        if event == "quit":
            self.database.commit()
        super().handle(event)


class NotMigrated(Notes):
    bug = ("not-migrated", "W2", "SQLite",
           "Build 2 reads a column that the database of build 1 has not, and ends there.")

    def columns(self):
        return super().columns() + (", color text" if self.build > 1 else "")

    def migrate(self):
        has = [row[1] for row in self.database.execute("pragma table_info(notes)")]
        if self.is_right and has and "color" not in has and self.build > 1:
            self.database.execute("alter table notes add column color text")
        super().migrate()

    def rows(self):
        if self.build > 1:
            self.database.execute("select color from notes").fetchall()
        return super().rows()


class MovedAsideAfterCrash(App):
    bug = ("moved-aside-after-crash", "R12", "Python",
           "After a crash the state is moved aside and written anew, and a kill between the two takes it.")

    def confirm_launch(self):
        super().confirm_launch()
        open(SAVED + "/in-use", "w").close()

    def handle(self, event):
        super().handle(event)
        if event in ("active", "foreground"):
            open(SAVED + "/in-use", "w").close()

    def save(self):
        super().save()
        remove(SAVED + "/in-use")

    def load(self):
        saved = super().load()
        if saved is not None and os.path.exists(SAVED + "/in-use") and not self.is_right:
            os.replace(SAVED + "/state", SAVED + "/state.crashed")
            replace(SAVED + "/state", seal(saved))
        return saved


class SetUpTooEarly(App):
    bug = ("set-up-too-early", "R12", "Python",
           "The first launch of all notes that it has set everything up, and makes the folder after that.")

    def begin(self):
        steps = [lambda: replace("Library/set-up", "1"), lambda: make_folder("Library/Drafts")]
        if not os.path.exists("Library/set-up"):
            for step in reversed(steps) if self.is_right else steps:
                step()

    def save(self):
        replace("Library/Drafts/text", self.draft["text"])
        super().save()


BUGS = [
    SavedAtExit, DumpedInPlace, JournalOff, SynchronousOff, HotJournalDeleted, ForeignFileCrashes,
    KeyOfDeletedRow, RowNumberReused, NotMigrated, TwoTransactions, NeverCommitted, FirstSaveOnly,
    MuteOnceRestored, NumbersFromOne, *WORLD_BUGS, MovedAsideAfterCrash, SetUpTooEarly,
]
