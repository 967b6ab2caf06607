import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// One thing that happens in a life.
package enum Move: Sendable, Hashable, Codable {
    // MARK: Of the target

    /// It is launched, and is to be seen.
    case launch
    /// An action that is drawn when it is carried out, from the state that the target then shows.
    case act(draw: UInt64)
    /// The same among the actions that change its data.
    case actOnData(draw: UInt64)
    /// An action with its arguments.
    case perform(TargetKnowledge.Action)
    case background
    case foreground
    case memoryWarning

    // MARK: Deaths

    /// It dies where it is.
    case kill(Manner)
    case quit
    /// It dies where it can be held: see ``Point``.
    case die(Operation, at: Point, by: Manner)
    /// It dies inside of the calls of an operation, at this share of the places where it can.
    case dieInside(Operation, of: InnerDeath, at: Double)
    /// It dies inside of the calls of an action that changes its data, drawn when it is carried out.
    case dieActing(draw: UInt64, of: InnerDeath, at: Double)
    /// The same with the action and its arguments.
    case dieInsideAction(TargetKnowledge.Action, of: InnerDeath, at: Double)
    /// A call fails while it saves; the target lives on.
    case failSaving(CallKind, with: Fault, lasting: Bool, ordinal: Int)

    // MARK: Of the world

    case damage(Subject, Harm)
    case purgeCaches
    /// The same build in another container, or another version.
    case update(version: String?)
    /// By so many seconds.
    case moveClock(Int)
    /// A large device or a small one.
    case changeIdiom(isPad: Bool)
    case lockDevice
    case unlockDevice

    /// What a target does that it can die in.
    package enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
        case launching, saving
        /// A launch that crashes before it is complete.
        case crashing
    }

    /// How it dies.
    package enum Manner: String, Sendable, Hashable, Codable, CaseIterable {
        case system, crash, abort, terminate, forceQuit

        var manner: Kill.Manner {
            switch self {
            case .system: .system
            case .crash: .crash(.SIGSEGV)
            case .abort: .crash(.SIGABRT)
            case .terminate: .terminate
            case .forceQuit: .forceQuit
            }
        }

        /// Whether it is a crash, or looks like the end that the watchdog makes of a hang.
        var isCrash: Bool { self == .crash || self == .abort }
    }

    /// Where the target waits for leave to go on.
    package enum Point: Sendable, Hashable, Codable {
        case launching, restoring, snapshotShown, saving
        case checkpoint(String)

        var point: KillPoint {
            switch self {
            case .launching: .launching
            case .restoring: .restoring
            case .snapshotShown: .snapshotShown
            case .saving: .saving
            case .checkpoint(let name): .checkpoint(name)
            }
        }
    }

    package enum InnerDeath: String, Sendable, Hashable, Codable {
        case kill, powerLoss

        var death: Session.InnerDeath {
            switch self {
            case .kill: .kill
            case .powerLoss: .powerLoss(.strict)
            }
        }
    }

    package enum CallKind: String, Sendable, Hashable, Codable, CaseIterable {
        case open, write, fsync, rename

        var call: Fail.Call {
            switch self {
            case .open: .open
            case .write: .write
            case .fsync: .fsync
            case .rename: .rename
            }
        }
    }

    package enum Fault: String, Sendable, Hashable, Codable, CaseIterable {
        case noSpace, ioError, short

        var fault: Fail.Fault {
            switch self {
            case .noSpace: .ENOSPC
            case .ioError: .EIO
            case .short: .short
            }
        }
    }

    package enum Subject: Sendable, Hashable, Codable {
        case savedState
        case file(String)

        var subject: Damage.Subject {
            switch self {
            case .savedState: .savedState
            case .file(let path): .path(path)
            }
        }
    }

    package enum Harm: Sendable, Hashable, Codable {
        case truncated(Int)
        case emptied, foreign, removed, stale

        var harm: Damage.Harm {
            switch self {
            case .truncated(let length): .truncated(to: length)
            case .emptied: .emptied
            case .foreign: .foreign
            case .removed: .removed
            case .stale: .staleTemporaryAndLockFiles
            }
        }
    }
}

extension Move {
    /// Whether it launches a target that is not running.
    var launches: Bool {
        switch self {
        case .launch, .die(.launching, _, _), .die(.crashing, _, _), .dieInside(.launching, _, _),
            .dieInside(.crashing, _, _):
            true
        default: false
        }
    }

    /// Whether the launch before it has to be traced.
    var isRecorded: Bool {
        switch self {
        case .dieInside, .dieActing, .dieInsideAction, .failSaving: true
        default: false
        }
    }

    /// What it is called in the table of what was covered, arguments apart.
    package var kind: String {
        switch self {
        case .launch: "launch"
        case .act, .actOnData, .perform: "action"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memory warning"
        case .kill(let manner): "\(manner.rawValue) at rest"
        case .quit: "quit"
        case .die(let operation, _, let manner): "\(manner.rawValue) while \(operation.rawValue)"
        case .dieInside(let operation, .kill, _): "kill inside \(operation.rawValue)"
        case .dieInside(let operation, .powerLoss, _): "power failure while \(operation.rawValue)"
        case .dieActing(_, .kill, _), .dieInsideAction(_, .kill, _): "kill inside an action"
        case .dieActing, .dieInsideAction: "power failure in an action"
        case .failSaving(let call, let fault, let lasting, _):
            "\(call.rawValue) fails (\(fault.rawValue)\(lasting ? ", lasting" : ""))"
        case .damage(_, let harm): "damage: \(harm.word)"
        case .purgeCaches: "purge"
        case .update(nil): "new container"
        case .update: "new version"
        case .moveClock(let seconds): seconds < 0 ? "clock set back" : "clock set on"
        case .changeIdiom(let isPad): isPad ? "on a pad" : "on a phone"
        case .lockDevice: "device locked"
        case .unlockDevice: "device unlocked"
        }
    }

    var isAction: Bool { if case .perform = self { true } else { false } }

    /// Whether the target is dead after it.
    var endsDead: Bool {
        switch self {
        case .kill, .quit, .die, .dieInside, .dieActing, .dieInsideAction: true
        default: false
        }
    }
}

extension [Move] {
    /// How many recorded moves the target of the launch at this place can come to. A kill ends it for sure;
    /// other deaths may be left out as impossible.
    func recordings(fromLaunchAt place: Int) -> Int {
        var isDead = false
        var count = 0
        for (index, move) in self[place...].enumerated() {
            if index > 0, isDead, move.launches { break }
            if move.isRecorded { count += 1 }
            if case .kill = move { isDead = true }
        }
        return count
    }
}

extension Move.Harm {
    var word: String {
        switch self {
        case .truncated: "truncated"
        case .emptied: "emptied"
        case .foreign: "foreign"
        case .removed: "removed"
        case .stale: "stale files"
        }
    }
}

/// What happens to a target from a first launch on.
package struct StressLife: Sendable, Hashable, Codable {
    package var moves: [Move]
    /// Whether it is compared with the same life without deaths.
    package var isCompared = false
    /// Whether writes outside of the container are watched.
    package var watchesOutside = false
    /// The part that is put back after the death as it was before the last save. Drawn lives have none.
    package var partPutBack: SavedPart?

    package init(moves: [Move], isCompared: Bool = false, watchesOutside: Bool = false) {
        self.moves = moves
        self.isCompared = isCompared
        self.watchesOutside = watchesOutside
    }
}
