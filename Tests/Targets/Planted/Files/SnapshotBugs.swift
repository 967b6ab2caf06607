import PlantedCommon
import RelaunchTarget

final class ShownAfterDiscard: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "shown-after-discard", breaks: "N1", standsOn: "files",
            "The snapshot is shown by a launch that has given up on the saved state.")
    }

    override func discard(_ reason: String) throws {
        if !isRight, reason == "crashLoop", case .restore(let saved) = try load(),
            let picture = try picture(in: saved)
        {
            try show(picture)
        }
        try super.discard(reason)
    }
}

final class ShownWithoutState: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "shown-without-state", breaks: "N1", standsOn: "files",
            "The snapshot lies among the caches, and is shown when the state has been discarded.")
    }

    private let caches = Folder("Library/Caches")

    override func save() throws {
        try super.save()
        try caches.create()
        try caches.replace("snapshot.svg", Array(draft.picture.content.utf8))
    }

    override func load() throws -> Start {
        let start = try super.load()
        if case .fresh = start, !isRight, let picture = try caches.read("snapshot.svg") {
            try show(.svg(String(decoding: picture, as: UTF8.self)))
        }
        return start
    }
}

final class FirstPictureKept: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "first-picture-kept", breaks: "N8", standsOn: "files",
            "The picture of the first save is shown for ever, whatever has been saved since.")
    }

    private var kept: Picture?

    override var saved: JSON {
        let picture = isRight ? draft.picture : kept ?? draft.picture
        kept = picture
        return ["state": draft.json, "picture": .string(picture.content)]
    }

    override func restore(_ saved: JSON) -> Bool {
        kept = (saved["picture"]?.string).map(Picture.svg)
        return super.restore(saved)
    }
}

/// The picture has a file of its own, which the state names: two, so that the older is not touched.
final class DamagedPictureStops: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "damaged-picture-stops", breaks: "N7", standsOn: "files",
            "A picture that is missing or cut short keeps the state from being restored.")
    }

    private var name = "picture-0"
    override var savedFiles: [String] { ["state", "picture-0", "picture-1"] }

    override func save() throws {
        let new = name == "picture-0" ? "picture-1" : "picture-0"
        try folder.replace(new, Sealed.seal(.string(draft.picture.content)))
        try folder.replace("state", Sealed.seal(["state": draft.json, "picture": .string(new)]))
        name = new
    }

    override func picture(in saved: JSON) throws -> Picture? {
        name = saved["picture"]?.string ?? name
        if case .content(let picture) = Sealed(opening: try folder.read(name) ?? []) {
            return picture.string.map(Picture.svg)
        }
        if isRight { return nil }
        throw ActionFailure(description: "the picture \(name) is damaged")
    }
}

final class SuppressedForEver: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "suppressed-for-ever", breaks: "N3", standsOn: "files",
            "A snapshot that was not to be shown once is never shown again.")
    }

    /// The next launch shows no snapshot.
    private var hides = false

    override var actions: [String: JSON] {
        Self.actions.merging(["hideSnapshot": ["type": "object", "properties": [:]]]) { $1 }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        if action == "hideSnapshot" { hides = true } else { try super.perform(action, arguments) }
    }

    override func save() throws {
        try super.save()
        hides = hides && !isRight
    }

    override var saved: JSON {
        [
            "state": draft.json, "picture": .string(draft.picture.content),
            "hides": .bool(hides),
        ]
    }

    override func picture(in saved: JSON) throws -> Picture? {
        guard saved["hides"]?.bool == true else { return try super.picture(in: saved) }
        try harness?.reportSnapshot("suppressed", reason: "the app asked for it")
        if isRight {
            // It counts for one launch, also where that dies before the next save.
            let shown = saved.object?.merging(["hides": false]) { $1 }
            try folder.replace("state", Sealed.seal(.object(shown ?? [:])))
        } else {
            hides = true
        }
        return nil
    }
}

final class DialogInPicture: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "dialog-in-picture", breaks: "N5", standsOn: "files",
            "The snapshot shows a dialog that does not come back with the state.")
    }

    private var isAsking = false

    override var actions: [String: JSON] {
        Self.actions.merging(["askToDelete": ["type": "object", "properties": [:]]]) { $1 }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        if action == "askToDelete" { isAsking = true } else { try super.perform(action, arguments) }
    }

    override var screen: Picture {
        let picture = super.screen
        guard isAsking else { return picture }
        let dialog = "<text x='20' y='200'>Delete the draft?</text></svg>"
        return .svg(String(picture.content.dropLast("</svg>".count)) + dialog)
    }

    override var saved: JSON {
        [
            "state": draft.json, "picture": .string(screen.content),
            "hides": .bool(isAsking && isRight),
        ]
    }

    override func picture(in saved: JSON) throws -> Picture? {
        guard saved["hides"]?.bool == true else { return try super.picture(in: saved) }
        try harness?.reportSnapshot("suppressed", reason: "a dialog was open")
        return nil
    }
}
