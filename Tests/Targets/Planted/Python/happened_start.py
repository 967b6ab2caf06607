"""Launches that spoiled what was saved."""
import os

import quick_json as json
from app import App, Damaged, SAVED, make_folder, read, remove, replace
from happened_saving import write_in_place
from little import FOLDER, Desk, Items, Little, NOTHING, TEXT


class RewrittenAtStart(Desk):
    bug = ("rewritten-at-start", "R12", "Python",
           "The configuration is written again at each start, in place, and is empty meanwhile.")
    source = ("mautrix", "https://github.com/mautrix/python/issues/51")

    def load(self):
        restored = super().load()
        (replace if self.is_right else write_in_place)(self.path, self.pack())
        return restored

    def unpack(self, text):
        if text:
            super().unpack(text)


class DoubledOnResume(Items):
    bug = ("doubled-on-resume", "R15", "Python",
           "The list is loaded whenever the app comes to the front, and added to what is there.")
    source = ("NativeScript Groceries",
              "https://github.com/NativeScript/sample-Groceries/issues/280")

    def come_back(self):
        if not self.is_right:
            self.shown["items"] += json.loads(read(self.path))["items"]


class GrowsByFrame(Desk):
    bug = ("grows-by-frame", "L1", "Python",
           "The height is saved with the title bar and restored without, so each start adds it.")
    source = ("Vorta", "https://github.com/borgbase/vorta/pull/661")

    def unpack(self, text):
        super().unpack(text)
        if not self.is_right:
            self.shown["height"] += 29


class FreshFirst(Desk):
    bug = ("fresh-first", "R12", "Python",
           "A start writes its own empty document over the autosave before that is read.")
    source = ("Xournal++", "https://github.com/xournalpp/xournalpp/issues/222")

    def load(self):
        restored = super().load()
        if not self.is_right:
            replace(self.path, json.dumps(self.fresh()))
            replace(self.path, self.pack())
        return restored


class GoneAfterSecondCrash(Items):
    bug = ("gone-after-second-crash", "R12", "Python",
           "Restoring uses the session up, and a crash before the next save finds none.")
    source = ("Defiant", "https://github.com/gab-ai-inc/defiant-browser/issues/53")

    def load(self):
        restored = super().load()
        if not self.is_right:
            remove(self.path)
        return restored


class ScoresResetToo(App):
    bug = ("scores-reset-too", "D13", "Python",
           "Where the saved game cannot be read, everything is reset, the scores too.")
    source = ("TriPeaks", "https://github.com/mimoguz/tripeaks-gdx/issues/18")
    scores = FOLDER + "/scores.json"

    def begin(self):
        make_folder(FOLDER)
        try:
            self.draft["count"] = json.loads(read(self.scores) or "0")
        except ValueError:
            os.replace(self.scores, self.scores + ".damaged")

    def perform(self, action, arguments):
        super().perform(action, arguments)
        if action == "count":
            replace(self.scores, json.dumps(self.draft["count"]))

    def restore(self, saved):
        self.draft = saved["draft"] | {"count": self.draft["count"]}

    def discard(self, reason):
        super().discard(reason)
        if not self.is_right and reason == "damaged":
            remove(self.scores)
            self.draft["count"] = 0


class CrashOnCorrupt(App):
    bug = ("crash-on-corrupt", "R7", "Python",
           "A file that is no JSON ends the start, and the next one, and each after that.")
    source = ("MCSManager", "https://github.com/MCSManager/MCSManager/pull/2237")

    def save(self):
        if self.is_right:
            return super().save()
        replace(SAVED + "/state", json.dumps({"draft": self.draft, "picture": self.draw()}))

    def load(self):
        if self.is_right:
            return super().load()
        text = read(SAVED + "/state")
        return None if text is None else json.loads(text)


class FalseIsDefault(Desk):
    bug = ("false-is-default", "L1", "Python",
           "A switch that is on by default and was turned off is taken for one that was never set.")
    source = ("Grbl", "https://github.com/grbl/grbl/pull/313")

    def fresh(self):
        return super().fresh() | {"dark": True}

    def unpack(self, text):
        super().unpack(text)
        if not self.is_right:
            self.shown["dark"] = self.shown["dark"] or True


