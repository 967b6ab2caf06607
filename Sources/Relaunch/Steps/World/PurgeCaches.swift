/// Empties `Library/Caches` and `tmp`, as a system that needs space does while an app is not in the
/// foreground (rule W1).
///
/// What is there afterwards is what a new container has: the two directories, empty. User data that a
/// target kept there is gone, and expectations on it fail.
public struct PurgeCaches: Step {
    public let location: FileLocation

    /// Needs a target that is dead or suspended.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "PurgeCaches()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.changeContainer()
        rehearsal.needsDead(
            because: "the system purges no caches of an app in the foreground", orSuspended: true)
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let count = try session.container.purge()
        session.log("purged \(Container.purgeable.joined(separator: " and ")): \(count) files gone")
        return .step
    }
}

extension Container {
    /// Empties what the system may empty at any time, and returns how many files there were.
    func purge() throws -> Int {
        var count = 0
        for directory in Self.purgeable {
            guard !leadsAway(directory) else {
                throw StepFailure(
                    "'\(directory)' leads out of the container through a link: it is not purged",
                    expected: "a directory of the container", actual: "a link that leads away")
            }
            count += Container(existing: path(directory)).fileCount
            try Self.removeTree(path(directory))
        }
        try makeDirectories()
        return count
    }
}
