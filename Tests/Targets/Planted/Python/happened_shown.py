"""What came back in part, or twice: the order, the direction, the place, the volume, the moment."""
import time

from app import replace, seal, unseal
from happened_some import Sealed
from little import NOTHING, NUMBER, ON, TEXT


class SortArrow(Sealed):
    bug = ("sort-arrow-points-up-again", "L1", "Python",
           "The sorted column comes back, but always ascending: its direction is forgotten.")
    source = ("WowUp", "https://github.com/WowUp/WowUp/issues/316")
    actions = {"install": TEXT, "click": NUMBER}
    columns = "installed", "name", "length"

    def fresh(self):
        return {"column": "installed", "descending": False, "names": []}

    def do(self, action, arguments):
        if action == "install":
            self.shown = {**self.shown, "names": self.shown["names"] + [str(arguments["text"])]}
        else:  # A click at the same header turns the arrow.
            column = self.columns[int(arguments["number"]) % 3]
            turned = column == self.shown["column"] and not self.shown["descending"]
            self.shown = {**self.shown, "column": column, "descending": turned}

    def unpack(self, text):
        shown = unseal(text)
        self.shown = shown if self.is_right else {**shown, "descending": False}

    def state(self):
        names, column = list(self.shown["names"]), self.shown["column"]
        if column != "installed":
            names.sort(key=len if column == "length" else str)
        return {**self.shown, "names": names[::-1] if self.shown["descending"] else names}


class Mute(Sealed):
    bug = ("unmute-to-silence", "L1", "Python",
           "Restarted while muted, it has lost the volume, and unmuting leaves it at 0.")
    source = ("Pixel Vision 8", "https://github.com/PixelVision8/PixelVision8/issues/290")
    actions = {"turn": NUMBER, "mute": ON}

    def fresh(self):
        return {"level": 40, "muted": False}

    def do(self, action, arguments):
        if action == "turn":
            self.shown = {"level": int(arguments["number"]) % 101, "muted": False}
        else:
            self.shown = {"level": self.shown["level"], "muted": bool(arguments["on"])}

    def pack(self):
        shown = self.shown
        return seal(shown if self.is_right else {**shown, "level": self.state()["volume"]})

    def state(self):
        muted = self.shown["muted"]
        return {"volume": 0 if muted else self.shown["level"], "muted": muted}


class Shuffle(Sealed):
    bug = ("shuffle-on-yet-in-order", "L1", "Python",
           "After a restart shuffle still says on, but the tracks are back in alphabetical order.")
    source = ("Simple Music Player",
              "https://github.com/SimpleMobileTools/Simple-Music-Player/issues/349")
    actions = {"add": TEXT, "shuffle": ON, "next": NOTHING}

    def fresh(self):
        return {"tracks": [], "playing": 0, "shuffle": False}

    def do(self, action, arguments):
        tracks, playing, shuffle = (self.shown[key] for key in ("tracks", "playing", "shuffle"))
        if action == "next":
            playing = (playing + 1) % max(len(tracks), 1)
        elif action == "add":
            tracks = tracks + [str(arguments["text"])]
            tracks = tracks if shuffle else sorted(tracks)
        else:
            shuffle, playing, tracks = bool(arguments["on"]), 0, sorted(tracks)
            if shuffle:  # The odd ones backwards, then the even ones.
                tracks = tracks[1::2][::-1] + tracks[::2]
        self.shown = {"tracks": tracks, "playing": playing, "shuffle": shuffle}

    def unpack(self, text):
        shown = unseal(text)
        self.shown = shown if self.is_right else {**shown, "tracks": sorted(shown["tracks"])}


class Backwards(Sealed):
    bug = ("tabs-backwards-after-a-crash", "L1", "Python",
           "After a crash, unlike after a quit, the tabs that are not pinned come back reversed.")
    source = ("Tab Center", "https://github.com/bwinton/TabCenter/issues/771")
    actions = {"open": TEXT, "pin": NUMBER, "shut": NUMBER}

    def fresh(self):
        return {"pinned": [], "tabs": []}

    def do(self, action, arguments):
        pinned, tabs = list(self.shown["pinned"]), list(self.shown["tabs"])
        if action == "open":
            tabs.append(str(arguments["text"]))
        elif tabs:
            tab = tabs.pop(int(arguments["number"]) % len(tabs))
            if action == "pin":
                pinned.append(tab)
        self.shown = {"pinned": pinned, "tabs": tabs}

    def save(self, has_quit=False):
        replace(self.path, seal({**self.shown, "hasQuit": has_quit}))

    def close(self):
        self.save(has_quit=True)

    def unpack(self, text):
        saved = unseal(text)
        crashed, tabs = not saved["hasQuit"], saved["tabs"]
        if crashed and not self.is_right:
            tabs = tabs[::-1]
        self.shown = {"pinned": saved["pinned"], "tabs": tabs}