class HistoryShortened(Items):
    bug = ("history-shortened", "L1", "Python",
           "The history is cut to the default length before the setting for it is read.")
    source = ("Sensible Bash", "https://github.com/mrzool/bash-sensible/pull/26")

    def unpack(self, text):
        super().unpack(text)
        if not self.is_right:
            self.shown["items"] = self.shown["items"][-4:]


class LockLeft(Desk):
    bug = ("lock-left", "L1", "Python",
           "A lock file is removed at a quit, and after a kill the app does not start any more.")
    source = ("Luminance", "https://github.com/sidevesh/Luminance/pull/37")
    lock = FOLDER + "/lock"

    def begin(self):
        if not self.is_right and os.path.exists(self.lock):
            raise SystemExit("the app is running already")
        replace(self.lock, "")

    def close(self):
        super().close()
        remove(self.lock)


class Logged(Items):
    """Each save adds a line to a log; the third one makes a checkpoint of it."""

    checkpoint, log = FOLDER + "/checkpoint.json", FOLDER + "/log.json"

    def save(self):
        lines = json.loads(read(self.log) or "[]") + [self.shown]
        replace(self.log, json.dumps(lines))
        if len(lines) > 2:
            self.make_checkpoint()

    def make_checkpoint(self):
        replace(self.checkpoint, json.dumps(self.shown))
        remove(self.log)

    def load(self):
        base, lines = read(self.checkpoint), json.loads(read(self.log) or "[]")
        if base is None and not lines:
            return False
        self.shown = lines[-1] if lines else json.loads(base)
        return True


class LogBeforeCheckpoint(Logged):
    bug = ("log-before-checkpoint", "L1", "Python",
           "Before the first checkpoint there is no file to belong to, and the log is thrown away.")
    source = ("Turso", "https://github.com/tursodatabase/turso/pull/8103")

    def load(self):
        if not self.is_right and not os.path.exists(self.checkpoint):
            remove(self.log)
        return super().load()


class LogRemovedEarly(Logged):
    bug = ("log-removed-early", "R12", "Python",
           "A start removes the log before what is in it is in the checkpoint.")
    source = ("CanopyDB", "https://github.com/arthurprs/canopydb/issues/18")

    def load(self):
        restored = super().load()
        if restored and os.path.exists(self.log):
            if not self.is_right:
                remove(self.log)
            self.make_checkpoint()
        return restored


class StatisticsInMemory(Little):
    bug = ("statistics-in-memory", "S2", "Python",
           "What was counted is stored at a quit, and a kill sets the statistics to zero.")
    source = ("MozStumbler", "https://github.com/mozilla/MozStumbler/issues/305")
    actions = {"send": NOTHING, "note": TEXT}

    def fresh(self):
        return {"reports": 0, "note": ""}

    def do(self, action, arguments):
        if action == "send":
            self.shown["reports"] += 1
        else:
            self.shown["note"] = str(arguments["text"])

    def save(self, with_reports=False):
        kept = self.shown["reports"] if self.is_right or with_reports else 0
        replace(self.path, json.dumps(self.shown | {"reports": kept}))

    def close(self):
        self.save(with_reports=True)


class NumberOfAnother(Items):
    bug = ("number-of-another", "W6", "Python",
           "The number of the daemon is left by a crash, and whoever has it now keeps the daemon out.")
    source = ("Paseo", "https://github.com/getpaseo/paseo/issues/1304")
    saves_each_action = True
    number = FOLDER + "/daemon.pid"

    def begin(self):
        held = read(self.number)
        if not self.is_right and held and os.path.exists(f"/proc/{json.loads(held)['pid']}"):
            raise SystemExit("another daemon is running already")
        replace(self.number, json.dumps({"pid": os.getpid()}))

    def close(self):
        super().close()
        remove(self.number)


BUGS = [
    RewrittenAtStart, DoubledOnResume, GrowsByFrame, FreshFirst, GoneAfterSecondCrash,
    ScoresResetToo, CrashOnCorrupt, FalseIsDefault, HistoryShortened, LockLeft,
    LogBeforeCheckpoint, LogRemovedEarly, StatisticsInMemory, NumberOfAnother,
]
