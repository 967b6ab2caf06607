extension Failure {
    /// Any error as a failure with the one whose fault it is.
    ///
    /// - Parameter step: the step that threw it, nil where no step did. An unknown error of one of
    ///   Relaunch's steps is the harness's, one of a plug-in's step is the scenario's.
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
        case is JSONPathError: (blame, kind) = (.scenario, .wrongUse)
        case is any HarnessFault: break
        case _ where error is PlugInError || step.map { !OwnCode.defines(type(of: $0)) } == true:
            (blame, kind) = (.scenario, .threw)
            message = "the step threw an error: \(error)"
        default: message = "Relaunch could not carry this out: \(error)"
        }
    }
}
