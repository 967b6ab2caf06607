@testable import CrashStates
import Relaunch
import Testing
import TestSupport

/// The mistakes that people make when they save into files: a sweep finds each and names it, and is
/// silent on the twin that does it right.
@Suite struct PlantedSweepTests {
    /// Two saves, of which the second is swept; then what came back, and what lies there after one more.
    private func sweep(
        _ bug: String, isRight: Bool, _ death: Sweep.Death
    ) async throws -> CaseResult {
        try await trial(
            TrialTarget.planted(bug, isRight: isRight), TrialOptions(timeLimit: .seconds(60))
        ) {
            Launch()
            Perform("rename", ["text": "Monday"])
            Perform("write", ["text": "rain"])
            Background()
            Foreground()
            Perform("rename", ["text": "Tuesday"])
            Perform("write", ["text": "sun"])
            Sweep(death) { Background() }
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Background()
            Run("ls", "-A", "Library/Saved Application State/planted.savedState")
            let files = bug == "two-files" && !isRight ? "lock\nstate\ntext" : "lock\nstate"
            Expect(.output(equals: files))
        }.only()
    }

    private static let everyDeath: [Sweep.Death] = [
        .system, .powerLoss, .powerLoss(.ext4), .powerLoss(.btrfs), .powerLoss(.xfs),
    ]

    @Test(arguments: [
        "saved-in-place", "renamed-without-sync", "folder-not-synced", "two-files",
        "journal-deleted-early", "history-in-place", "asides-pile-up",
    ])
    func `no death harms a twin`(bug: String) async throws {
        for death in Self.everyDeath {
            let result = try await sweep(bug, isRight: true, death)
            #expect(result.verdict == .passed, "\(death): \(result.failures)")
        }
    }

    @Test func `a save in place is lost by a kill in the middle of it`() async throws {
        let result = try await sweep("saved-in-place", isRight: false, .system)
        #expect(result.verdict == .failed)
        #expect(result.dies("truncate", "/state to 0 bytes by opening it"))
        try expectGolden(result)
    }

    @Test func `a file renamed without a sync survives kills, and is lost with the power`()
        async throws
    {
        let kills = try await sweep("renamed-without-sync", isRight: false, .system)
        #expect(kills.verdict == .passed, "\(kills.failures)")
        let power = try await sweep("renamed-without-sync", isRight: false, .powerLoss)
        #expect(power.verdict == .failed)
        #expect(power.dies("power lost after `rename", "lost: `write", "state.new`"))
        try expectGolden(power)
    }

    @Test func `a save acknowledged before its folder was synced comes back as the older one`()
        async throws
    {
        let kills = try await sweep("folder-not-synced", isRight: false, .system)
        #expect(kills.verdict == .passed, "\(kills.failures)")
        let power = try await sweep("folder-not-synced", isRight: false, .powerLoss)
        #expect(power.verdict == .failed)
        #expect(power.dies("to the channel", "lost: `rename", "state.new → "))
    }

    @Test func `two files that must agree are torn apart by a kill between them`() async throws {
        let result = try await sweep("two-files", isRight: false, .system)
        #expect(result.verdict == .failed)
        #expect(result.dies("killed after `rename", "/state`"))
        #expect(result.failure?.difference == "  text: \"sun\" → \"rain\"")
    }

    @Test func `a journal deleted too early protects from kills, and not from a power loss`()
        async throws
    {
        let kills = try await sweep("journal-deleted-early", isRight: false, .system)
        #expect(kills.verdict == .passed, "\(kills.failures)")
        let power = try await sweep("journal-deleted-early", isRight: false, .powerLoss)
        #expect(power.verdict == .failed)
        #expect(power.dies("power lost after `unlink", "/journal`", "lost: `write", "/state`"))
        try expectGolden(power)
    }

    @Test func `temporary files that nobody clears pile up`() async throws {
        let result = try await sweep("asides-pile-up", isRight: false, .system)
        #expect(result.verdict == .failed)
        #expect(result.dies("killed after `create", ".new`"))
    }

    /// After three crashes, a launch that dies at any point; the next one must not restore either.
    private func sweepOfALaunch(isRight: Bool, _ death: Sweep.Death) async throws -> CaseResult {
        try await trial(TrialTarget.planted("history-in-place", isRight: isRight)) {
            Launch()
            Perform("write", ["text": "rain"])
            Background()
            Kill(.system)
            for _ in 1...3 { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
            Sweep(death) { Launch(killedAt: .launching, by: .crash(.SIGSEGV)) }
            Launch()
            Expect(.notRestored)
        }.only()
    }

    @Test func `a count of crashes that is written in place is lost by a kill`() async throws {
        let wrong = try await sweepOfALaunch(isRight: false, .system)
        #expect(wrong.verdict == .failed)
        #expect(wrong.dies("truncate ", "/launch.open to 0 bytes by opening it"))
        for death in Self.everyDeath {
            let right = try await sweepOfALaunch(isRight: true, death)
            #expect(right.verdict == .passed, "\(death): \(right.failures)")
        }
    }
}

extension CaseResult {
    /// Whether the first failure's kill point has these words.
    fileprivate func dies(_ words: String...) -> Bool {
        words.allSatisfy { failure?.killPoint?.contains($0) == true }
    }
}
