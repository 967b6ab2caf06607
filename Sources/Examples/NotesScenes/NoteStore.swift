import StateRestoration

/// The user's notes, which all windows share: one file each in `Documents/Notes`.
@MainActor
final class NoteStore {
    private let folder: URL
    let keys = [
        "birthdays", "books", "camping", "garden", "groceries", "guitar", "ideas", "journal",
        "kitchen", "letters", "marathon", "movies", "museums", "plants", "poems", "presents",
        "projects", "questions", "recipes", "repairs", "sayings", "songs", "travel", "wishes",
    ]

    init() {
        folder = URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents/Notes")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? synchronize(folder.deletingLastPathComponent())
    }

    /// Empty for a note that was never written.
    func text(of key: String) -> String {
        FileManager.default.contents(atPath: file(key).path).map {
            String(decoding: $0, as: UTF8.self)
        }
            ?? ""
    }

    /// Replaces the note as a whole, so that a death leaves either the old text or the new one.
    func save(_ text: String, to key: String) throws {
        let new = file(key).appendingPathExtension("new")
        try Data().write(to: new)
        let handle = try FileHandle(forWritingTo: new)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
        guard rename(new.path, file(key).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try synchronize(folder)
    }

    /// Makes the names in a folder durable: without it, a power failure brings back the older file, or none.
    private func synchronize(_ folder: URL) throws {
        let handle = try FileHandle(forReadingFrom: folder)
        try handle.synchronize()
        try handle.close()
    }

    private func file(_ key: String) -> URL { folder.appendingPathComponent(key + ".txt") }
}
