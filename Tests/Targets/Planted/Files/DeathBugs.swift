import PlantedCommon
import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An app whose bug is in how it counts crashes.
class HistoryBug<History: LaunchHistory>: FileApp {
    override var historyType: LaunchHistory.Type { History.self }
}

final class CountNeverResetHistory: LaunchHistory {
    override func confirm() throws(FileFailure) {
        if isRight { try super.confirm() } else { try close() }
    }
}
final class CountNeverReset: HistoryBug<CountNeverResetHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "count-never-reset", breaks: "D5", standsOn: "files",
            "A good launch does not reset the count, so that three crashes in a month are a crash loop."
        )
    }
}

final class SentinelHistory: LaunchHistory {
    override func confirm() throws(FileFailure) {
        if isRight { try super.confirm() }
    }
    override func close() throws(FileFailure) {
        if isRight { try super.close() } else { try super.confirm() }
    }
}
final class SuspendedKillCounted: HistoryBug<SentinelHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "suspended-kill-counted", breaks: "D1", standsOn: "files",
            "The mark of a running app goes at a clean quit alone, so that every kill counts as a crash."
        )
    }
}

final class UnnoticedTerminationHistory: LaunchHistory {
    override var closesAtSIGTERM: Bool { isRight }
}
final class TerminationCounted: HistoryBug<UnnoticedTerminationHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "termination-counted", breaks: "D11", standsOn: "files",
            "An end by SIGTERM during the launch counts as a crash.")
    }
}

final class ClockHistory: LaunchHistory {
    override var isCrashLoop: Bool { super.isCrashLoop && (isRight || age < 60) }
    /// How long ago the last launch began, in seconds.
    private var age = 0

    override func open() throws(FileFailure) {
        var status = stat()
        if stat(folder.file("launch.open"), &status) == 0 {
            age = time(nil) - Int(status.st_mtim.tv_sec)
        }
        try super.open()
    }
}
final class ClockInCrashRule: HistoryBug<ClockHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "clock-in-crash-rule", breaks: "D10", standsOn: "files",
            "Crashes count only within a minute of each other, so that a slow crash loop never ends."
        )
    }
}

final class UnsyncedHistory: LaunchHistory {
    override func write(_ crashes: Int) throws(FileFailure) {
        try folder.replace("launch.open", content(crashes), syncing: isRight)
    }
}
final class HistoryNotSynced: HistoryBug<UnsyncedHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "history-not-synced", breaks: "D9", standsOn: "files",
            "The count of crashes is renamed into place before it is on the disk, and lost with the power."
        )
    }
}

final class EndlessHistory: LaunchHistory {
    override var limit: Int { isRight ? 3 : .max }
}
final class CrashLoopNeverBroken: HistoryBug<EndlessHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "crash-loop-never-broken", breaks: "D4", standsOn: "files",
            "However often the app has crashed while it restored, it restores again.")
    }
}

final class ConfirmedEarly: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "confirmed-early", breaks: "D3", standsOn: "files",
            "A launch counts as good once the state is read, so that a crash while it restores does not count."
        )
    }

    override func load() throws -> Start {
        let start = try super.load()
        if !isRight, !history.isCrashLoop { try history.confirm() }
        return start
    }
}

final class BlindHistory: LaunchHistory {
    override var isHeld: Bool { isRight && super.isHeld }
}
final class DoubleLaunchCounted: HistoryBug<BlindHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "double-launch-counted", breaks: "D3", standsOn: "files",
            "A second launch takes the first, which is still on its way, for a crash.")
    }
}

final class SafeModeHistory: LaunchHistory {
    override var isCrashLoop: Bool { super.isCrashLoop || folder.contains("safe-mode") }

    override func startAgain() throws(FileFailure) {
        try super.startAgain()
        if !isRight { try folder.replace("safe-mode", []) }
    }
}
final class SafeModeForEver: HistoryBug<SafeModeHistory> {
    override class var bug: PlantedBug {
        PlantedBug(
            "safe-mode-for-ever", breaks: "D6", standsOn: "files",
            "After one crash loop the app never restores again.")
    }
}

final class LockBlocksStart: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "lock-blocks-start", breaks: "D1", standsOn: "files",
            "A lock file that a killed process has left keeps the app from starting for ever.")
    }

    override func begin() throws {
        if folder.contains("running"), !isRight {
            throw ActionFailure(description: "already running; remove \(folder.file("running"))")
        }
        try folder.replace("running", [])
    }

    override func handle(_ event: LifecycleEvent) throws {
        try super.handle(event)
        if event == .quit { try folder.remove("running") }
    }
}

final class DiaryWiped: DiaryApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "diary-wiped", breaks: "D13", standsOn: "files",
            "A crash loop is answered by deleting everything, the user's documents too.")
    }

    override func discard(_ reason: String) throws {
        try super.discard(reason)
        if !isRight, reason == "crashLoop" { try documents.remove("diary") }
    }
}

final class FirstLaunchTwice: DiaryApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "first-launch-twice", breaks: "D2", standsOn: "files",
            "No saved state is taken for the first launch of all, which begins a new diary over the old."
        )
    }

    override func load() throws -> Start {
        let start = try super.load()
        if case .fresh("noSavedState") = start, !isRight {
            try documents.replace("diary", Array("Dear diary\n".utf8))
        }
        return start
    }
}

/// What the user writes is added to a diary at once, which is no saved state but a document.
class DiaryApp: FileApp {
    let documents = Folder("Documents")

    override func begin() throws {
        try documents.create()
        if !documents.contains("diary") {
            try documents.replace("diary", Array("Dear diary\n".utf8))
        }
    }

    override func perform(_ action: String, _ arguments: [String: JSON]) throws {
        try super.perform(action, arguments)
        guard action == "write" else { return }
        let pages = try documents.read("diary") ?? []
        try documents.replace("diary", pages + Array((draft.text + "\n").utf8))
    }

    override var state: JSON {
        let pages = (try? documents.read("diary")) ?? []
        return ["draft": draft.json, "diary": .string(String(decoding: pages, as: UTF8.self))]
    }
}
