"""The targets of `audited.py`.

Each is the right app of `Planted/Python`, but for what its own lines say. Large modules are imported
where they are used, since few targets use them.
"""
import os, sys, time

from app import App, SAVED, TEXT, read, replace, seal, sync_folder


def schema(**properties):
    return {"type": "object", "properties": properties, "required": sorted(properties)}


class Value(App):
    """One value that is set, and another one to begin with."""

    actions = {"set": schema(to={"type": "integer"})}
    first = 10

    def begin(self):
        self.draft = {"value": self.first}

    def perform(self, action, arguments):
        self.draft["value"] = arguments["to"]


class Switch(App):
    """It is on or off, and nothing else."""

    actions = {"start": schema(), "stop": schema()}

    def begin(self):
        self.draft = {"isOn": False}

    def perform(self, action, arguments):
        self.draft["isOn"] = action == "start"


class Items(App):
    actions = {"add": TEXT}

    def begin(self):
        self.draft = {"items": []}

    def perform(self, action, arguments):
        self.draft["items"].append(arguments["text"])

    def draw(self):
        return f"<svg><text>{len(self.draft['items'])}</text></svg>"


# Values that restoring loses.


class Zero(Value):
    """Zero comes back as what a first launch shows."""

    def restore(self, saved):
        self.draft = {"value": saved["draft"]["value"] or self.first}


class ThirtyTwoBits(Value):
    def restore(self, saved):
        self.draft = {"value": (saved["draft"]["value"] + (1 << 31)) % (1 << 32) - (1 << 31)}


class SixDigits(Value):
    actions = {"set": schema(to={"type": "number"})}

    def restore(self, saved):
        self.draft = {"value": float("%g" % saved["draft"]["value"])}


class Digits(Value):
    """A text of digits comes back as a number."""

    actions = {"set": schema(to={"type": "string"})}
    first = "none"

    def restore(self, saved):
        text = saved["draft"]["value"]
        self.draft = {"value": int(text) if text.isdecimal() else text}


class Once(Items):
    """What is in the list twice comes back once."""

    def restore(self, saved):
        self.draft = {"items": list(dict.fromkeys(saved["draft"]["items"]))}


# Lists and their order.


class Sorted(Items):
    """The order of the user comes back as that of the alphabet."""

    def restore(self, saved):
        self.draft = {"items": sorted(saved["draft"]["items"])}


class Scrambled(Items):
    """The order of the user comes back as any."""

    def restore(self, saved):
        items = saved["draft"]["items"]
        import random
        self.draft = {"items": random.sample(items, len(items))}


class Tags(Items):
    """A set, whose order is nobody's: right."""

    def perform(self, action, arguments):
        if arguments["text"] not in self.draft["items"]:
            super().perform(action, arguments)

    def state(self):
        items = self.draft["items"]
        import random
        return {"deep": [{"tags": random.sample(items, len(items))}], "count": len(items)}


# Schemas.


