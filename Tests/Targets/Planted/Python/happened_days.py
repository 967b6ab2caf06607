"""What was counted in days and hours by the zone of now, in seconds, or from the wrong day."""
import os
import time

import quick_json as json
from app import read, replace

from happened_some import Sealed
from little import FOLDER, NOTHING, NUMBER, TEXT, Little

EXPENSE = {
    "type": "object", "required": ["note", "amount"],
    "properties": {"note": {"type": "string"}, "amount": {"type": "integer", "minimum": 1, "maximum": 500}},
}
PLAN = {
    "type": "object", "required": ["name", "hours"],
    "properties": {"name": {"type": "string"}, "hours": {"type": "integer", "minimum": 1, "maximum": 24}},
}
REMINDER = {
    "type": "object", "required": ["text", "hour"],
    "properties": {"text": {"type": "string"}, "hour": {"type": "integer", "minimum": 0, "maximum": 23}},
}


def begin_of_day(now, hour=0):
    return int(time.mktime((now.tm_year, now.tm_mon, now.tm_mday, hour, 0, 0, 0, 0, -1)))


class DaysByInstant(Sealed):
    bug = ("days-by-instant", "W6", "Python",
           "A day is the moment at which it began, and in another time zone it is the day before.")
    source = ("Dime", "https://github.com/rafsoh/dimeApp/issues/19")
    actions = {"spend": EXPENSE, "delete": NUMBER}

    def fresh(self):
        return {"expenses": []}

    def do(self, action, arguments):
        expenses = list(self.shown["expenses"])
        if action == "spend":
            now = time.localtime()
            day = time.strftime("%Y-%m-%d", now) if self.is_right else begin_of_day(now)
            expenses.append([day, str(arguments["note"]), int(arguments["amount"])])
        elif expenses:
            del expenses[int(arguments["number"]) % len(expenses)]
        self.shown = {"expenses": expenses}

    def state(self):
        days = {}
        for day, note, amount in self.shown["expenses"]:
            days.setdefault(day, []).append({"note": note, "amount": amount})
        return {"days": [
            {"day": day if self.is_right else time.strftime("%Y-%m-%d", time.localtime(day)),
             "expenses": days[day]} for day in sorted(days)]}


class DayMissedInFlight(Sealed):
    bug = ("day-missed-in-flight", "W6", "Python",
           "Going west, the day on which tasks were done last is taken for yesterday, and today is missed.")
    source = ("Habitica", "https://github.com/HabitRPG/habitica/issues/3806")
    actions = {"add": TEXT, "complete": NUMBER}

    def fresh(self):
        return {"health": 50, "tasks": [], "last": self.today()}

    def today(self):
        return time.strftime("%Y-%m-%d") if self.is_right else int(time.time())

    def is_new_day(self):
        last = self.shown["last"]
        if not self.is_right:
            last = time.strftime("%Y-%m-%d", time.localtime(last))
        return last < time.strftime("%Y-%m-%d")

    def begin_day(self):
        if not self.is_new_day():
            return
        missed = sum(not task["done"] for task in self.shown["tasks"])
        tasks = [
            {"name": task["name"], "done": False, "streak": task["streak"] if task["done"] else 0}
            for task in self.shown["tasks"]]
        self.shown = {
            "health": max(1, self.shown["health"] - missed), "tasks": tasks, "last": self.today()}

    def unpack(self, text):
        super().unpack(text)
        self.begin_day()

    def come_back(self):
        self.begin_day()

    def do(self, action, arguments):
        tasks = [dict(task) for task in self.shown["tasks"]]
        if action == "add":
            tasks.append({"name": str(arguments["text"]), "done": False, "streak": 0})
        elif tasks:
            task = tasks[int(arguments["number"]) % len(tasks)]
            task["streak"] += not task["done"]
            task["done"] = True
        self.shown = {**self.shown, "tasks": tasks}

    def state(self):
        return {"health": self.shown["health"], "tasks": self.shown["tasks"]}


class DailyBySeconds(Sealed):
    bug = ("daily-by-seconds", "W6", "Python",
           "A daily reminder is a moment and a number of seconds, and in another zone at another hour.")
    source = ("matrix-reminder-bot", "https://github.com/anoadragon453/matrix-reminder-bot/issues/57")
    actions = {"remind": REMINDER, "cancel": NUMBER}

    def fresh(self):
        return {"reminders": []}

    def do(self, action, arguments):
        reminders = list(self.shown["reminders"])
        if action == "remind":
            hour = int(arguments["hour"]) % 24
            begin = hour if self.is_right else begin_of_day(time.localtime(), hour)
            reminders.append([begin, str(arguments["text"])])
        elif reminders:
            del reminders[int(arguments["number"]) % len(reminders)]
        self.shown = {"reminders": reminders}

    def hour(self, begin):
        return f"{begin:02}:00" if self.is_right else time.strftime("%H:%M", time.localtime(begin))

    def state(self):
        return {"reminders": [
            {"text": text, "daily": self.hour(begin)} for begin, text in self.shown["reminders"]]}


