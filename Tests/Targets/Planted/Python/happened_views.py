"""What was taken for all though it was a part: a search, a tab, a start, a composer, a page."""
import quick_json as json
from app import read, remove
from little import FOLDER, NOTHING, NUMBER, TEXT, Little

SPLIT = {
    "type": "object", "required": ["tab", "text", "below"],
    "properties": {"tab": {"type": "integer"}, "text": {"type": "string"}, "below": {"type": "boolean"}},
}


class SearchedPlaylist(Little):
    bug = ("searched-playlist", "L1", "Python",
           "A playlist that is left while a search is shown keeps only the songs that match.")
    source = ("Quod Libet", "https://github.com/quodlibet/quodlibet/issues/3083")
    actions = {"add": TEXT, "remove": NUMBER, "search": TEXT}

    def fresh(self):
        return {"songs": [], "search": ""}

    def matching(self):
        """The numbers of the songs that are shown."""
        search = self.shown["search"].lower()
        return [number for number, song in enumerate(self.shown["songs"]) if search in song.lower()]

    def state(self):
        songs = self.shown["songs"]
        return {"search": self.shown["search"], "songs": [songs[number] for number in self.matching()]}

    def save(self):
        if not self.is_right:
            self.shown["songs"] = self.state()["songs"]
        super().save()

    def do(self, action, arguments):
        if action == "add":
            self.shown["songs"].append(str(arguments["text"]))
        elif action == "search":
            self.shown["search"] = str(arguments["text"])
        elif numbers := self.matching():
            del self.shown["songs"][numbers[int(arguments["number"]) % len(numbers)]]


class SplitsGoToFirst(Little):
    """Consoles in tabs; a tab can be split into several. The file is one list of consoles."""

    bug = ("splits-go-to-first", "S7", "Python",
           "After a restart each split console lies in the first tab, wherever it was split off.")
    source = ("ConEmu", "https://github.com/ConEmu/ConEmu/issues/1892")
    actions = {"open": TEXT, "close": NUMBER, "split": SPLIT}

    def fresh(self):
        return {"tabs": [[{"folder": "~", "split": "no"}]]}

    def do(self, action, arguments):
        tabs = self.shown["tabs"]
        if action == "open":
            tabs.append([{"folder": str(arguments["text"]), "split": "no"}])
        elif not tabs:
            return
        elif action == "close":
            del tabs[int(arguments["number"]) % len(tabs)]
        else:
            side = "below" if arguments["below"] else "right"
            tabs[int(arguments["tab"]) % len(tabs)].append(
                {"folder": str(arguments["text"]), "split": side})

    def pack(self):
        return json.dumps([console for tab in self.shown["tabs"] for console in tab])

    def unpack(self, text):
        tabs = []
        for console in json.loads(text):
            if console["split"] == "no":
                tabs.append([console])
            else:
                tabs[-1 if self.is_right else 0].append(console)
        self.shown = {"tabs": tabs}


class StartForgetsTabs(Little):
    """The tabs of a browser."""

    bug = ("start-forgets-tabs", "R12", "Python",
           "The session is taken away while the browser starts, so a death during the start loses all tabs.")
    source = ("Brave", "https://github.com/brave/browser-laptop/issues/758")
    actions = {"open": TEXT, "close": NUMBER, "select": NUMBER, "pin": NUMBER}
    path = FOLDER + "/session-store-1"

    def fresh(self):
        return {"tabs": [], "active": 0}

    def do(self, action, arguments):
        tabs = self.shown["tabs"]
        if action == "open":
            tabs.append({"address": str(arguments["text"]), "pinned": False})
            self.shown["active"] = len(tabs) - 1
            return
        if not tabs:
            return
        place = int(arguments["number"]) % len(tabs)
        if action == "select":
            self.shown["active"] = place
        elif action == "pin":
            tabs[place]["pinned"] = not tabs[place]["pinned"]
        else:
            del tabs[place]
            active = self.shown["active"]
            self.shown["active"] = max(0, min(active - (place < active), len(tabs) - 1))

    def load(self):
        text = read(self.path)
        if text is None:
            return False
        if not self.is_right:
            remove(self.path)
        self.unpack(text)
        if not self.is_right:
            self.save()  # Started, with the tabs in their windows.
        return True


class OldComposerWins(Little):
    """Three chats with a draft each. A text that another app shares opens a second composer."""

    bug = ("old-composer-wins", "R15", "Python",
           "Back in the foreground the first composer shows its old draft, and saves it over the shared one.")
    source = ("Delta Chat", "https://github.com/deltachat/deltachat-android/issues/2509")
    actions = {"open": NUMBER, "write": TEXT, "share": TEXT}

    def __init__(self, is_right, build):
        super().__init__(is_right, build)
        self.composers = [""]

    def fresh(self):
        return {"chat": 0, "drafts": ["", "", ""]}

    def unpack(self, text):
        super().unpack(text)
        self.composers = [self.shown["drafts"][self.shown["chat"]]]

    def keep(self):
        self.shown["drafts"][self.shown["chat"]] = self.composers[-1]

    def save(self):
        self.keep()
        super().save()

    def state(self):
        drafts = list(self.shown["drafts"])
        drafts[self.shown["chat"]] = self.composers[-1]
        return {"chat": self.shown["chat"], "composer": self.composers[-1], "drafts": drafts}

    def do(self, action, arguments):
        if action == "open":
            self.keep()
            self.shown["chat"] = int(arguments["number"]) % 3
            self.composers = [self.shown["drafts"][self.shown["chat"]]]
        elif action == "write":
            self.composers[-1] = str(arguments["text"])
        else:
            self.composers = [self.composers[0], str(arguments["text"])]

    def come_back(self):
        self.composers = self.composers[-1:] if self.is_right else self.composers[:1]


class UndoneToBlank(Little):
    bug = ("undone-to-blank", "L1", "Python",
           "An opened file has a blank page before it in its history, where undoing leads.")
    source = ("Modular Calculator", "https://github.com/JordanL2/ModularCalculatorInterface/issues/14")
    actions = {"write": TEXT, "undo": NOTHING}
    history = 20

    def fresh(self):
        return {"pages": [""]}

    def state(self):
        return {"page": self.shown["pages"][-1]}

    def do(self, action, arguments):
        pages = self.shown["pages"]
        if action == "write":
            self.shown["pages"] = (pages + [str(arguments["text"])])[-self.history:]
        elif len(pages) > 1:
            pages.pop()

    def pack(self):
        return json.dumps(self.shown if self.is_right else self.state())

    def unpack(self, text):
        saved = json.loads(text)
        self.shown = saved if self.is_right else {"pages": ["", saved["page"]]}


BUGS = [SearchedPlaylist, SplitsGoToFirst, StartForgetsTabs, OldComposerWins, UndoneToBlank]
