import CrashStates

/// What lives have reached, and what they never did.
package struct CoverageTable {
    private let reached: [String: StressRecord.Place]
    private let kind: StressOptions.Kind

    /// - Parameter kind: What is stressed: not everything can happen to it.
    package init(_ reached: [String: StressRecord.Place], of kind: StressOptions.Kind) {
        self.reached = reached
        self.kind = kind
    }

    /// Everything that can happen to any target, so that what never did can be said.
    private static let kindsOfAny = [
        "system at rest", "crash at rest", "abort at rest", "terminate at rest",
        "kill inside an action", "power failure in an action", "kill inside launching",
        "power failure while launching",
    ]
    private static let kindsOfApps: [String] = {
        var kinds = ["background", "foreground", "memory warning", "quit", "purge"]
        kinds += Move.Manner.allCases.map { "\($0.rawValue) at rest" }
        kinds += ["crash while launching", "system while launching", "terminate while launching"]
        kinds += ["system while saving", "kill inside saving", "kill inside launching"]
        kinds += ["kill inside crashing", "power failure while saving"]
        kinds += ["power failure while launching", "power failure while crashing"]
        kinds += ["new container", "new version", "clock set on", "clock set back"]
        kinds += [
            "device locked", "on a phone", "damage: truncated", "damage: emptied",
            "damage: foreign",
        ]
        kinds += ["damage: stale files"]
        return kinds
    }()

    /// Lines for people: how often each thing has happened.
    package var text: String {
        let moves = reached.filter { $0.key.hasPrefix("move ") }
            .map { (String($0.key.dropFirst(5)), $0.value.lives) }
        let deaths = moves.filter { !["launch", "action"].contains($0.0) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let width = deaths.map(\.0.count).max() ?? 0
        var lines = ["reached, in so many lives:"]
        let cells = deaths.map { name, count in
            name + String(repeating: " ", count: width - name.count + 1)
                + String(repeating: " ", count: max(0, 7 - "\(count)".count)) + "\(count)"
        }
        for begin in stride(from: 0, to: cells.count, by: 2) {
            lines.append(
                "  " + cells[begin..<min(begin + 2, cells.count)].joined(separator: "    "))
        }
        let actions = reached.keys.filter { $0.hasPrefix("action ") }
            .map { String($0.dropFirst(7)) }.sorted()
        if !actions.isEmpty { lines.append("  actions: \(actions.joined(separator: ", "))") }
        let possible =
            switch kind {
            case .app: Self.kindsOfApps
            case .resident: Self.kindsOfAny
            case .command: Self.kindsOfAny.filter { $0.hasSuffix("an action") }
            }
        let never = possible.filter { reached["move \($0)"] == nil }
        if !never.isEmpty { lines.append("never: \(never.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}
