"""What real disks were seen to leave of a write, and who does not count with it."""
import os

from little import FOLDER, TEXT, Little


def write_at(file, data, at):
    while data:  # A call may write less than it was given.
        count = os.pwrite(file, data, at)
        data, at = data[count:], at + count


def put(name, data, at=0, syncs=False):
    file = os.open(name, os.O_CREAT | os.O_RDWR)
    write_at(file, data, at)
    if syncs:
        os.fsync(file)
    os.close(file)


def get(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def sync(name):
    file = os.open(name, os.O_RDONLY)
    os.fsync(file)
    os.close(file)


class DiskBug(Little):
    """Keeps a list in the right way, and beside it something of each item in the way of the bug."""

    actions = {"add": TEXT}
    saves_each_action = True

    # What each is about, in a directory of its own.

    def before(self):
        pass

    def steps(self):
        """False where the program itself sees that it was not kept."""

    def look(self):
        """Whether what is there is good."""

    # The app around it.

    def fresh(self):
        return {"items": []}

    def do(self, action, arguments):
        home = os.getcwd()
        folder = f"{FOLDER}/item{len(self.shown['items'])}"
        while os.path.exists(folder):
            folder += "-again"
        os.mkdir(folder)
        os.chdir(folder)
        try:
            self.before()
            os.sync()
            open("begun", "w").close()
            if self.steps() is False:
                raise OSError("it was not kept")
        finally:
            os.chdir(home)
        self.shown["items"].append(str(arguments["text"]))

    def state(self):
        return self.shown | {"whole": all(self.are_good())}

    def are_good(self):
        home = os.getcwd()
        for folder in sorted(os.listdir(FOLDER)):
            if os.path.exists(f"{FOLDER}/{folder}/begun"):
                os.chdir(f"{FOLDER}/{folder}")
                try:
                    yield self.look()
                finally:
                    os.chdir(home)


class ZerosInALog(DiskBug):
    bug = ("zeros-in-a-log", "S13", "ext4",
           "A log may end in zeros, which its reader takes for an entry.")

    def before(self):
        put("log", b"one\n")

    def steps(self):
        put("log", b"two\n", at=4)

    def look(self):
        lines = get("log").split(b"\n")
        if self.is_right:
            lines = [line for line in lines if line.strip(b"\0")]
        return all(line in (b"", b"one", b"two") for line in lines)


class ZerosAfterARename(DiskBug):
    bug = ("zeros-after-a-rename", "S13", "ext4",
           "A file replaces another before it is synced, and may be all zeros.")

    def before(self):
        put("state", b"old")

    def steps(self):
        put("new", b"n" * 5000, syncs=self.is_right)
        os.rename("new", "state")

    def look(self):
        return get("state") in (b"old", b"n" * 5000)


class CutInPlace(DiskBug):
    bug = ("cut-in-place", "S13", "xfs", "A list is cut in its place, and may end in zeros.")

    def before(self):
        put("list", b"a\n" * 3000)

    def steps(self):
        if self.is_right:
            put("new", b"a\n" * 2500, syncs=True)
            os.rename("new", "list")
        else:
            os.truncate("list", 5000)

    def look(self):
        return b"\0" not in get("list")


class HeaderBeforeTheCut(DiskBug):
    bug = ("header-before-the-cut", "S13", "ext4",
           "A log may have its new header and the entries that were cut before that was written.")

    def before(self):
        put("log", b"1" * 4096 + b"e" * 8192)

    def steps(self):
        os.truncate("log", 4096)
        if self.is_right:
            sync("log")
        put("log", b"2" * 4096)

    def look(self):
        log = get("log")
        return log[:1] != b"2" or len(log) <= 4096


class EndWithoutItsStart(DiskBug):
    bug = ("end-without-its-start", "S13", "xfs",
           "The end of an entry, which says that it is whole, may be there and its start not.")

    def before(self):
        put("log", b"o" * 4096)

    def steps(self):
        put("log", b"a" * 4096, at=4096, syncs=self.is_right)
        put("log", b"b" * 4095 + b"!", at=8192)

    def look(self):
        log = get("log")
        return log[-1:] != b"!" or log[4096:8192] == b"a" * 4096


class InTwoFolders(DiskBug):
    bug = ("in-two-folders", "S13", "btrfs",
           "A message that was moved from one folder to another may be in both.")

    def before(self):
        os.mkdir("new")
        os.mkdir("seen")
        put("new/message", b"text")

    def steps(self):
        os.rename("new/message", "seen/message")
        sync("seen")
        if self.is_right:
            sync("new")

    def look(self):
        twice = os.path.exists("new/message") and os.path.exists("seen/message")
        if twice and self.is_right:
            os.unlink("new/message")
            return True
        return not twice


class IndexBeforeItsContent(DiskBug):
    bug = ("index-before-its-content", "S13", "btrfs",
           "A file that was synced may be there, and not the one made before it that it names.")

    def steps(self):
        put("content", b"text", syncs=self.is_right)
        if self.is_right:
            sync(".")
        put("index", b"content")
        file = os.open("index", os.O_RDONLY)
        os.fdatasync(file)
        os.close(file)

    def look(self):
        return get("index") != b"content" or get("content") == b"text"


class RenamedFolder(DiskBug):
    bug = ("renamed-folder", "S13", "btrfs",
           "That a folder was renamed may be lost, though what is in it was synced.")

    def before(self):
        os.mkdir("draft")
        put("draft/text", b"old")

    def steps(self):
        os.rename("draft", "sent")
        put("sent/text", b"new", syncs=True)
        if self.is_right:
            sync(".")
        put("told", b"sent", syncs=True)

    def look(self):
        return get("told") == b"" or os.path.exists("sent/text")


class Mapped(DiskBug):
    """Stores something in a mapping, and says that it is there."""

    # Each import takes time at each start, and these are needed in few launches.
    def mapping(self):
        import mmap
        return mmap.mmap(os.open("map", os.O_RDWR), 8192)

    def before(self):
        put("map", b"o" * 8192)

    def is_told(self):
        """Whether something that was written later is there."""

    def look(self):
        return not self.is_told() or get("map")[5000:5001] == b"n"


class PartOfAMapping(Mapped):
    bug = ("part-of-a-mapping", "S13", "xfs",
           "What was stored in a mapping outside the part that was synced may be lost.")

    def steps(self):
        memory = self.mapping()
        memory[5000] = ord("n")
        memory.flush(0, 8192 if self.is_right else 4096)
        memory[0] = ord("n")
        memory.flush(0, 4096)

    def is_told(self):
        return get("map")[0:1] == b"n"


class AsynchronousSync(Mapped):
    bug = ("asynchronous-sync", "S13", "ext4",
           "An msync that does not wait is taken for one that does.")

    def steps(self):
        import ctypes
        memory = self.mapping()
        memory[5000] = ord("n")
        place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        MS_ASYNC, MS_SYNC = 1, 4
        failed = ctypes.CDLL(None).msync(
            ctypes.c_void_p(place), len(memory), MS_SYNC if self.is_right else MS_ASYNC)
        if failed:
            return False
        put("done", b"1", syncs=True)

    def is_told(self):
        return get("done") == b"1"


class NewerByItsTime(DiskBug):
    bug = ("newer-by-its-time", "S13", "ext4",
           "An index is taken for that of its source because it is newer.")

    def before(self):
        put("source", b"old", syncs=True)
        put("index", b"old", syncs=True)

    def steps(self):
        put("source", b"new")
        put("index", b"new", syncs=True)

    def look(self):
        same = get("index") == get("source")
        return same or self.is_right or not self.is_newer()

    def is_newer(self):
        return os.stat("index").st_mtime_ns >= os.stat("source").st_mtime_ns


class GoesOnAfterAFailedSync(DiskBug):
    bug = ("goes-on-after-a-failed-sync", "S13", "ext4", "An fsync that failed is not looked at.")

    def before(self):
        put("data", b"old", syncs=True)

    def steps(self):
        file = os.open("data", os.O_RDWR)
        write_at(file, b"new", 0)
        try:
            os.fsync(file)
        except OSError:
            if not self.goes_on(file):
                return False
        put("told", b"1", syncs=True)

    def goes_on(self, file):
        return not self.is_right

    def look(self):
        return get("told") != b"1" or get("data") == b"new"


class SyncsOnceMore(GoesOnAfterAFailedSync):
    bug = ("syncs-once-more", "S13", "xfs",
           "An fsync that succeeds after one that failed is taken for a promise.")

    def goes_on(self, file):
        # What was to be written is clean now: only a write of it promises anything.
        if self.is_right:
            write_at(file, b"new", 0)
        os.fsync(file)
        return True


BUGS = [
    ZerosInALog, ZerosAfterARename, CutInPlace, HeaderBeforeTheCut, EndWithoutItsStart, InTwoFolders,
    IndexBeforeItsContent, RenamedFolder, PartOfAMapping, AsynchronousSync, NewerByItsTime,
    GoesOnAfterAFailedSync, SyncsOnceMore,
]
