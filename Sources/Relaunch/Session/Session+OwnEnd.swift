import CrashStates

// A target that is to go on running, and has ended by itself.
extension Session {
    /// How the target has ended although nothing has asked it to; nil where it lives, or where none runs.
    ///
    /// Since its launch a client may have shut it down, or something that was typed: then an end with
    /// status 0 was asked for.
    func ownEnd() throws -> ExitStatus? {
        guard let status = try running?.exitStatus(in: self) else { return nil }
        switch caseState.expectedEnd {
        case .any: return nil
        case .success where status == .exited(0): return nil
        case .success, .status, nil: return status
        }
    }

    /// Notes that from now on the target may end of what is asked of it.
    func expectEnd(_ end: Run.Exit) {
        if running != nil, caseState.expectedEnd != .any { caseState.expectedEnd = end }
    }

    /// - Parameter moment: before what, in words; nothing where that is the step itself.
    /// - Throws: ``StepFailure`` where the target has ended by itself.
    func checkLives(_ moment: String = "") throws {
        guard let status = try ownEnd() else { return }
        throw StepFailure.endedByItself(status, moment, expected: "it goes on running")
    }

    /// The same for a target that a suite describes: what it asks is no message of the target, which may
    /// not notice its end.
    func checkDescribedLives() throws {
        if target.driver.can(.interface), target.interface.describesTarget { try checkLives() }
    }
}

extension StepFailure {
    /// A target is not there any more, and nothing has asked it to end.
    static func endedByItself(
        _ status: ExitStatus, _ moment: String = "", expected: String
    ) -> StepFailure {
        StepFailure(
            kind: .ended, "the target had ended by itself" + (moment.isEmpty ? "" : " \(moment)"),
            expected: expected, actual: "it \(status)")
    }
}
