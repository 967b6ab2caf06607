/// One restoration bug that people really make.
///
/// Its target comes in two forms that differ in the fewest lines: the wrong one, and, with `--right`,
/// its twin.
public struct PlantedBug: Sendable, Equatable {
    public var name: String
    /// The rule that the wrong form breaks.
    public var rule: String
    /// What the bug is, in one sentence.
    public var sentence: String
    /// What the target is built on: `StateRestoration`, `files`, `JSON`, `SQLite`, `Python` or `C`.
    public var standsOn: String

    public init(
        _ name: String, breaks rule: String, standsOn: String, _ sentence: String
    ) {
        self.name = name
        self.rule = rule
        self.standsOn = standsOn
        self.sentence = sentence
    }

    /// The part of the rules that the bug belongs to.
    public var kind: String {
        switch rule.first {
        case "S": "saving"
        case "R": "restoring"
        case "D": "deaths"
        case "N": "snapshots"
        case "W": "world"
        case "C": "scenes"
        default: "plain"
        }
    }

    /// One line of the catalogue, in JSON.
    public var line: String {
        let members = [
            ("name", name), ("rule", rule), ("kind", kind), ("standsOn", standsOn),
            ("sentence", sentence),
        ]
        return "{" + members.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }
}

/// How a planted target was started: `BUG [--right] [-CFBundleVersion N]`, or `--list`.
public struct PlantedArguments: Sendable, Equatable {
    public var bug: String
    public var isRight: Bool
    /// Which build of the app runs; an update is another one.
    public var build: Int

    /// Nil where there is no name of a bug among the arguments.
    public init?(_ arguments: [String], infoPlist: String = "") {
        guard let bug = arguments.first, !bug.hasPrefix("-") else { return nil }
        self.bug = bug
        isRight = arguments.contains("--right")
        let option = arguments.firstIndex(of: "-CFBundleVersion").map { $0 + 1 }
        let version = option.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
        build = (version ?? Self.version(in: infoPlist)).flatMap(Int.init) ?? 1
    }

    /// The text of `CFBundleVersion` in an `Info.plist` in XML.
    private static func version(in plist: String) -> String? {
        var rest = Substring(plist)
        for mark in ["<key>CFBundleVersion</key>", "<string>"] {
            guard let end = rest.end(of: mark) else { return nil }
            rest = rest[end...]
        }
        return String(rest.prefix { $0 != "<" })
    }
}

extension Substring {
    fileprivate func end(of mark: String) -> Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return index(start, offsetBy: mark.count) }
            start = index(after: start)
        }
        return nil
    }
}
