import PlantedCommon
import RelaunchTarget

final class ConsumedWhileRestoring: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "consumed-while-restoring", breaks: "R12", standsOn: "files",
            "The saved state is deleted as soon as it is read, so that a death before the next save loses it."
        )
    }

    override func restore(_ saved: JSON) -> Bool {
        if !isRight { try? folder.remove("state") }
        return super.restore(saved)
    }
}

/// How often the state was restored is noted in it.
final class RewrittenWhileRestoring: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "rewritten-while-restoring", breaks: "R12", standsOn: "files",
            "How often the state was restored is noted in it, in place, so that a death in the middle destroys it."
        )
    }

    override func restore(_ saved: JSON) -> Bool {
        var noted = saved.object ?? [:]
        noted["restorations"] = .integer((saved["restorations"]?.integer ?? 0) &+ 1)
        let content = Sealed.seal(.object(noted))
        if isRight {
            try? folder.replace("state", content)
        } else {
            try? folder.overwrite("state", content)
        }
        return super.restore(saved)
    }
}

final class RestoredWhileLocked: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "restored-while-locked", breaks: "R11", standsOn: "files",
            "The state is restored although the device is locked.")
    }

    override func isLockedOut(saving: Bool) -> Bool {
        super.isLockedOut(saving: saving) && (isRight || saving)
    }
}

final class EmptyFileCrashes: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "empty-file-crashes", breaks: "R7", standsOn: "files",
            "An empty file is taken for one that has a first byte.")
    }

    override func load() throws -> Start {
        guard let bytes = try folder.read("state") else { return .fresh("noSavedState") }
        if isRight, bytes.isEmpty { return .fresh("damaged") }
        guard bytes[0] == UInt8(ascii: "p") else { return .fresh("damaged") }
        return try super.load()
    }
}

final class DamagedFileCrashes: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "damaged-file-crashes", breaks: "R7", standsOn: "JSON",
            "JSON that was cut short or changed is read with a forced try.")
    }

    private let newline = UInt8(ascii: "\n")

    override func load() throws -> Start {
        if !isRight, let bytes = try folder.read("state") {
            return .restore(try! JSON(parsing: Array(bytes.drop { $0 != newline })))
        }
        return try super.load()
    }
}

/// Build 2 calls the title a heading, in a format of version 2.
final class NewerFormatHalfRead: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "newer-format-half-read", breaks: "R8", standsOn: "JSON",
            "A state of a newer build is read as far as it is understood, and the rest is dropped.")
    }

    private var titleName: String { build == 1 ? "title" : "heading" }

    override func save() throws {
        var state = draft.json.object ?? [:]
        state["title"] = nil
        state[titleName] = .string(draft.title)
        let saved: JSON = ["state": .object(state), "picture": .string(draft.picture.content)]
        try folder.replace("state", Sealed.seal(saved, version: build))
    }

    override func load() throws -> Start {
        guard let bytes = try folder.read("state") else { return .fresh("noSavedState") }
        switch Sealed(opening: bytes, version: isRight ? build : .max) {
        case .damaged: return .fresh("damaged")
        case .newer: return .fresh("newerFormat")
        case .content(let json): return .restore(json)
        }
    }

    override func restore(_ saved: JSON) -> Bool {
        guard let state = saved["state"] else { return false }
        // A state of build 1 has a title in either build.
        let title = state[titleName]?.string ?? state["title"]?.string
        (draft.title, draft.text) = (title ?? draft.title, state["text"]?.string ?? "")
        draft.count = state["count"]?.integer ?? 0
        return true
    }
}

