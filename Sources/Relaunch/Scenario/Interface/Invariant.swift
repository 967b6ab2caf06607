/// What has to hold of a target whenever it runs and nothing is asked of it.
///
/// It stands in a suite, beside the scenarios:
///
/// ```swift
/// Invariant("the ledger adds up") { Expect("total", equals: 0) }
/// ```
///
/// `relaunch stress` holds every invariant after each launch and each action of its random lives; a
/// scenario holds them with `Expect(.invariants)`.
public struct Invariant: Sendable {
    /// The invariant's name, by which its failures are told apart.
    public let name: String
    let steps: [any Step]

    /// - Parameters:
    ///   - name: unique in its suite.
    ///   - steps: expectations, and commands that look. They change nothing, and end nobody.
    public init(_ name: String, @StepsBuilder _ steps: () -> [any Step]) {
        self.name = name
        self.steps = steps()
    }
}

/// An invariant that does not hold.
package struct BrokenInvariant: Sendable {
    package var name: String
    package var failure: StepFailure
}

extension Session {
    /// The first invariant of the suite that does not hold now.
    package func brokenInvariant() async throws -> BrokenInvariant? {
        for invariant in target.interface.invariants {
            do {
                try await carryOut(invariant.steps, asPartOf: "an invariant")
            } catch let failure as StepFailure where failure.blame == .target {
                return BrokenInvariant(name: invariant.name, failure: failure)
            }
        }
        return nil
    }
}

extension Expect.Condition {
    /// Every ``Invariant`` of the suite holds now.
    public static var invariants: Self {
        Self(".invariants", needsRunning: true) { session in
            guard !session.target.interface.invariants.isEmpty else {
                throw StepFailure(
                    blame: .scenario, kind: .wrongUse,
                    "the suite has no invariants; write `Invariant(\"…\") { … }` beside its scenarios"
                )
            }
            guard let broken = try await session.brokenInvariant() else { return nil }
            var failure = broken.failure
            failure.message = "the invariant '\(broken.name)' does not hold: \(failure.message)"
            return failure
        }
    }
}
