import StateRestoration

/// The user's notes: one file each in `Documents/Notes`, named by the note's key.
@MainActor
final class NoteStore {
    private let folder: URL
    private(set) var keys: [String] = []

    init() {
        let documents = URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents")
        folder = documents.appendingPathComponent("Notes")
        if !FileManager.default.fileExists(atPath: folder.path) { writeSamples(in: documents) }
        reload()
    }

    func contains(_ key: String) -> Bool { keys.contains(key) }

    func text(of key: String) -> String {
        guard let data = FileManager.default.contents(atPath: file(key).path) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Replaces the note's file as a whole, so that a death leaves either the old text or the new one.
    /// The new file always has the same temporary name, so that no such files pile up.
    func save(_ text: String, to key: String) throws {
        let new = file(key).appendingPathExtension("new")
        try writeDurably(text, to: new)
        guard rename(new.path, file(key).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try synchronize(folder)
        if !contains(key) { reload() }
    }

    func delete(_ key: String) throws {
        try FileManager.default.removeItem(at: file(key))
        try synchronize(folder)
        reload()
    }

    /// Writes with a `FileHandle`, because `Data.write(to:)` of Foundation 6.3 starts again from the first
    /// byte when the system has written only a part.
    private func writeDurably(_ text: String, to file: URL) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
    }

    /// Makes the names in a folder durable: without it, a power failure brings back the older file, or none.
    private func synchronize(_ folder: URL) throws {
        let handle = try FileHandle(forReadingFrom: folder)
        try handle.synchronize()
        try handle.close()
    }

    private func file(_ key: String) -> URL { folder.appendingPathComponent(key + ".txt") }

    private func reload() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        keys = names.filter { $0.hasSuffix(".txt") && !$0.hasPrefix(".") }
            .map { String($0.dropLast(4)) }.sorted()
    }

    /// Writes the notes of the first launch: all of them, or none, also when the power fails.
    private func writeSamples(in documents: URL) {
        let new = documents.appendingPathComponent("Notes.new")
        try? FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        for key in Self.samples {
            try? writeDurably("About \(key).", to: new.appendingPathComponent(key + ".txt"))
        }
        try? synchronize(new)
        try? FileManager.default.moveItem(at: new, to: folder)
        try? synchronize(documents)
    }

    private static let samples = [
        "birthdays", "books", "camping", "garden", "groceries", "guitar", "ideas", "journal",
        "kitchen", "letters", "marathon", "movies", "museums", "passwords to change", "plants",
        "poems", "presents", "projects", "questions", "recipes", "repairs", "sayings", "songs",
        "train times", "travel", "wishes", "wood", "words",
    ]
}
