import Foundation
import Relaunch

// Programs that save well: whatever a sweep says against one of them is a false alarm. Their twins, with
// one mistake each, are found by the tests.
//
//     PLANTED_SWEEPS=1000 relaunch run PlantedTwins       a thousand sweeps of each
//     PLANTED_SEED=7                                      other texts
let plantedTwins = Suite("Twins of planted bugs", target: .app("planted-files")) {
    for twin in twins {
        for round in 0..<rounds {
            sweep(of: twin, seed: firstSeed + round, deaths[round % deaths.count])
        }
    }
}

private let twins = [
    "saved-in-place", "renamed-without-sync", "folder-not-synced", "two-files",
    "journal-deleted-early", "history-in-place", "asides-pile-up",
]
private let deaths: [Sweep.Death] = [
    .system, .powerLoss, .powerLoss(.ext4), .powerLoss(.btrfs), .powerLoss(.xfs),
]
private let rounds = number("PLANTED_SWEEPS") ?? 1
private let firstSeed = number("PLANTED_SEED") ?? 1

private func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
}

private func sweep(of twin: String, seed: Int, _ death: Sweep.Death) -> Scenario {
    // Where a write tears at every sector, a long one leaves more states than can be visited.
    var drawn = Drawn(seed: seed, longest: death == .powerLoss ? 300 : 13_000)
    return Scenario("\(twin) survives \(death) with the texts of seed \(seed)") {
        Launch(arguments: [twin, "--right"])
        Perform("rename", ["text": drawn.text()])
        Perform("write", ["text": drawn.text()])
        Background()
        Foreground()
        Perform("rename", ["text": drawn.text()])
        Perform("count", ["by": drawn.number()])
        Perform("write", ["text": drawn.text()])
        Sweep(death) { Background() }
        Launch(arguments: [twin, "--right"])
        Expect(.restored)
        Expect(.stateAsSaved)
        Background()
        Run("ls", "-A", "Library/Saved Application State/planted.savedState")
        Expect(.output(equals: "lock\nstate"))
    }
}

/// What a seed draws: texts of every kind and length, the same ones each time.
private struct Drawn {
    private var state: UInt64
    private let longest: UInt64

    init(seed: Int, longest: UInt64) {
        state = UInt64(bitPattern: Int64(seed))
        self.longest = longest
    }

    /// SplitMix64.
    private mutating func next(below bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return (value ^ (value >> 31)) % bound
    }

    mutating func number() -> JSON { .integer(Int64(next(below: 2001)) - 1000) }

    /// Mostly short; one in eight long.
    mutating func text() -> JSON {
        let length = next(below: 8) == 0 ? next(below: longest) : next(below: 40)
        let letters = Array("abc äß\u{1F600}漢\"\\\n\t<&>{}")
        return .string(
            String((0..<length).map { _ in letters[Int(next(below: UInt64(letters.count)))] }))
    }
}
