/// How a scenario that fails is made shorter, so that it can be told how little of it still fails.
package struct Shortening: Sendable {
    /// What is done, as steps.
    package let text: String
    /// The same with less in it, the shortest first.
    package let shorterOnes: @Sendable () -> [Shortening]
    /// The steps, once it is known, by a life of their own, what they lead to; nil where nothing can be judged.
    package let steps: @Sendable (isolated Session) async throws -> [any Step]?

    package init(
        _ text: String, shorterOnes: @escaping @Sendable () -> [Shortening],
        steps: @escaping @Sendable (isolated Session) async throws -> [any Step]?
    ) {
        (self.text, self.shorterOnes, self.steps) = (text, shorterOnes, steps)
    }
}
