import CrashStates
import RelaunchProtocol

/// Where a target dies, other than between two steps.
public enum KillPoint: Sendable, Hashable, CustomStringConvertible {
    /// When it has introduced itself and has done nothing else.
    case launching
    /// When it has begun to restore.
    case restoring
    /// When it has begun to save.
    case saving
    /// When it shows the snapshot of its last run.
    case snapshotShown
    /// At a named place in its own code, where it waits for leave to go on.
    case checkpoint(String)
    /// After a time from the beginning of the step.
    case after(Duration)
    /// After a time drawn from a range, from the case's seed. A step that is over sooner is no failure.
    case within(ClosedRange<Duration>)

    /// The name at which the target is to be held, where it is one.
    var hold: String? {
        switch self {
        case .launching: Phase.launching.rawValue
        case .restoring: Phase.restoring.rawValue
        case .saving: Phase.saving.rawValue
        case .snapshotShown: snapshotHold
        case .checkpoint(let name): name
        case .after, .within: nil
        }
    }

    public var description: String {
        switch self {
        case .launching: "while launching"
        case .restoring: "while restoring"
        case .saving: "while saving"
        case .snapshotShown: "while showing the snapshot"
        case .checkpoint(let name): "at the checkpoint '\(name)'"
        case .after(let time): "after \(time.shortText)"
        case .within(let range):
            "after \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        }
    }
}

extension Duration {
    /// Such as `12.3 ms` or `2 s`.
    package var shortText: String {
        let value = seconds
        return value < 1 ? "\(rounded(value * 1000)) ms" : "\(rounded(value)) s"
    }

    private func rounded(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int64(tenths)) : String(tenths)
    }
}
