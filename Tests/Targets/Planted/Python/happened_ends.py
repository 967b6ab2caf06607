"""What was not kept by the one end of a program and was by another one."""
import os
import time

from little import NOTHING, NUMBER, TEXT, Items, Little


class MailLostAtQuit(Little):
    bug = ("mail-lost-at-quit", "D14", "Python",
           "A mail that is being written is saved when the app leaves the foreground, and not at a quit.")
    source = ("Airmail", "https://github.com/Airmail/Airmail_Public/issues/330")
    actions = {"subject": TEXT, "write": TEXT, "save draft": NOTHING, "delete draft": NUMBER}

    def fresh(self):
        return {"mail": {"subject": "", "body": ""}, "drafts": []}

    def do(self, action, arguments):
        mail, drafts = self.shown["mail"], self.shown["drafts"]
        if action == "subject":
            mail["subject"] = str(arguments["text"])
        elif action == "write":
            mail["body"] = str(arguments["text"])
        elif action == "save draft":
            drafts.append(mail)
            self.shown["mail"] = self.fresh()["mail"]
            self.save()
        elif drafts:
            del drafts[int(arguments["number"]) % len(drafts)]
            self.save()

    def close(self):
        if self.is_right:
            self.save()


class ListAtAnOrderlyQuit(Items):
    bug = ("list-at-an-orderly-quit", "D14", "Python",
           "Tracks from the network get into the playlist's file at a quit, and not where the session ends.")
    source = ("db-vk", "https://github.com/scorpp/db-vk/issues/28")
    actions = {"add file": TEXT, "add from network": TEXT, "remove": NUMBER}

    def do(self, action, arguments):
        if action == "remove":
            super().do(action, arguments)
        else:
            self.shown["items"].append(f"{action[4:]}: {arguments['text']}")
        if self.is_right or action != "add from network":
            self.save()

    def end(self, number, frame):
        if not self.is_right:
            os._exit(128 + number)
        super().end(number, frame)


class TimesWithoutZone(Little):
    bug = ("times-without-zone", "W6", "Python",
           "The times of an entry are those of the clock on the wall, and read by the zone of now.")
    source = ("timetrap", "https://github.com/samg/timetrap/issues/96")
    actions = {"check in": TEXT, "check out": NOTHING, "rename": TEXT}
    saves_each_action = True

    def fresh(self):
        return {"entries": []}

    def now(self):
        return int(time.time()) if self.is_right else list(time.localtime()[:6])

    def seconds(self, moment):
        return moment if self.is_right else int(time.mktime((*moment, 0, 0, -1)))

    def do(self, action, arguments):
        entries = self.shown["entries"]
        if action == "rename":
            if entries:
                entries[-1]["note"] = str(arguments["text"])
            return
        if entries and entries[-1]["end"] is None:
            entries[-1]["end"] = self.now()
        if action == "check in":
            entries.append({"note": str(arguments["text"]), "begin": self.now(), "end": None})

    def length(self, entry):
        end = self.now() if entry["end"] is None else entry["end"]
        minutes = (self.seconds(end) - self.seconds(entry["begin"])) // 60
        return f"{minutes // 60}:{minutes % 60:02}"

    def state(self):
        return {"entries": [
            {"note": entry["note"], "length": self.length(entry), "runs": entry["end"] is None}
            for entry in self.shown["entries"]]}


BUGS = [MailLostAtQuit, ListAtAnOrderlyQuit, TimesWithoutZone]