class Strict(App):
    """Ends where an argument is not what its schema says."""

    actions = {
        "letters": schema(to={"type": "string", "pattern": "^[a-z]{3}(-[0-9]+)?$"}),
        "short": schema(to={"type": "string", "minLength": 2, "maxLength": 4}),
        "between": schema(to={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
        "sevens": schema(to={"type": "integer", "multipleOf": 7, "minimum": 10, "maximum": 30}),
        "either": schema(to={"oneOf": [{"const": "all"}, {"type": "integer", "minimum": 5}]}),
        "some": schema(
            to={"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 2,
                "maxItems": 3, "uniqueItems": True}),
        "referred": schema(to={"$ref": "#/$defs/yes"}) | {"$defs": {"yes": {"type": "boolean"}}},
    }
    checks = {
        "letters": lambda to: to[:3].isalpha() and to.islower() and (to + "-0").split("-")[1].isdigit(),
        "short": lambda to: 2 <= len(to) <= 4,
        "between": lambda to: 0 < to < 1,
        "sevens": lambda to: to in (14, 21, 28),
        "either": lambda to: to == "all" or to >= 5,
        "some": lambda to: 2 <= len(set(to)) == len(to) <= 3 and set(to) <= set("abc"),
        "referred": lambda to: isinstance(to, bool),
    }

    def begin(self):
        self.draft = {}

    def perform(self, action, arguments):
        if not self.checks[action](arguments["to"]):
            sys.exit(f"{action} takes no {arguments['to']!r}")
        self.draft[action] = arguments["to"]


class Frail(Value):
    """Ends where a number is none of a short list's, which its schema does not say."""

    def perform(self, action, arguments):
        if not 0 <= arguments["to"] < 1000:
            os.abort()
        super().perform(action, arguments)


class Riddles(App):
    """Beside actions that can be performed it has some that nobody can know how to."""

    actions = App.actions | {
        "ahead": schema(to={"type": "string", "pattern": "^(?=a)b"}),
        "never": schema(to={"type": "integer", "minimum": 5, "maximum": 2}),
        "secret": schema(to={"type": "string"}),
    }


# What is right, and looks as if it were not.


class TakesOver(App):
    """What is typed into the field is stored on the way to the background."""

    actions = {"type": TEXT}

    def begin(self):
        self.draft = {"field": "", "stored": ""}

    def perform(self, action, arguments):
        self.draft["field"] = arguments["text"]

    def enter_background(self):
        self.draft["stored"] = self.draft["field"]
        super().enter_background()


class Garbles(TakesOver):
    """What is stored is not what was typed: wrong."""

    def enter_background(self):
        self.draft["stored"] = self.draft["field"] + "?"
        App.enter_background(self)


class PictureApart(App):
    """The picture has a file of its own."""

    def save(self):
        replace(SAVED + "/picture", self.draw())
        replace(SAVED + "/state", seal({"draft": self.draft}))

    def load(self):
        saved = super().load()
        if saved is not None:
            try:
                saved["picture"] = read(SAVED + "/picture")
            except ValueError:
                saved["picture"] = None
        return saved


class Times(App):
    """Shows the time in seconds, which may be the same in two launches and may be not."""

    def perform(self, action, arguments):
        super().perform(action, arguments)
        self.draft["changed"] = int(time.time())

    def state(self):
        return self.draft | {"now": int(time.time()), "since": time.strftime("%Y-%m-%dT%H:%M:%S")}

    def draw(self):
        return f"<svg><text>{self.draft['text']}</text></svg>"


class Keys(App):
    """Each note gets a key that is drawn at random, and is removed by it."""

    actions = {"add": TEXT, "remove": schema(key={"type": "string"})}

    def begin(self):
        self.draft = {"notes": []}

    def perform(self, action, arguments):
        notes = self.draft["notes"]
        if action == "add":
            import uuid
            return notes.append({"key": str(uuid.uuid4()), "text": arguments["text"]})
        left = [note for note in notes if note["key"] != arguments["key"]]
        if len(left) == len(notes):
            raise ValueError("there is no such note")
        self.draft["notes"] = left


class Unsynced(Value):
    """Its file may be empty after a power failure, which shows what a first launch shows, as two of its
    three actions do: wrong.
    """

    actions = Value.actions | {"clear": schema(), "reset": schema()}

    def perform(self, action, arguments):
        self.draft["value"] = arguments["to"] if action == "set" else self.first

    def save(self):
        with open(SAVED + "/state.new", "w", encoding="utf-8", newline="") as file:
            file.write(seal({"draft": self.draft, "picture": self.draw()}))
        os.replace(SAVED + "/state.new", SAVED + "/state")
        sync_folder(SAVED)


class StartsOnce(App):
    """Killed in the foreground, it never starts again: wrong."""

    def launch(self):
        if read(SAVED + "/foreground"):
            sys.exit("it is in the foreground already")
        reason = super().launch()
        replace(SAVED + "/foreground", "yes")
        return reason

    def handle(self, event):
        super().handle(event)
        if event == "foreground":
            replace(SAVED + "/foreground", "yes")
        if event in ("background", "quit") and os.path.exists(SAVED + "/foreground"):
            os.unlink(SAVED + "/foreground")


class Multiplies(Items):
    """Each launch writes its journal once more behind itself: wrong."""

    def launch(self):
        journal = read(SAVED + "/journal") or "a launch\n"
        replace(SAVED + "/journal", journal + journal)
        return super().launch()


class Logs(Items):
    """Each launch adds as much to a log as it keeps, and takes no time for it: right."""

    def launch(self):
        replace(SAVED + "/log", (read(SAVED + "/log") or "") + "a launch\n" * 100)
        return super().launch()


class KeepsThirty(Items):
    """Each launch makes a backup, and the last thirty are kept: right."""

    def launch(self):
        launches = int(read(SAVED + "/launches") or "0") + 1
        replace(SAVED + "/launches", str(launches))
        replace("%s/backup %d" % (SAVED, launches), read(SAVED + "/items") or "")
        if launches > 30:
            os.remove("%s/backup %d" % (SAVED, launches - 30))
        return super().launch()


class Slows(Items):
    """Each launch waits for all that were before it: wrong."""

    def launch(self):
        launches = (read(SAVED + "/launches") or "") + "."
        replace(SAVED + "/launches", launches)
        time.sleep(0.1 * len(launches))
        return super().launch()


class Flashes(Items):
    """What is added is shown for a moment, and saved nowhere."""

    def begin(self):
        super().begin()
        self.born = time.monotonic()

    def perform(self, action, arguments):
        super().perform(action, arguments)
        self.born = time.monotonic()

    def state(self):
        return {"items": self.draft["items"] if time.monotonic() < self.born + 0.7 else []}

    def save(self):
        pass


TARGETS = {
    "zero": Zero, "thirty-two-bits": ThirtyTwoBits, "six-digits": SixDigits, "digits": Digits,
    "once": Once, "sorted": Sorted, "scrambled": Scrambled, "tags": Tags, "strict": Strict,
    "frail": Frail, "riddles": Riddles, "takes-over": TakesOver, "garbles": Garbles,
    "picture-apart": PictureApart, "times": Times, "keys": Keys, "starts-once": StartsOnce,
    "unsynced": Unsynced, "multiplies": Multiplies, "logs": Logs, "slows": Slows,
    "keeps-thirty": KeepsThirty, "flashes": Flashes,
    "value": Value, "switch": Switch, "items": Items, "app": App,
}

for name, target in TARGETS.items():
    target.bug = (name, "", "Python", "")
