"""What was lost of some things only, or after some actions only."""
import os

import quick_json as json
from app import Damaged, read, replace, seal, unseal
from happened_saving import write_in_place
from little import FOLDER, HEIGHT, NOTHING, NUMBER, ON, TEXT, Items, Little


class NumbersStartAgain(Items):
    bug = ("numbers-start-again", "L1", "Python",
           "Numbers are given out from 1 again after a start, and new items replace old ones.")
    source = ("SharpVector", "https://github.com/Build5Nines/SharpVector/issues/76")
    number = 0

    def fresh(self):
        return {"items": {}}

    def do(self, action, arguments):
        items = self.shown["items"]
        if action == "add":
            self.number += 1
            items[str(self.number)] = str(arguments["text"])
        elif items:
            del items[list(items)[int(arguments["number"]) % len(items)]]

    def pack(self):
        return json.dumps(self.shown | {"number": self.number})

    def unpack(self, text):
        super().unpack(text)
        number = self.shown.pop("number")
        if self.is_right:
            self.number = number


class SavedWhenPaused(Little):
    bug = ("saved-when-paused", "S2", "Python",
           "What is playing is saved when it is paused, and forgotten if the app is closed meanwhile.")
    source = ("PixelPlayer", "https://github.com/PixelPlayerHQ/PixelPlayer/issues/1780")
    actions = {"play": TEXT, "pause": NOTHING, "seek": NUMBER}

    def fresh(self):
        return {"track": "", "second": 0, "playing": False}

    def do(self, action, arguments):
        if action == "play":
            self.shown = {"track": str(arguments["text"]), "second": 0, "playing": True}
        elif action == "seek":
            self.shown["second"] = abs(int(arguments["number"])) % 3600
        else:
            self.shown["playing"] = False
            self.save()

    def save(self):
        if self.is_right or not self.shown["playing"]:
            super().save()


class OrderUnsaved(Items):
    bug = ("order-unsaved", "S2", "Python",
           "A new order of the list is not saved until something else is changed.")
    source = ("RIDE", "https://github.com/Dyalog/ride/issues/1196")
    actions = Items.actions | {"raise": NUMBER}
    is_changed = False

    def do(self, action, arguments):
        items = self.shown["items"]
        if action != "raise":
            super().do(action, arguments)
            self.is_changed = True
        elif items:
            items.insert(0, items.pop(int(arguments["number"]) % len(items)))
            self.is_changed |= self.is_right

    def save(self):
        if self.is_changed:
            super().save()


class EmptyOrdersGone(Little):
    bug = ("empty-orders-gone", "L1", "Python",
           "An order to which nothing has been brought yet is not there after a start.")
    source = ("Eco", "https://github.com/StrangeLoopGames/EcoIssues/issues/13203")
    actions = {"order": TEXT, "bring": NUMBER}

    def fresh(self):
        return {"orders": []}

    def do(self, action, arguments):
        orders = self.shown["orders"]
        if action == "order":
            orders.append({"of": str(arguments["text"]), "brought": 0})
        elif orders:
            orders[int(arguments["number"]) % len(orders)]["brought"] += 1

    def unpack(self, text):
        super().unpack(text)
        if not self.is_right:
            self.shown["orders"] = [order for order in self.shown["orders"] if order["brought"]]


class CopiedFromTemporary(Items):
    bug = ("copied-from-temporary", "D1", "Python",
           "A temporary file is written with care, and then its bytes are written over the real one.")
    source = ("Fritzing", "https://github.com/fritzing/fritzing-app/issues/1133")

    def save(self):
        if self.is_right:
            return super().save()
        replace(FOLDER + "/state.tmp", self.pack())
        write_in_place(self.path, read(FOLDER + "/state.tmp"))

    def unpack(self, text):
        if text:
            super().unpack(text)


class Sealed(Little):
    """What the file holds is checked; a damaged one is a fresh start.

    An action replaces `shown` at once, since a signal may save in its midst.
    """

    def pack(self):
        return seal(self.shown)

    def unpack(self, text):
        self.shown = unseal(text)

    def load(self):
        try:
            return super().load()
        except (Damaged, ValueError):
            return False


