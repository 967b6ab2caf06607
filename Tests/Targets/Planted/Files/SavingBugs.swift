#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PlantedCommon
import RelaunchTarget

final class SavedInPlace: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-in-place", breaks: "S13", standsOn: "files",
            "The state is written over the old one, so that a death in the middle leaves neither.")
    }

    override func save() throws {
        if isRight { return try super.save() }
        try folder.overwrite("state", Sealed.seal(saved))
    }
}

final class RenamedWithoutSync: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "renamed-without-sync", breaks: "S13", standsOn: "files",
            "The new file gets the old one's name before its content is on the disk.")
    }

    override func save() throws {
        try folder.replace("state", Sealed.seal(saved), syncing: isRight)
    }
}

final class FolderNotSynced: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "folder-not-synced", breaks: "S2", standsOn: "files",
            "The save is acknowledged while the folder with the file's new name is not on the disk."
        )
    }

    override func save() throws {
        try folder.replace("state", Sealed.seal(saved), syncingFolder: isRight)
    }
}

final class TwoFiles: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "two-files", breaks: "P1", standsOn: "files",
            "Title and text belong together and lie in two files that are replaced one after the other."
        )
    }

    override var savedFiles: [String] { isRight ? ["state"] : ["state", "text"] }

    override func save() throws {
        try super.save()
        if !isRight { try folder.replace("text", Array(draft.text.utf8)) }
    }

    override func restore(_ saved: JSON) -> Bool {
        guard super.restore(saved) else { return false }
        if !isRight, let text = try? folder.read("text") {
            draft.text = String(decoding: text, as: UTF8.self)
        }
        return true
    }
}

/// Writes the state over the old one, under the protection of a journal that holds the new one.
final class JournalDeletedEarly: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "journal-deleted-early", breaks: "S13", standsOn: "files",
            "The journal is deleted before the data that it protects is on the disk.")
    }

    override var savedFiles: [String] { ["state", "journal"] }

    override func save() throws {
        let content = Sealed.seal(saved)
        try folder.replace("journal", content)
        try finish(content)
    }

    private func finish(_ content: [UInt8]) throws {
        try folder.overwrite("state", content, syncing: isRight)
        try folder.sync()
        try folder.remove("journal")
        if !isRight { try folder.syncContent("state") }
    }

    /// What a death has interrupted is finished first.
    override func load() throws -> Start {
        if let journal = try folder.read("journal") {
            if case .content = Sealed(opening: journal) { try finish(journal) }
        }
        return try super.load()
    }
}

final class HistoryInPlace: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "history-in-place", breaks: "D9", standsOn: "files",
            "The count of crashes is written over the old one, and a death in the middle loses it.")
    }

    override var historyType: LaunchHistory.Type { History.self }

    private final class History: LaunchHistory {
        override func write(_ crashes: Int) throws(FileFailure) {
            if isRight { return try super.write(crashes) }
            try folder.overwrite("launch.open", content(crashes))
            try folder.sync()
        }
    }
}

final class AsidesPileUp: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "asides-pile-up", breaks: "S13", standsOn: "files",
            "The temporary file has the process's number in its name, and every death leaves one more."
        )
    }

    override func save() throws {
        let aside = isRight ? "state.new" : "state.\(getpid()).new"
        try folder.replace("state", Sealed.seal(saved), aside: aside)
    }
}
