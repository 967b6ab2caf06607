import Relaunch

/// A target, what it is driven through and what is swept: once as steps of a scenario, once as lines
/// that a bare loop says.
struct SweepSubject: Sendable {
    enum Act: Sendable {
        case perform(String, [String: JSON] = [:])
        case background
        case foreground
    }

    var name: String
    var executable: String
    /// Leads to the older state; then the target is killed.
    var preparing: [Act] = []
    /// Leads from the next launch to the step that is swept.
    var driving: [Act]
    var swept: [Act]
    /// A value in the target's state.
    var field: String
    /// What it may be after any death; empty where any is right.
    var accepted: [JSON]

    /// What the scenario tells on its way.
    struct Marks: Sendable {
        /// The container after ``preparing``, and the environment there.
        let base = Readings<(listing: Listing, environment: [String: String], path: String)>()
        /// Just before the launch that leads to the swept step.
        let begin = Readings<ContinuousClock.Instant>()
        /// Just after the swept step, while it is still recorded.
        let recorded = Readings<ContinuousClock.Instant>()
        /// One for each state, in the order of the visits.
        let visits = Readings<ContinuousClock.Instant>()
        /// What is in the container at each visit.
        let states = Readings<Listing>()
        var listsStates = false
        /// Nothing is said of what has to come back: each state is judged by what a sweep itself asks.
        var namesNoOracle = false
        /// What is done at each visit besides.
        var atVisit: @Sendable () -> Void = {}
    }

    @StepsBuilder func steps(_ marks: Marks) -> [any Step] {
        Launch()
        for act in preparing { act.step }
        Kill(.system)
        InlineStep("begin") { session in
            if marks.listsStates {
                let listing = try Listing(of: session.container.path)
                marks.base.append((listing, session.environment(), session.container.path))
            }
            marks.begin.append(.now)
        }
        Launch()
        for act in driving { act.step }
        Sweep(.system) {
            for act in swept { act.step }
            InlineStep("recorded") { _ in marks.recorded.append(.now) }
        }
        if !marks.namesNoOracle {
            InlineStep("visit") { session in
                marks.visits.append(.now)
                marks.atVisit()
                if marks.listsStates {
                    marks.states.append(try Listing(of: session.container.path))
                }
            }
            Launch()
            Expect(field, "is one that it may be") { accepted.isEmpty || accepted.contains($0) }
        }
    }

    // MARK: For a bare loop

    var drivingLines: [BareRequest] { Self.lines(driving, from: 1) }
    var sweptLines: [BareRequest] { Self.lines(swept, from: driving.count + 1) }

    private static func lines(_ acts: [Act], from first: Int) -> [BareRequest] {
        acts.enumerated().map { index, act in act.line(first + index) }
    }

    /// What the answer to `state` has in it where the state is right.
    var acceptedTexts: [ContiguousArray<CChar>] {
        let name = field.split(separator: ".").last ?? ""
        return accepted.map { "\"\(name)\":\($0.text)".utf8CString }
    }
}

extension SweepSubject.Act {
    var step: any Step {
        switch self {
        case .perform(let action, let arguments): Perform(action, arguments)
        case .background: Background()
        case .foreground: Foreground()
        }
    }

    func line(_ id: Int) -> BareRequest {
        switch self {
        case .perform(let action, let arguments):
            BareRequest(
                id, "perform",
                ["action": .string(action), "arguments": .object(arguments), "hold": []])
        case .background: .lifecycle(id, "background")
        case .foreground: .lifecycle(id, "foreground")
        }
    }
}
