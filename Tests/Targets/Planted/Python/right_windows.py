"""How programs that may be open several times keep things, each in a right way."""
import fcntl
import os

import quick_json as json
from app import read, replace
from little import FOLDER, NOTHING, TEXT, Little


class DocumentOfEachWindow(Little):
    """A second window takes none of the documents that the first one has open, and both are there again."""
    bug = ("document-of-each-window", "D16", "Python", "Each window has a document of its own.")
    actions = {"write": TEXT, "clear": NOTHING}
    multiple_instances = True

    def fresh(self):
        return {"documents": []}

    def take(self, number):
        """Whether no other window has the document."""
        lock = open(f"{FOLDER}/{number}.lock", "a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        self.locks.append(lock)
        return True

    def load(self):
        self.locks, self.numbers, self.shown = [], [], self.fresh()
        number, found = 0, False
        while os.path.exists(f"{FOLDER}/{number}.json"):
            if self.take(number):
                self.shown["documents"].append(json.loads(read(f"{FOLDER}/{number}.json")))
                self.numbers.append(number)
                found = True
            number += 1
        while not self.numbers:
            if self.take(number):
                self.numbers.append(number)
                self.shown["documents"].append("")
            number += 1
        return found

    def save(self):
        for number, text in zip(self.numbers, self.shown["documents"]):
            path = f"{FOLDER}/{number}.json"
            if text or os.path.exists(path):
                replace(path, json.dumps(text))

    def do(self, action, arguments):
        self.shown["documents"][-1] = str(arguments["text"]) if action == "write" else ""


SHAPES = [DocumentOfEachWindow]
