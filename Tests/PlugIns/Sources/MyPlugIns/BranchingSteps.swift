import Foundation
import Relaunch

/// Goes on once for each content that a file in the container may have.
public struct ForEachContent: Step {
    public let location: FileLocation
    let file: String
    let contents: [String: String]

    /// - Parameter contents: Each content by the name of its branch.
    public init(
        of file: String, _ contents: [String: String], fileID: String = #fileID,
        path: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.file = file
        self.contents = contents
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public var text: String { "ForEachContent(of: \"\(file)\", \(contents.keys.sorted()))" }

    public func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.openBranches() }

    public func perform(in session: isolated Session) async throws -> Next {
        .branches(
            contents.sorted { $0.key < $1.key }.map { name, content in
                Branch(name) { [file] session in
                    try Data(content.utf8).write(to: URL(filePath: session.container.path(file)))
                }
            })
    }
}

/// Visits every length to which a file may be cut.
public struct CutAnywhere: Step {
    public let location: FileLocation
    let file: String

    public init(
        _ file: String, fileID: String = #fileID, path: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.file = file
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public var text: String { "CutAnywhere(\"\(file)\")" }

    public func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.openBranches() }

    public func perform(in session: isolated Session) async throws -> Next {
        let whole = try Data(contentsOf: URL(filePath: session.container.path(file)))
        let branches = (0..<whole.count).map { length in
            Branch("\(length) bytes") { [file] session in
                try whole.prefix(length).write(to: URL(filePath: session.container.path(file)))
            }
        }
        return .sweep(SweptStates(branches) { ["cut to \(whole.count) lengths"] })
    }
}

/// Enters one text or another, in runs of their own; the ledger goes on running.
public struct EnterOneOf: Step {
    public let location: FileLocation
    let texts: [String]

    public init(
        _ texts: String..., fileID: String = #fileID, path: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.texts = texts
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public var text: String { "EnterOneOf(\(texts.map { "\"\($0)\"" }.joined(separator: ", ")))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.actions)
        rehearsal.needsRunning()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let branches = texts.map { text in
            Branch("enters '\(text)'") { session in
                try await session.perform("enter", ["text": .string(text)])
            }
        }
        return .again(RepeatedBranches(branches) { ["entered \(branches.count) texts"] })
    }
}
