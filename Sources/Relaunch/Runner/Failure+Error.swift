import CrashStates
import SystemPackage

extension Failure {
    /// Any error as a failure with the one whose fault it is.
    init(_ error: any Error, at step: (any Step)? = nil) {
        self.init(
            blame: .harness, location: step?.location, step: step?.text ?? "", message: "\(error)")
        switch error {
        case let error as StepFailure:
            blame = error.blame
            kind = error.kind
            message = error.message
            expected = error.expected
            actual = error.actual
            difference = error.difference
        case is JSONPathError: blame = .scenario
        case is SupervisorError, is DeathNotReported, is ContainerError, is FileTreeError,
            is PollError, is Errno,
            is RecordingError, is RecorderError, is MaterializationError:
            break
        default:
            blame = .scenario
            message = "the step threw an error: \(error)"
        }
    }
}
