import RelaunchProtocol

extension Expect.Condition {
    /// The whole state is one of these, apart from what differs by itself.
    static func like(
        _ states: [JSON], ignoring volatile: Set<String>, else message: String
    ) -> Self {
        Self(".stateIsOneOfThoseOfTheProbe", needsRunning: true) { session in
            let shown = try await session.state()
            if states.contains(where: { shown.isLike($0, ignoring: volatile) }) { return nil }
            return StepFailure(
                message, expected: states.count == 1 ? "the same state" : "either state as a whole",
                actual: "another one",
                difference: states.first.map {
                    JSONDifference(
                        expected: $0.comparable(volatile), actual: shown.comparable(volatile)
                    ).description
                })
        }
    }

    /// The whole state is the one that was remembered, apart from what differs by itself.
    static func likeRemembered(
        _ name: String, ignoring volatile: Set<String>, else message: String
    ) -> Self {
        Self(".stateIsAsRemembered(\"\(name)\")", needsRunning: true) { session in
            guard let state = session.remembered[name] else {
                return StepFailure(blame: .harness, "nothing is remembered as '\(name)'")
            }
            return try await like([state], ignoring: volatile, else: message).evaluate(session)
        }
    }
}

extension JSON {
    /// Without what counts for nothing, for people to read.
    func comparable(_ volatile: Set<String>) -> JSON {
        volatile.compactMap { try? JSONPath(parsing: $0) }
            .reduce(withoutInstances) { $0.removing($1) }
    }
}
