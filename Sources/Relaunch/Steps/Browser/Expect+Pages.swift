import RelaunchProtocol

extension Expect.Condition {
    /// What the latest ``Evaluate`` gave.
    public static func evaluated(_ value: JSON) -> Self {
        Self(".evaluated(\(value.text))", needs: [.pages]) { session in
            if session.result == value { return nil }
            return StepFailure(
                "the page gave something else", expected: value.text, actual: session.result.text)
        }
    }
}
