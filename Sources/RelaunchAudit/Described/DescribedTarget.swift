import Relaunch
import RelaunchProtocol

/// What the rules for a target that a suite describes know of it, beside its profile.
struct DescribedTarget: Sendable {
    let target: Target
    /// Actions that ended well, one after the other from a first launch, each way with others.
    var ways: [DescribedWay] = []
    /// Whether the same actions lead to the same states in each container: no times, no hashes of them.
    var isReproducible = true
    /// The files that the ways left, which may be damaged.
    var files: [String] = []

    /// Whether an action that ended well is to survive each death that is tried.
    var promises: Bool { target.driver.savesActions }
    /// Whether it survives a power failure, too.
    var promisesPower: Bool { promises && !target.driver.can(.savesUntilPowerLoss) }
    /// Whether a state is shown of which anything is the same each time that the same was done.
    var showsState: Bool { target.driver.can(.state) && !isAllVolatile }
    /// Whether all of the state is another one each time.
    var isAllVolatile = false
    /// Whether it runs to its end, and is looked at by what it has left.
    var isAtRest: Bool { target.isAskedAtRest }
    var hasInvariants: Bool { !target.interface.invariants.isEmpty }

    /// The ways whose end shows something else than their beginning; all of them where there is none.
    var changingWays: [DescribedWay] {
        let changing = ways.filter(\.changes)
        return changing.isEmpty ? ways : changing
    }
    /// Whether any action has changed what is shown.
    var changesState: Bool { ways.contains(where: \.changes) }

    /// For each action the shortest way that ends with it, of those in which something was done before.
    var lastActions: [DescribedWay] {
        var shortest: [String: DescribedWay] = [:]
        for way in ways {
            for (index, action) in way.actions.enumerated().dropFirst() {
                let part = way.prefix(index + 1)
                guard !part.isIdle,
                    part.actions.count < shortest[action.name]?.actions.count ?? .max
                else { continue }
                shortest[action.name] = part
            }
        }
        return shortest.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Actions that were done one after the other, and the states that they led to.
struct DescribedWay: Sendable {
    var actions: [DrawnAction] = []
    /// The state before the first action, and after each.
    var states: [JSON]

    /// Whether the last action has changed nothing that can be seen.
    var isIdle: Bool {
        states.count > 1 && states[states.count - 1] == states[states.count - 2]
            && states.last != .null
    }

    /// Whether its end shows something else than its beginning.
    var changes: Bool { states.first != states.last }

    func prefix(_ count: Int) -> DescribedWay {
        DescribedWay(
            actions: Array(actions.prefix(count)), states: Array(states.prefix(count + 1)))
    }
}
