"""Bugs of apps that stand on what is another thing at the next launch."""
import os, time

from app import App, Damaged, SAVED, make_folder, read, replace, seal, sync_folder, unseal


class NewestByTime(App):
    bug = ("newest-by-time", "W6", "Python",
           "Two files in turn, and the later one is told by its time, which a copy does not keep.")

    def begin(self):
        self.number = 0

    def slot(self, number):
        return f"{SAVED}/state{number % 2}"

    def save(self):
        saved = {"draft": self.draft, "picture": self.draw(), "number": self.number + 1}
        replace(self.slot(self.number + 1), seal(saved))
        self.number += 1

    def load(self):
        found = [path for path in (self.slot(0), self.slot(1)) if os.path.exists(path)]
        if not found:
            return None
        if not self.is_right:
            found = [max(found, key=lambda path: os.stat(path).st_mtime_ns)]
        try:
            saved = max((unseal(read(path)) for path in found), key=lambda saved: saved["number"])
        except (ValueError, OSError):
            raise Damaged
        self.number = saved["number"]
        return saved

    def discard(self, reason):
        for path in self.slot(0), self.slot(1):
            if os.path.exists(path):
                os.replace(path, f"{path}.{reason}")
        sync_folder(SAVED)


class ToldByPlace(App):
    bug = ("told-by-place", "W6", "Python",
           "Each field has a file, and what was saved of which is told by its place among the folder's.")

    def fields(self):
        make_folder("Library/Fields")
        for name in self.draft:
            open(f"Library/Fields/{name}", "a").close()
        return [name for name in os.listdir("Library/Fields") if name in self.draft]

    def save(self):
        names = self.fields()
        saved = {"names": names, "values": [self.draft[name] for name in names]}
        replace(SAVED + "/state", seal({**saved, "picture": self.draw()}))

    def restore(self, saved):
        names = saved["names"] if self.is_right else self.fields()
        self.draft = dict(zip(names, saved["values"]))


class SavedInTheFuture(App):
    bug = ("saved-in-the-future", "W6", "Python",
           "A save is dated by a clock that begins anew with the computer, and one of later is ignored.")

    def save(self):
        saved = {"draft": self.draft, "picture": self.draw(), "at": int(time.monotonic() * 1000)}
        replace(SAVED + "/state", seal(saved))

    def load(self):
        saved = super().load()
        is_later = saved is not None and saved["at"] > time.monotonic() * 1000
        return None if is_later and not self.is_right else saved


class NamedByUser(App):
    bug = ("named-by-user", "W6", "Python",
           "The saved state belongs to a user by number, and another number is taken for a stranger.")

    def save(self):
        saved = {"draft": self.draft, "picture": self.draw(), "user": os.getuid()}
        replace(SAVED + "/state", seal(saved))

    def load(self):
        saved = super().load()
        is_foreign = saved is not None and saved["user"] != os.getuid()
        return None if is_foreign and not self.is_right else saved


WORLD_BUGS = [NewestByTime, ToldByPlace, SavedInTheFuture, NamedByUser]
