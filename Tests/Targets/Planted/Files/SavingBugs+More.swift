import PlantedCommon
import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

final class OldRemovedFirst: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "old-removed-first", breaks: "S13", standsOn: "files",
            "The old state is removed before the new one gets its name, and a death between leaves none."
        )
    }

    override func save() throws {
        if !isRight { try folder.remove("state") }
        try super.save()
    }
}

final class ErrorIgnored: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "error-ignored", breaks: "S16", standsOn: "files",
            "A write that fails is not noticed, and what there is of it replaces the old state.")
    }

    override func save() throws {
        if isRight { return try super.save() }
        try? folder.overwrite("state.new", Sealed.seal(saved))
        try folder.rename("state.new", to: "state")
        try folder.sync()
    }
}

final class AnsweredBeforeDurable: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "answered-before-durable", breaks: "S2", standsOn: "files",
            "The state is put into a queue and written when there is time, after the answer.")
    }

    private var queue: [JSON] = []

    override func save() throws {
        queue.append(saved)
        if isRight { try drain() }
    }

    private func drain() throws {
        for saved in queue { try folder.replace("state", Sealed.seal(saved)) }
        queue = []
    }

    override func handle(_ event: LifecycleEvent) throws {
        try drain()
        try super.handle(event)
    }
}

final class SavedWhileLocked: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-while-locked", breaks: "S15", standsOn: "files",
            "The state is saved although the device is locked.")
    }

    override func isLockedOut(saving: Bool) -> Bool {
        super.isLockedOut(saving: saving) && (isRight || !saving)
    }
}

final class HiddenWhileLocked: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "hidden-while-locked", breaks: "S15", standsOn: "files",
            "The saved state is moved away when the device is locked, and back when the app is next in the foreground, so that a death before that loses it."
        )
    }

    override func handle(_ event: LifecycleEvent) throws {
        try super.handle(event)
        switch event {
        case .lock where !isRight && folder.contains("state"):
            try folder.rename("state", to: "state.hidden")
        case .foreground where folder.contains("state.hidden"):
            try folder.rename("state.hidden", to: "state")
        default: break
        }
    }
}

final class LinePerValue: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "line-per-value", breaks: "S7", standsOn: "files",
            "Each value has a line of its own, and a line break in one of them moves all that follow."
        )
    }

    override var saved: JSON {
        let values = [draft.title, draft.text, String(draft.count)]
        return ["lines": .string(values.map(written).joined(separator: "\n")), "picture": picture]
    }

    private var picture: JSON { .string(draft.picture.content) }

    private func written(_ text: String) -> String {
        isRight ? JSON.string(text).text : text
    }

    private func read(_ line: Substring) -> String? {
        isRight ? (try? JSON(parsing: String(line)))?.string : String(line)
    }

    override func restore(_ saved: JSON) -> Bool {
        let lines = (saved["lines"]?.string ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, let title = read(lines[0]), let text = read(lines[1]),
            let count = read(lines[2])
        else { return false }
        (draft.title, draft.text, draft.count) = (title, text, Int64(count) ?? 0)
        return true
    }
}
