import CrashStates

/// Kills the target and proves that it is dead, with everything it has spawned.
public struct Kill: Step {
    /// How a process dies.
    public enum Manner: Sendable, Hashable, CustomStringConvertible {
        /// SIGKILL, as when memory is reclaimed.
        case system
        /// A signal of a crash, sent from outside.
        case crash(Signal)
        /// The user swipes it away: SIGKILL, and the harness, in the system's place, discards the saved
        /// state that the target named, and nothing else (rule D2).
        case forceQuit
        /// SIGTERM, and the time to end by itself.
        case terminate

        public var description: String {
            switch self {
            case .system: "SIGKILL"
            case .crash(let signal): "crash by \(signal)"
            case .forceQuit: "force quit"
            case .terminate: "SIGTERM"
            }
        }
    }

    /// Which of the target's processes die.
    public enum Scope: Sendable, Hashable, ExpressibleByStringLiteral {
        /// All of them, as when a system kills an app.
        case tree
        /// The one that was launched, as an out-of-memory kill or a crash takes it. Its children live on
        /// beside the next launch; they are killed with it, or at the end of the case.
        case main
        /// A process below it, by its name or a part of its command line: the target lives on without it, or
        /// does what it does then.
        case child(String)

        public init(stringLiteral name: String) { self = .child(name) }

        /// As it is written in a scenario; nil for the whole tree.
        var source: String? {
            switch self {
            case .tree: nil
            case .main: ".main"
            case .child(let name): name.quoted
            }
        }
    }

    /// How the target dies.
    public let manner: Manner
    /// Which of its processes die.
    public let scope: Scope
    public let location: FileLocation

    /// Kills the target where it is: in the foreground, or suspended in the background.
    ///
    /// - Parameters:
    ///   - manner: how it dies.
    ///   - scope: which of its processes die.
    public init(
        _ manner: Manner, of scope: Scope = .tree, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.manner = manner
        self.scope = scope
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        "Kill(\(manner.source)\(scope.source.map { ", of: \($0)" } ?? ""))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.commandsAreLaunches {
            return rehearsal.problem(
                """
                a command has ended when its step is over, and nothing is left to kill; kill it in its \
                step, as in `Launch(killedAt: .after(.milliseconds(5)))`, or everywhere: \
                `Sweep(.system) { … }`
                """, kind: .wrongLife)
        }
        rehearsal.needsRunning(evenSuspended: true)
        manner.rehearse(&rehearsal)
        guard case .child(let name) = scope else { return rehearsal.die() }
        if manner == .forceQuit {
            rehearsal.problem("a user quits no child of a program; kill it: `Kill(.system, of: …)`")
        }
        if name.isEmpty {
            rehearsal.problem("the child has no name; name a part of its command line")
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        if case .child(let name) = scope {
            try session.killChild(name, manner)
            return .step
        }
        let place = session.isSuspended ? "in the background" : "in the foreground"
        try await session.kill(manner, of: scope, where: place)
        return .step
    }
}

extension Kill.Manner {
    /// What the system does after a force quit, the harness does in its place.
    func rehearse(_ rehearsal: inout Rehearsal) {
        if self == .forceQuit { rehearsal.changeContainer() }
    }

    /// As it is written in a scenario.
    var source: String {
        switch self {
        case .system: ".system"
        case .crash(let signal): ".crash(.\(signal))"
        case .forceQuit: ".forceQuit"
        case .terminate: ".terminate"
        }
    }
}
