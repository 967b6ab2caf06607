import RelaunchProtocol

/// Hears what an app does, as it does it: the harness, or a test, or nobody.
@MainActor
protocol LifecycleObserver: AnyObject {
    func enter(_ phase: Phase)
    func checkpoint(_ name: Checkpoint)
    func restored()
    func notRestored(_ reason: FreshStart)
    func snapshot(_ event: SnapshotEvent)
    /// A lifecycle method of the app is about to be called.
    func callback(_ name: String)
    /// Something went wrong. Whoever decides by it does so by the rule and the code.
    func issue(_ text: String, rule: String?, code: String?)
}

/// The places at which a harness can hold or kill the app.
enum Checkpoint: String, CaseIterable {
    case willFinishLaunching = "launch.willFinishLaunching"
    case didFinishLaunching = "launch.didFinishLaunching"
    case beforeDecoding = "restore.beforeDecoding"
    case afterDecoding = "restore.afterDecoding"
    case beforeEncoding = "save.beforeEncoding"
    case afterEncoding = "save.afterEncoding"
    case beforeCommit = "save.beforeCommit"
    case afterCommit = "save.afterCommit"
}

/// Why a launch does not restore.
struct FreshStart: Equatable {
    enum Reason: String {
        case noSavedState, declined, crashLoop, damaged, newerFormat, locked, crashWhileExtended
    }
    var reason: Reason
    var detail: String?
}

/// What happened to a snapshot.
enum SnapshotEvent: Equatable {
    case taken(Picture)
    case shown(Picture)
    case suppressed(reason: String)
    case ignored(reason: String)
}

/// Ignores everything, for an app that runs without a harness.
final class NoObserver: LifecycleObserver {
    func enter(_ phase: Phase) {}
    func checkpoint(_ name: Checkpoint) {}
    func restored() {}
    func notRestored(_ reason: FreshStart) {}
    func snapshot(_ event: SnapshotEvent) {}
    func callback(_ name: String) {}
    func issue(_ text: String, rule: String?, code: String?) {}
}
