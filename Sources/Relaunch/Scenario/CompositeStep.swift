/// A step that carries other steps out, such as a ``Sweep`` or a ``Fail``.
public protocol CompositeStep: Step {
    /// The steps in it, in order.
    var steps: [any Step] { get }

    /// What takes its place in a scenario: itself, or several steps that together do the same.
    var parts: [any Step] { get }
}

extension CompositeStep {
    /// The step itself.
    public var parts: [any Step] { [self] }
}
