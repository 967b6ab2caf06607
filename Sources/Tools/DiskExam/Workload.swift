/// Calls on the files of a directory, as `disk-workload` carries them out.
struct Workload: Sendable, Hashable {
    var name: String
    /// What is on the disk before.
    var setup: [String]
    /// The calls in whose midst the power fails.
    var calls: [String]

    init(name: String, setup: [String], calls: [String]) {
        self.name = name
        self.setup = setup
        self.calls = calls
    }

    /// Reads `name | call; call | call; call`.
    init(line: Substring) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
        precondition(parts.count == 3, "'\(line)' has no three parts")
        self.init(
            name: String(parts[0]), setup: Self.calls(of: parts[1]), calls: Self.calls(of: parts[2])
        )
    }

    private static func calls(of text: Substring) -> [String] {
        text.split(separator: ";").map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// As ``init(line:)`` reads it.
    var line: String {
        "\(name) | \(setup.joined(separator: "; ")) | \(calls.joined(separator: "; "))"
    }

    /// Whether a call is in it that tmpfs does not know.
    var needsRealFileSystem: Bool {
        (setup + calls).contains { $0.hasPrefix("falloc") || $0.hasPrefix("clone") }
    }
}
