import Testing

@testable import RelaunchStress

/// Which launches of a life are traced, which takes time: those that a death or a failing call is to come
/// into.
@Suite struct RecordingTests {
    private let save = Move.dieInside(.saving, of: .kill, at: 0.5)

    @Test func aLaunchThatIsKilledBeforeIsNotTraced() {
        let moves: [Move] = [.launch, .background, .kill(.system), .launch, save]
        #expect(moves.recordings(fromLaunchAt: 0) == 0)
        #expect(moves.recordings(fromLaunchAt: 3) == 1)
    }

    @Test func aLaunchThatDiesInItsOwnCallsIsTracedAndTheNextIsNot() {
        let launch = Move.dieInside(.launching, of: .powerLoss, at: 0.5)
        let moves: [Move] = [.launch, .kill(.crash), launch, .launch, .kill(.system), .launch]
        #expect(moves.map(\.launches) == [true, false, true, true, false, true])
        #expect([0, 2, 3, 5].map(moves.recordings(fromLaunchAt:)) == [0, 1, 0, 0])
    }

    @Test func eachFailingCallCountsUpToTheKill() {
        let failure = Move.failSaving(.write, with: .noSpace, lasting: false, ordinal: 1)
        let moves: [Move] = [.launch, failure, .foreground, save, .launch, .kill(.system), .launch]
        #expect(moves.recordings(fromLaunchAt: 0) == 2)
    }

    /// In the background nothing can be quit: the quit is left out, and the launch after it as well.
    @Test func aDeathThatMayBeImpossibleEndsNothingForSure() {
        let moves: [Move] = [.launch, .background, .quit, .launch, .foreground, save]
        #expect(moves.recordings(fromLaunchAt: 0) == 1)
    }
}
