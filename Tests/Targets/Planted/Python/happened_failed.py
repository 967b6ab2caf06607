"""What comes of a save that failed, once the next one is done."""
import sys

import quick_json as json
from app import replace
from little import NOTHING, ON, TEXT, Items, Little


class DraftOfFailedSend(Little):
    bug = ("draft-of-failed-send", "S16", "Python",
           "A message that could not be sent is no longer among the drafts either, and they are saved so.")
    source = ("nmail", "https://github.com/d99kris/nmail/issues/17")
    actions = {"write": TEXT, "send": NOTHING}

    def fresh(self):
        return {"drafts": [], "sent": []}

    def do(self, action, arguments):
        drafts, sent = self.shown["drafts"], self.shown["sent"]
        if action == "write":
            drafts.append(str(arguments["text"]))
        elif drafts:
            after = {"drafts": drafts[:-1], "sent": sent + drafts[-1:]}
            if not self.is_right:
                drafts.pop()
            replace(self.path, json.dumps(after))
            self.shown = after


class NeverSavedAgain(Items):
    bug = ("never-saved-again", "S16", "Python",
           "After a save that failed, none is tried any more.")
    source = ("HistomicsTK", "https://github.com/DigitalSlideArchive/HistomicsTK/pull/404")
    is_saving = False

    def save(self):
        if self.is_saving:
            return
        self.is_saving = True
        try:
            super().save()
        except OSError:
            self.is_saving = not self.is_right
            raise
        self.is_saving = False


class ErrorOnTheConsole(Items):
    bug = ("error-on-the-console", "S16", "Python",
           "Where the storage takes no more, that stands on the console alone, and what is drawn is gone.")
    source = ("Excalidraw", "https://github.com/excalidraw/excalidraw/issues/8411")
    actions = {**Items.actions, "darken": ON}
    saves_each_action = True

    def fresh(self):
        return {"items": [], "dark": False}

    def do(self, action, arguments):
        if action == "darken":
            self.shown["dark"] = bool(arguments["on"])
        else:
            super().do(action, arguments)

    def save(self):
        try:
            super().save()
        except OSError as error:
            if self.is_right:
                raise
            print("not stored:", error, file=sys.stderr)


BUGS = [DraftOfFailedSend, NeverSavedAgain, ErrorOnTheConsole]
