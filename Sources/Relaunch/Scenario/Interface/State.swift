import CrashStates
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What can be observed of a target that speaks no protocol.
///
/// It stands in a suite, beside the scenarios:
///
/// ```swift
/// State { Run("redis-cli", "-s", "redis.sock", "--json", "HGETALL", "notes") }
/// ```
///
/// `Expect("path", equals: …)`, `.stateAsSaved` and the judgement of a sweep read it. It is read while the
/// target runs, and changes nothing.
public struct State: Sendable {
    /// How a text is read.
    public enum Format: Sendable, Hashable {
        /// As JSON where it is a whole JSON object or array, and else as text.
        case automatic
        /// As JSON. Anything else fails the scenario.
        case json
        /// As text, without the line breaks at its end.
        case text
    }

    private enum Source: Sendable {
        case command(Run)
        case file(String)
    }

    /// Under which name it stands among several; nil where it is the whole state.
    public let name: String?
    private let format: Format
    private let source: Source

    /// What a command writes on its standard output. It has to end with status 0.
    ///
    /// - Parameters:
    ///   - name: under which name the value stands where a suite has several states.
    ///   - format: how the output is read.
    ///   - command: is run beside the target, in the container.
    public init(_ name: String? = nil, as format: Format = .automatic, _ command: () -> Run) {
        self.name = name
        self.format = format
        source = .command(command())
    }

    /// What stands in a file of the container; null where there is none.
    ///
    /// - Parameters:
    ///   - name: under which name the value stands where a suite has several states.
    ///   - path: the file's path, relative to the container.
    ///   - format: how the file is read.
    public init(_ name: String? = nil, file path: String, as format: Format = .automatic) {
        self.name = name
        self.format = format
        source = .file(path)
    }

    /// What it shows now.
    func value(in session: isolated Session) throws -> JSON {
        switch source {
        case .command(let command):
            let run = try session.runAside(command)
            try Run.Exit.success.check(run, "the state cannot be read")
            return try value(of: run.output, from: run.text)
        case .file(let path):
            guard let data = FileManager.default.contents(atPath: session.container.path(path))
            else { return .null }
            return try value(of: String(decoding: data, as: UTF8.self), from: "'\(path)'")
        }
    }

    private func value(of text: String, from source: String) throws -> JSON {
        guard let value = format.value(of: text) else {
            throw StepFailure(
                "the state cannot be read: \(source) is not JSON", expected: "JSON",
                actual: shortened(text, to: 2000))
        }
        return value
    }
}

extension State.Format {
    /// What a text says, read in this way; nil where it is not as it should be.
    func value(of text: String) -> JSON? {
        switch self {
        case .json: return try? JSON(parsing: text)
        case .text: break
        case .automatic:
            if let value = try? JSON(parsing: text), value.object != nil || value.array != nil {
                return value
            }
        }
        var plain = Substring(text)
        while let last = plain.last, last.isNewline { plain.removeLast() }
        return .string(String(plain))
    }
}
