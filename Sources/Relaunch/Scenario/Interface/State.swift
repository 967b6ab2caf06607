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
        /// As a property list, of XML or binary. Dates and data become texts.
        case propertyList
    }

    private enum Source: Sendable {
        case command(Run)
        case file(String)
        case query(String, database: String)
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

    /// The rows that a query gives in a SQLite database of the container, each an object of its columns; null
    /// where there is no database.
    ///
    /// It is asked of a copy, with its journal: what the target holds is not touched. The system's SQLite
    /// library is loaded for it.
    ///
    /// - Parameters:
    ///   - name: under which name the rows stand where a suite has several states.
    ///   - query: a `SELECT`; give it an `ORDER BY`.
    ///   - path: the database's path, relative to the container.
    public init(_ name: String? = nil, sql query: String, in path: String) {
        self.name = name
        format = .json
        source = .query(query, database: path)
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
            if format == .propertyList { return try propertyList(data, from: path) }
            return try value(of: String(decoding: data, as: UTF8.self), from: "'\(path)'")
        case .query(let query, let path): return try rows(of: query, in: path, session)
        }
    }

    private func propertyList(_ data: Data, from path: String) throws -> JSON {
        do {
            return try PropertyListDecoder().decode(PropertyListValue.self, from: data).json
        } catch {
            throw StepFailure(
                "the state cannot be read: '\(path)' is not a property list",
                expected: "a property list, of XML or binary",
                actual: shortened(String(decoding: data.prefix(200), as: UTF8.self)))
        }
    }

    private func rows(
        of query: String, in path: String, _ session: isolated Session
    ) throws -> JSON {
        guard let library = SQLiteLibrary.shared else {
            throw StepFailure(
                blame: .harness, kind: .unavailable,
                """
                this machine has no SQLite library to read '\(path)' with; install it, in Debian the \
                package libsqlite3-0
                """)
        }
        let database = session.container.path(path)
        guard FileManager.default.fileExists(atPath: database) else { return .null }
        let folder = session.runDirectory.newPath()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for suffix in ["", "-wal", "-journal"]
        where FileManager.default.fileExists(atPath: database + suffix) {
            try FileManager.default.copyItem(
                atPath: database + suffix, toPath: folder + "/state.db" + suffix)
        }
        do { return try library.rows(of: query, in: folder + "/state.db") } catch let refusal
            as SQLiteLibrary.Refusal
        {
            throw StepFailure(
                "the state cannot be read: SQLite cannot answer the query in '\(path)'",
                expected: "rows of `\(shortened(query))`", actual: refusal.message)
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
        case .text, .propertyList: break
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