class DeleteWaitsForToast(Sealed):
    bug = ("delete-waits-for-toast", "L1", "Python",
           "What is removed is deleted once the offer to undo it is gone, and is back if the app ends.")
    source = ("Planify", "https://github.com/alainm23/planify/issues/1242")
    actions = {"add": TEXT, "remove": NUMBER, "undo": NOTHING}

    def fresh(self):
        return {"items": [], "toast": None}  # The place and the text of what an undo brings back.

    def state(self):
        return {"items": self.shown["items"]}

    def do(self, action, arguments):
        items, toast = list(self.shown["items"]), None
        if action == "undo":
            items = self.with_removed()
        elif action == "add":
            items.append(str(arguments["text"]))
        elif items:
            place = int(arguments["number"]) % len(items)
            toast = [place, items.pop(place)]
        self.shown = {"items": items, "toast": toast}

    def with_removed(self):
        items, toast = list(self.shown["items"]), self.shown["toast"]
        if toast:
            items.insert(*toast)
        return items

    def pack(self):
        return seal(self.shown if self.is_right else {"items": self.with_removed(), "toast": None})


class SizeOfFullScreen(Sealed):
    bug = ("size-of-full-screen", "L1", "Python",
           "Of a window that fills the screen, that height is saved, and its own one is lost.")
    source = ("Atom", "https://github.com/atom/atom/issues/10720")
    actions = {"resize": HEIGHT, "fill": ON}

    def fresh(self):
        return {"own": 600, "full": False}

    def state(self):
        full = self.shown["full"]
        return {"height": 2000 if full else self.shown["own"], "full": full}

    def do(self, action, arguments):
        if action == "fill":
            self.shown = self.shown | {"full": bool(arguments["on"])}
        elif not self.shown["full"]:
            self.shown = self.shown | {"own": int(arguments["height"])}

    def pack(self):
        return seal(self.shown if self.is_right else self.shown | {"own": self.state()["height"]})


class UndoKeepsOldest(Sealed):
    bug = ("undo-keeps-oldest", "L1", "Python",
           "The saved history is cut at the wrong end, and an undo brings back a text from long ago.")
    source = ("Sublime Text", "https://github.com/sublimehq/sublime_text/issues/3739")
    actions = {"write": TEXT, "undo": NOTHING}

    def fresh(self):
        return {"text": "", "past": []}

    def state(self):
        return {"text": self.shown["text"], "canUndo": bool(self.shown["past"])}

    def do(self, action, arguments):
        text, past = self.shown["text"], self.shown["past"]
        if action == "write":
            self.shown = {"text": str(arguments["text"]), "past": (past + [text])[-50:]}
        elif past:
            self.shown = {"text": past[-1], "past": past[:-1]}

    def pack(self):
        return seal(self.shown if self.is_right else self.shown | {"past": self.shown["past"][:3]})


class SameOpeningSameFile(Little):
    bug = ("same-opening-same-file", "L1", "Python",
           "A memo's file is named after its opening, and one that begins alike takes its place.")
    source = ("Palinode", "https://github.com/phasespace-labs/palinode/issues/129")
    actions = {"remember": TEXT}
    saves_each_action, saved, first = True, 0, 0

    def fresh(self):
        return {"memos": []}

    def do(self, action, arguments):
        self.shown["memos"].append(str(arguments["text"]))

    def save(self):
        for text in self.shown["memos"][self.saved:]:
            opening = "".join(c if c.isascii() and c.isalnum() else "-" for c in text[:6].lower())
            path, again = f"{FOLDER}/{opening}.memo", 1
            while self.is_right and os.path.exists(path):
                again += 1
                path = f"{FOLDER}/{opening}.{again}.memo"
            replace(path, seal([self.first + self.saved, text]))
            self.saved += 1

    def load(self):
        memos = {}
        for name in os.listdir(FOLDER):
            if name.endswith(".memo"):
                try:
                    number, text = unseal(read(f"{FOLDER}/{name}"))
                    memos[number] = text
                except (Damaged, ValueError):
                    pass  # The other memos are whole.
        self.shown["memos"] = [memos[number] for number in sorted(memos)]
        self.saved = len(memos)
        self.first = max(memos, default=-1) + 1 - self.saved  # A lost memo leaves a gap.
        return bool(memos)


BUGS = [
    NumbersStartAgain, SavedWhenPaused, OrderUnsaved, EmptyOrdersGone, CopiedFromTemporary,
    DeleteWaitsForToast, SizeOfFullScreen, UndoKeepsOldest, SameOpeningSameFile,
]
