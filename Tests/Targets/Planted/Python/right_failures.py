"""What programs make of a save that fails, each in a right way."""
import quick_json as json
from little import NOTHING, NUMBER, TEXT, Items


class RollsBack(Items):
    bug = ("rolls-back", "L1", "Python",
           "What cannot be saved is taken back, and counted among the failures, which the next save stores.")
    actions = {"add": TEXT, "finish": NUMBER, "clear": NOTHING}

    def fresh(self):
        return {"items": [], "done": [], "failures": 0, "status": "ready"}

    def do(self, action, arguments):
        before = json.dumps(self.shown)
        items = self.shown["items"]
        if action == "add":
            items.append(str(arguments["text"]))
        elif action == "clear":
            items.clear()
        elif items:
            self.shown["done"].append(items.pop(int(arguments["number"]) % len(items)))
        self.shown["status"] = f"{action} is saved"
        try:
            self.save()
        except OSError:
            self.shown = json.loads(before)
            self.shown["failures"] += 1
            self.shown["status"] = f"{action} could not be saved"
            raise


class KeepsInMemory(Items):
    bug = ("keeps-in-memory", "L1", "Python",
           "What cannot be saved stays in memory for the next save, and a line says so meanwhile.")
    warning = ""

    def do(self, action, arguments):
        super().do(action, arguments)
        try:
            self.save()
        except OSError as error:
            self.warning = f"not saved yet: {error.strerror}"
            self.harness.tell("issue", text=self.warning, rule="S16")

    def save(self):
        super().save()
        self.warning = ""

    def state(self):
        return dict(self.shown, warning=self.warning)


class ReadOnlyAfterFailure(Items):
    bug = ("read-only-after-failure", "L1", "Python",
           "Once a sync has failed, nobody knows what is on the disk, and no save is taken until the next launch.")
    failure = None

    def save(self):
        if self.failure:
            raise OSError(f"read-only since {self.failure}")
        try:
            super().save()
        except OSError as error:
            self.failure = error.strerror
            raise


SHAPES = [RollsBack, KeepsInMemory, ReadOnlyAfterFailure]
