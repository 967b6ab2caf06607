/// Options as they were typed: `--name value`, `--name=value`, `--flag`.
struct Arguments {
    private var rest: [String]

    init(_ arguments: [String]) { rest = arguments }

    /// Whether a flag is there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = rest.firstIndex(of: name) else { return false }
        rest.remove(at: index)
        return true
    }

    /// The value of an option, or nil where it is not there.
    mutating func option(_ name: String) throws -> String? {
        if let index = rest.firstIndex(where: { $0.hasPrefix(name + "=") }) {
            return String(rest.remove(at: index).dropFirst(name.count + 1))
        }
        guard let index = rest.firstIndex(of: name) else { return nil }
        guard index + 1 < rest.count else { throw ArgumentsError.missingValue(name) }
        defer { rest.removeSubrange(index...index + 1) }
        return rest[index + 1]
    }

    /// A whole number of at least 1.
    mutating func count(_ name: String, default value: Int) throws -> Int {
        guard let text = try option(name) else { return value }
        guard let count = Int(text), count > 0 else {
            throw ArgumentsError.noCount(option: name, value: text)
        }
        return count
    }

    /// Throws where something is left that nobody asked for.
    func finish() throws {
        if let unknown = rest.first { throw ArgumentsError.unknown(unknown) }
    }
}

enum ArgumentsError: Error, CustomStringConvertible {
    case missingSubcommand
    case unknownSubcommand(String)
    case unknown(String)
    case missingValue(String)
    case noCount(option: String, value: String)
    case tooFew(option: String, atLeast: Int)
    case noTarget(String)

    var description: String {
        switch self {
        case .missingSubcommand:
            "name a subcommand: cycle, cycles, start, sweep or archive; --help says what they measure"
        case .unknownSubcommand(let name):
            "there is no subcommand '\(name)'; there are cycle, cycles, start, sweep and "
                + "archive"
        case .unknown(let text): "'\(text)' is not known here; --help lists the options"
        case .missingValue(let option): "\(option) needs a value"
        case .noCount(let option, let value):
            "\(option) is '\(value)'; a whole number of at least 1 is needed"
        case .tooFew(let option, let limit): "\(option) has to be at least \(limit)"
        case .noTarget(let path):
            "there is no executable '\(path)'; `swift build -c release` builds the example targets"
        }
    }
}
