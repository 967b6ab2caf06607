import PlantedCommon
import StateRestoration

/// What the user has: items, each with a text. Every change is durable when it returns.
@MainActor
final class ItemStore {
    private(set) var texts: [String: String] = [:]
    var items: [String] { texts.keys.sorted() }
    private let folder: Folder

    init(_ path: String = "Documents") {
        folder = Folder(path)
        let data = (try? folder.read("items.json")) ?? nil
        if let data {
            texts = (try? JSONDecoder().decode([String: String].self, from: Data(data))) ?? [:]
        } else {
            fill()
        }
    }

    /// The items of the first launch.
    func fill() {
        texts = ["apples": "green", "bread": "brown", "cheese": "old", "dates": "sweet"]
        report { try save() }
    }

    func contains(_ item: String) -> Bool { texts[item] != nil }

    /// The item of a number, counted from 0 and round again; nil where there is none.
    func item(_ number: Int64) -> String? {
        let count = Int64(items.count)
        return count == 0 ? nil : items[Int((number % count + count) % count)]
    }

    func set(_ text: String?, of item: String) throws {
        texts[item] = text
        try save()
    }

    /// The same where nobody waits for an answer: what goes wrong is said on standard error.
    func setLater(_ text: String?, of item: String) { report { try set(text, of: item) } }

    private func save() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try folder.create()
        try folder.replace("items.json", Array(encoder.encode(texts)))
    }

    private func report(_ change: () throws -> Void) {
        do { try change() } catch {
            FileHandle.standardError.write(Data("the items were not saved: \(error)\n".utf8))
        }
    }
}
