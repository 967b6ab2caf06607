import StateRestoration

/// The notes that were opened last. The list and the editor share one object. It comes back as one
/// object because it is registered for state restoration (S8, S10).
@MainActor
final class RecentNotes: NSObject, UIStateRestoring {
    private(set) var keys: [String] = []

    func add(_ key: String) {
        keys.removeAll { $0 == key }
        keys = [key] + keys.prefix(4)
    }

    func encodeRestorableState(with coder: NSCoder) {
        coder.encode(keys, forKey: "keys")
    }

    func decodeRestorableState(with coder: NSCoder) {
        keys = coder.decodeObject(forKey: "keys") as? [String] ?? []
    }
}