/// Build 2 calls the case `done` otherwise.
final class RenamedCase: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "renamed-case", breaks: "R16", standsOn: "JSON",
            "After an update a case has another name, and what was saved under the old one is lost in silence."
        )
    }

    private var isDone = false
    private var doneName: String { build == 1 ? "done" : "published" }

    override var actions: [String: JSON] {
        let done: JSON = [
            "type": "object", "properties": ["done": ["type": "boolean"]], "required": ["done"],
        ]
        return Self.actions.merging(["finish": done]) { $1 }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        guard action == "finish" else { return try super.perform(action, arguments) }
        isDone = arguments["done"]?.bool ?? true
    }

    override var state: JSON { ["draft": draft.json, "done": .bool(isDone)] }

    override var saved: JSON {
        var saved = super.saved.object ?? [:]
        saved["phase"] = .string(isDone ? doneName : "draft")
        saved["build"] = .integer(Int64(build))
        return .object(saved)
    }

    override func restore(_ saved: JSON) -> Bool {
        // The state of a newer build is not understood.
        guard let savedBuild = saved["build"]?.integer, savedBuild <= build else { return false }
        let phase = saved["phase"]?.string
        isDone = phase == doneName || (isRight && phase == "done")
        return super.restore(saved)
    }
}

/// The end of a timer is a date, and the timer of a process ends with the process.
final class ExpiredTimerRuns: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "expired-timer-runs", breaks: "R9", standsOn: "JSON",
            "A timer that ran out while the app was dead comes back running.")
    }

    /// In seconds since 1970.
    private var end: Int64?
    private var hasRunOut = false

    override var actions: [String: JSON] {
        let minutes: JSON = [
            "type": "object", "required": ["minutes"],
            "properties": ["minutes": ["type": "integer", "minimum": 30, "maximum": 600]],
        ]
        return Self.actions.merging(["startTimer": minutes]) { $1 }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        guard action == "startTimer" else { return try super.perform(action, arguments) }
        hasRunOut = false
        end = now + 60 * (arguments["minutes"]?.integer ?? 30)
        isWatched = true
    }

    private var isWatched = false
    private var now: Int64 { secondsSince1970() }

    override var state: JSON {
        if isWatched, let end, end <= now { hasRunOut = true }
        let timer: JSON = end == nil ? "none" : hasRunOut ? "finished" : "running"
        return ["draft": draft.json, "timer": timer, "end": end.map(JSON.integer) ?? nil]
    }

    override var saved: JSON {
        var saved = super.saved.object ?? [:]
        saved["end"] = end.map(JSON.integer)
        return .object(saved)
    }

    override func restore(_ saved: JSON) -> Bool {
        end = saved["end"]?.integer
        // There is nothing to wait for where the end has passed.
        isWatched = isRight || (end ?? 0) > now
        return super.restore(saved)
    }
}

final class PastedJSON: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "pasted-json", breaks: "S7", standsOn: "JSON",
            "JSON is pasted together from texts, and a quotation mark in one of them breaks it.")
    }

    override func save() throws {
        func quoted(_ text: String) -> String {
            isRight ? JSON.string(text).text : "\"\(text)\""
        }
        let picture = JSON.string(draft.picture.content).text
        let text = """
            {"state":{"title":\(quoted(draft.title)),"text":\(quoted(draft.text)),\
            "count":\(draft.count)},"picture":\(picture)}
            """
        try folder.replace("state", Sealed.seal(Array(text.utf8)))
    }
}

final class NumberThroughDouble: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "number-through-double", breaks: "S7", standsOn: "JSON",
            "A whole number is saved as a floating-point number, and a large one comes back as another."
        )
    }

    override var actions: [String: JSON] {
        let number: JSON = [
            "type": "object", "required": ["to"],
            "properties": [
                "to": [
                    "type": "integer", "minimum": -9_000_000_000_000_000_001,
                    "maximum": 9_000_000_000_000_000_001,
                ]
            ],
        ]
        return Self.actions.merging(["setCount": number]) { $1 }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        guard action == "setCount" else { return try super.perform(action, arguments) }
        draft.count = arguments["to"]?.integer ?? 0
    }

    override var saved: JSON {
        var state = draft.json.object ?? [:]
        if !isRight { state["count"] = .number(Double(draft.count)) }
        return ["state": .object(state), "picture": .string(draft.picture.content)]
    }
}
