/// Small words that messages and reports share.
package enum Phrases {
    /// `1 file`, `2 files`.
    package static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
