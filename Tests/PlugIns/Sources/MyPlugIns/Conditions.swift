import Foundation
import Relaunch

extension Expect.Condition {
    /// The running ledger has these entries, in this order.
    public static func entries(_ expected: String...) -> Self {
        let text = expected.map { "\"\($0)\"" }.joined(separator: ", ")
        return Self(".entries(\(text))", needs: [.state], needsRunning: true) { session in
            let entries = try await session.state()["entries"] ?? .null
            if entries == .array(expected.map { .string($0) }) { return nil }
            return StepFailure(
                "the ledger has other entries", expected: "[\(text)]", actual: entries.text)
        }
    }

    /// At the last death the container held a file of this name, at whatever depth.
    public static func fileAtDeath(named name: String) -> Self {
        Self(
            ".fileAtDeath(named: \"\(name)\")",
            problem: name.contains("/") ? "'\(name)' is a path and not a name" : nil,
            observations: [.files]
        ) { session in
            let files = session.evidence.files.keys.sorted()
            if files.contains(where: { URL(filePath: $0).lastPathComponent == name }) { return nil }
            return StepFailure(
                kind: .missing, "there was no file '\(name)' at the last death", expected: name,
                actual: files.joined(separator: ", "))
        }
    }
}
