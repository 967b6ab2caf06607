/// Damages files in the container between two launches, as a failing disk, a cut copy or another
/// program does (rules R7, R8).
///
/// ```swift
/// Damage(.savedState, .emptied)
/// Damage("Documents/notes.json", .truncated(to: 10))
/// Damage(.savedState, .truncatedAnywhere)     // one branch for each length: as a sweep, one case
/// ```
///
/// What is named is one file, or a directory: then each file below it is damaged. The harms that
/// end in `Anywhere` damage one file at one place in each branch. The steps that follow them are
/// carried out once for each, and begin with a `Launch()`.
public struct Damage: Step {
    /// What is damaged.
    public enum Subject: Sendable, Hashable, ExpressibleByStringLiteral {
        /// Everything that the target named as its saved state in its `hello`.
        case savedState
        /// A file or directory, by its path in the container.
        case path(String)

        public init(stringLiteral path: String) { self = .path(path) }
    }

    /// What is done to each file.
    public enum Harm: Sendable, Hashable, CustomStringConvertible {
        /// Only the first bytes are left.
        case truncated(to: Int)
        /// Nothing is left of the content.
        case emptied
        /// One bit of the byte at this offset is the other way round.
        case bitFlipped(at: Int, bit: Int = 0)
        /// Other bytes are there, from this offset on; the file grows where they reach beyond its
        /// end.
        case overwritten(at: Int, with: [UInt8])
        /// The file has a content of another origin.
        case replaced(by: [UInt8])
        /// The file has the content of another file: a newer one, or one of another program. The
        /// path is relative to the scenario file's folder.
        case replacedBy(file: String)
        /// Nobody may read it; not even root, whose targets are launched without that right.
        case unreadable
        /// The file is gone.
        case removed
        /// What a killed save may leave beside it: half of a temporary file, and a lock.
        case staleTemporaryAndLockFiles
        /// What ``truncatedAnywhere(atMost:)`` makes.
        case everyTruncation(atMost: Int)
        /// What ``bitFlippedAnywhere(atMost:)`` makes.
        case everyBitFlip(atMost: Int)

        /// Other bytes than any program writes: a content of foreign origin.
        public static let foreign = Harm.replaced(by: Array("\u{7F}FOREIGN\0\u{1}\u{2}\u{3}".utf8))
        /// ``truncatedAnywhere(atMost:)`` with up to 500 lengths a file.
        public static let truncatedAnywhere = truncatedAnywhere(atMost: commonLimit)
        /// ``bitFlippedAnywhere(atMost:)`` with up to 500 bytes a file.
        public static let bitFlippedAnywhere = bitFlippedAnywhere(atMost: commonLimit)

        /// One branch for each length that a file can be cut to; for a large one both ends and a
        /// sample that is drawn from the case's seed, `limit` lengths a file.
        public static func truncatedAnywhere(atMost limit: Int) -> Harm {
            .everyTruncation(atMost: limit)
        }

        /// One branch for each byte, with one bit of it flipped that is drawn from the case's seed;
        /// bounded likewise.
        public static func bitFlippedAnywhere(atMost limit: Int) -> Harm {
            .everyBitFlip(atMost: limit)
        }

        static let commonLimit = 500
    }

    /// What is damaged.
    public let subject: Subject
    /// What is done to each file.
    public let harm: Harm
    public let location: FileLocation

    /// Needs a target that is dead, and a path inside the container.
    public init(
        _ subject: Subject, _ harm: Harm, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.subject = subject
        self.harm = harm
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        switch subject {
        case .savedState: "Damage(.savedState, \(harm.source))"
        case .path(let path): "Damage(\"\(path)\", \(harm.source))"
        }
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needsDead(because: "what a target has read already cannot be damaged")
        switch subject {
        case .savedState:
            guard
                rehearsal.needs(
                    .savedState, otherwise: "name a path, as in `Damage(\"FILE\", …)`"),
                rehearsal.life == .notLaunched
            else { break }
            rehearsal.problem(
                "no target has named its saved state yet; put a `Launch()` and a save before it")
        case .path(let path) where !Container.isInside(path):
            rehearsal.problem("'\(path)' is not inside the container; give a relative path")
        default: break
        }
        if let problem = harm.problem { rehearsal.problem(problem) }
        if harm.limit == nil { rehearsal.changeContainer() } else { rehearsal.openBranches() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let files = try session.filesToDamage(subject)
        if harm.limit != nil { return try session.damageAnywhere(files, harm) }
        let bytes = try harm.foreignBytes(from: location)
        var damaged: [String] = []
        for file in files where try session.damage(file, harm, foreign: bytes) {
            damaged.append(file)
        }
        guard !damaged.isEmpty else {
            throw StepFailure(
                blame: .scenario, "no file is long enough for \(harm.source)",
                expected: "a file that reaches that far",
                actual: files.map { "\($0): \(session.container.size(of: $0)) bytes" }
                    .joined(separator: ", "))
        }
        session.log("damaged (\(harm.source)) \(damaged.joined(separator: ", "))")
        return .step
    }
}

extension Damage.Harm {
    public var description: String { source }

    /// As it is written in a scenario.
    var source: String {
        switch self {
        case .truncated(let length): ".truncated(to: \(length))"
        case .emptied: ".emptied"
        case .bitFlipped(let offset, 0): ".bitFlipped(at: \(offset))"
        case .bitFlipped(let offset, let bit): ".bitFlipped(at: \(offset), bit: \(bit))"
        case .overwritten(let offset, let bytes): ".overwritten(at: \(offset), with: \(bytes))"
        case .foreign: ".foreign"
        case .replaced(let bytes): ".replaced(by: \(bytes.count) bytes)"
        case .replacedBy(let file): ".replacedBy(file: \"\(file)\")"
        case .unreadable: ".unreadable"
        case .removed: ".removed"
        case .staleTemporaryAndLockFiles: ".staleTemporaryAndLockFiles"
        case .everyTruncation(Self.commonLimit): ".truncatedAnywhere"
        case .everyTruncation(let limit): ".truncatedAnywhere(atMost: \(limit))"
        case .everyBitFlip(Self.commonLimit): ".bitFlippedAnywhere"
        case .everyBitFlip(let limit): ".bitFlippedAnywhere(atMost: \(limit))"
        }
    }

    /// How many branches it opens for each file at most; nil where it opens none.
    var limit: Int? {
        switch self {
        case .everyTruncation(let limit), .everyBitFlip(let limit): limit
        default: nil
        }
    }

    /// What is wrong with it, whatever it is done to.
    var problem: String? {
        switch self {
        case .truncated(let length) where length < 0:
            "a file cannot be cut to \(length) bytes; give 0 or more"
        case .bitFlipped(let offset, _) where offset < 0,
            .overwritten(let offset, _) where offset < 0:
            "there is no byte \(offset) in a file; offsets are counted from 0"
        case .bitFlipped(_, let bit) where !(0...7).contains(bit):
            "there is no bit \(bit) in a byte; bits are 0 to 7"
        case .overwritten(_, let bytes) where bytes.isEmpty:
            "there are no bytes to overwrite with; give at least one"
        case .everyTruncation(let limit) where limit < 1,
            .everyBitFlip(let limit) where limit < 1:
            "a limit of \(limit) leaves no branch; give 1 or more"
        default: nil
        }
    }
}