class Unfolds(Sealed):
    bug = ("collapsed-node-opens-again", "L1", "Python",
           "That a node was collapsed is never stored, so one that was ever open opens again.")
    source = ("ManageIQ", "https://github.com/ManageIQ/ui-components/pull/395")
    actions = {"add": TEXT, "expand": NUMBER, "collapse": NUMBER}

    def fresh(self):
        return {"nodes": []}

    def do(self, action, arguments):
        nodes = [dict(node) for node in self.shown["nodes"]]
        if action == "add":
            nodes.append({"name": str(arguments["text"]), "open": False, "stored": False})
        elif nodes:
            node = nodes[int(arguments["number"]) % len(nodes)]
            node["open"] = action == "expand"
            if node["open"] or self.is_right:
                node["stored"] = node["open"]
        self.shown = {"nodes": nodes}

    def unpack(self, text):
        nodes = unseal(text)["nodes"]
        self.shown = {"nodes": [{**node, "open": node["stored"]} for node in nodes]}

    def state(self):
        return {"nodes": [{"name": node["name"], "open": node["open"]}
                          for node in self.shown["nodes"]]}


class Breakpoints(Sealed):
    bug = ("breakpoints-where-once-set", "L1", "Python",
           "Breakpoints move with their lines, but a restart puts them at the lines of old.")
    source = ("vim-go", "https://github.com/fatih/vim-go/issues/1688")
    actions = {"insert": TEXT, "go": NUMBER, "break": NOTHING, "cut": NOTHING}

    def fresh(self):  # A breakpoint: the line where it is, and the one where it was set.
        return {"lines": ["main()"], "cursor": 0, "breakpoints": []}

    def do(self, action, arguments):
        lines, at, points = list(self.shown["lines"]), self.shown["cursor"], self.shown["breakpoints"]
        if action == "go":
            at = int(arguments["number"]) % len(lines)
        elif action == "insert":  # above the cursor
            lines.insert(at, str(arguments["text"]))
            points = [[line + (line >= at), was] for line, was in points]
        elif action == "break":
            others = [point for point in points if point[0] != at]
            points = others if len(others) < len(points) else points + [[at, at]]
        elif len(lines) > 1:
            del lines[at]
            points = [[line - (line > at), was] for line, was in points if line != at]
            at = min(at, len(lines) - 1)
        self.shown = {"lines": lines, "cursor": at, "breakpoints": points}

    def pack(self):
        points = [line if self.is_right else was for line, was in self.shown["breakpoints"]]
        return seal({**self.shown, "breakpoints": points})

    def unpack(self, text):
        saved = unseal(text)
        self.shown = {**saved, "breakpoints": [[line, line] for line in saved["breakpoints"]]}

    def state(self):
        return {**self.shown, "breakpoints": sorted(line for line, _ in self.shown["breakpoints"])}


class BodyAfterTitle(Sealed):
    bug = ("body-after-title", "D14", "Python",
           "The title of a note is stored at once, and its body only when the note is left.")
    source = ("Fossify Notes", "https://github.com/FossifyOrg/Notes/issues/414")
    actions = {"new": TEXT, "rename": TEXT, "write": TEXT, "open": NUMBER}
    body = ""  # What is stored of the note that is open.

    def fresh(self):
        return {"notes": [{"title": "General note", "body": ""}], "open": 0}

    def unpack(self, text):
        super().unpack(text)
        self.body = self.note()["body"]

    def note(self):
        return self.shown["notes"][self.shown["open"]]

    def store(self, body):
        notes = [dict(note) for note in self.shown["notes"]]
        notes[self.shown["open"]]["body"] = body
        replace(self.path, seal({**self.shown, "notes": notes}))
        self.body = body

    def save(self):
        self.store(self.note()["body"])

    def do(self, action, arguments):
        notes = [dict(note) for note in self.shown["notes"]]
        number = self.shown["open"]
        if action == "write":
            notes[number]["body"] = str(arguments["text"])
        elif action == "rename":
            notes[number]["title"] = str(arguments["text"])
        else:
            self.save()
            if action == "new":
                notes.append({"title": str(arguments["text"]), "body": ""})
            number = len(notes) - 1 if action == "new" else int(arguments["number"]) % len(notes)
        before, self.shown = self.shown, {"notes": notes, "open": number}
        try:
            if self.is_right or action in ("new", "open"):
                self.save()
            elif action == "rename":
                self.store(self.body)
        except OSError:
            self.shown = before
            raise


class CopiedForEachZone(Sealed):
    bug = ("copied-for-each-zone", "W6", "Python",
           "An event is known by its local time, and in another time zone it is copied once more.")
    source = ("Outlook Google Calendar Sync",
              "https://github.com/phw198/OutlookGoogleCalendarSync/issues/2233")
    actions = {"plan": TEXT, "cancel": NUMBER}

    def fresh(self):
        return {"count": 0, "events": [], "copies": []}

    def key(self, moment):
        return moment if self.is_right else time.strftime("%d %H:%M", time.localtime(moment))

    def do(self, action, arguments):
        count, events = self.shown["count"], list(self.shown["events"])
        copies = list(self.shown["copies"])
        if action == "plan":
            events.append([1700000000 + 3600 * count, str(arguments["text"])])
            count += 1
        elif events:
            moment, name = events.pop(int(arguments["number"]) % len(events))
            copies = [copy for copy in copies if copy != [self.key(moment), name]]
        self.shown = {"count": count, "events": events, "copies": copies}
        self.copy()

    def copy(self):
        keyed = [[self.key(moment), name] for moment, name in self.shown["events"]]
        self.shown["copies"] += [copy for copy in keyed if copy not in self.shown["copies"]]

    def unpack(self, text):
        super().unpack(text)
        self.copy()

    def state(self):
        return {"calendar": [name for _, name in self.shown["copies"]]}


BUGS = [SortArrow, Mute, Shuffle, Backwards, Unfolds, Breakpoints, CopiedForEachZone, BodyAfterTitle]