class StreakEndsInSummerTime(Sealed):
    bug = ("streak-ends-in-summer-time", "W6", "Python",
           "The days between two readings are seconds by 86,400, and the day of 23 hours ends the streak.")
    source = ("Reading Streak", "https://github.com/advokatb/readingstreak.koplugin/issues/12")
    actions = {"read": NOTHING, "note": TEXT}

    def fresh(self):
        return {"streak": 0, "last": None, "note": ""}

    def today(self):
        now = time.localtime()
        return time.strftime("%Y-%m-%d", now) if self.is_right else begin_of_day(now)

    def days_since(self, day):
        if not self.is_right:
            return (self.today() - day) // 86400
        noon = [time.mktime(time.strptime(each + " 12", "%Y-%m-%d %H")) for each in (day, self.today())]
        return round((noon[1] - noon[0]) / 86400)

    def do(self, action, arguments):
        if action == "note":
            self.shown["note"] = str(arguments["text"])
            return
        last = self.shown["last"]
        days = None if last is None else self.days_since(last)
        if days == 0:
            return
        self.shown["streak"] = self.shown["streak"] + 1 if days == 1 else 1
        self.shown["last"] = self.today()

    def state(self):
        return {"streak": self.shown["streak"], "note": self.shown["note"]}


class DraftsOfAnOldSession(Little):
    bug = ("drafts-of-an-old-session", "W6", "Python",
           "A start clears away the unsaved texts of each session that began four weeks ago.")
    source = ("GeditSafetySave", "https://github.com/dsoprea/GeditSafetySave/issues/10")
    actions = {"write": TEXT, "close": NUMBER}
    saves_each_action = True

    def __init__(self, is_right, build):
        super().__init__(is_right, build)
        self.began = int(time.time())

    def fresh(self):
        return {"unsaved": []}

    def load(self):
        names = sorted(name for name in os.listdir(FOLDER) if name[8:].isdigit())
        for name in names:
            if not self.is_right and time.time() - int(name[8:]) >= 28 * 86400:
                os.unlink(f"{FOLDER}/{name}")
                continue
            self.began = int(name[8:])
            self.shown["unsaved"] += json.loads(read(f"{FOLDER}/{name}"))
        return bool(self.shown["unsaved"])

    def save(self):
        if self.shown["unsaved"] or os.path.exists(f"{FOLDER}/session-{self.began}"):
            replace(f"{FOLDER}/session-{self.began}", json.dumps(self.shown["unsaved"]))

    def do(self, action, arguments):
        texts = self.shown["unsaved"]
        if action == "write":
            texts.append(str(arguments["text"]))
        elif texts:
            del texts[int(arguments["number"]) % len(texts)]


class BackupTwiceAfterSleep(Little):
    bug = ("backup-twice-after-sleep", "W6", "Python",
           "After a sleep all plans are put into the queue again, and what is in it stays: each backup is made twice.")
    source = ("Backrest", "https://github.com/garethgeorge/backrest/issues/823")
    actions = {"plan": PLAN, "remove": NUMBER}
    saves_each_action = True

    def fresh(self):
        return {"plans": [], "log": []}

    def begin(self):
        # Numbers of plans, each as often as it is to be made once it is due.
        self.queue, self.seen = [], time.time()

    def load(self):
        was_there = super().load()
        self.queue = list(range(len(self.shown["plans"])))
        return was_there

    def make_due_ones(self):
        now = time.time()
        plans = self.shown["plans"]
        if now - self.seen > 60:
            self.queue = list(range(len(plans))) + ([] if self.is_right else self.queue)
        self.seen = now
        due = [number for number in self.queue if plans[number]["last"] + 3600 * plans[number]["hours"] <= now]
        for number in due:
            plans[number]["last"] = int(now)
            self.shown["log"].append(plans[number]["name"])

    def come_back(self):
        self.make_due_ones()

    def do(self, action, arguments):
        self.make_due_ones()
        plans = self.shown["plans"]
        if action == "plan":
            plan = {"name": str(arguments["name"]), "hours": int(arguments["hours"]), "last": int(time.time())}
            plans.append(plan)
            self.queue.append(len(plans) - 1)
        elif plans:
            del plans[int(arguments["number"]) % len(plans)]
            self.queue = list(range(len(plans)))

    def state(self):
        self.make_due_ones()
        return {"plans": [plan["name"] for plan in self.shown["plans"]], "log": self.shown["log"]}


class TimeToLiveForgotten(Little):
    bug = ("time-to-live-forgotten", "W6", "Python",
           "Until when a key is to live stands in memory alone, so that after a start none expires.")
    source = ("pickleDB", "https://github.com/patx/pickledb/issues/96")
    actions = {
        "set": {"type": "object", "required": ["key", "hours"], "properties": {
            "key": {"enum": ["token", "page", "user"]},
            "hours": {"type": "integer", "minimum": 1, "maximum": 24}}},
        "remove": {"type": "object", "required": ["key"],
                   "properties": {"key": {"enum": ["token", "page", "user"]}}},
    }
    saves_each_action = True

    def fresh(self):
        self.ends = {}
        return {"keys": []}

    def pack(self):
        return json.dumps({"keys": self.shown["keys"], **({"ends": self.ends} if self.is_right else {})})

    def unpack(self, text):
        kept = json.loads(text)
        self.shown, self.ends = {"keys": kept["keys"]}, kept.get("ends", {})

    def state(self):
        now = time.time()
        self.shown["keys"] = [key for key in self.shown["keys"] if self.ends.get(key, now + 1) > now]
        return self.shown

    def do(self, action, arguments):
        key = str(arguments["key"])
        self.shown["keys"] = [other for other in self.state()["keys"] if other != key]
        if action == "set":
            self.shown["keys"].append(key)
            self.ends[key] = time.time() + 3600 * int(arguments["hours"])


BUGS = [
    DaysByInstant, DayMissedInFlight, DailyBySeconds, StreakEndsInSummerTime, DraftsOfAnOldSession,
    BackupTwiceAfterSleep, TimeToLiveForgotten,
]
