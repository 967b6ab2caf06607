/// When what an action has done is saved.
public enum Durability: Sendable, Hashable {
    /// An action that ended well is saved: it is in the state after any death.
    case eachAction
    /// An action that ended well is in the state after any death of a process. A power failure may take
    /// it, and is not tried.
    case throughKills
    /// Nothing is promised: an action may be lost until the scenario says otherwise.
    case none

    /// What it promises of a target with actions.
    var capability: DriverCapability? {
        switch self {
        case .eachAction: .savesEachAction
        case .throughKills: .savesUntilPowerLoss
        case .none: nil
        }
    }
}
