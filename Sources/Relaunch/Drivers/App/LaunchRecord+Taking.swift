import RelaunchProtocol

/// What a target says, as it comes over the channel: it may be anything.
extension LaunchRecord {
    /// How many notifications of one launch are kept.
    private static let notificationLimit = 10_000

    /// Takes in the target's introduction.
    ///
    /// - Throws: `StepFailure` where it is the second one, incomplete, of a newer protocol, or names
    ///   a saved state outside the container or a checkpoint that is called like something else.
    package mutating func takeHello(_ params: JSON) throws {
        guard hello == nil else {
            throw StepFailure(kind: .brokenProtocol, "the target said hello twice")
        }
        guard let hello = Hello(params) else {
            throw StepFailure(
                kind: .brokenProtocol, "the target's hello is incomplete",
                expected: "at least 'protocol' and 'name'",
                actual: shortened(params.text))
        }
        guard hello.protocolVersion <= protocolVersion else {
            throw StepFailure(
                kind: .brokenProtocol, "the target speaks a newer protocol than this harness",
                expected: "protocol \(protocolVersion)", actual: "protocol \(hello.protocolVersion)"
            )
        }
        if let path = hello.savedState.first(where: { !Container.isInside($0) }) {
            throw StepFailure.illegalSavedState(path)
        }
        let taken = Phase.allCases.map(\.rawValue) + [snapshotHold]
        if let name = hello.checkpoints.first(where: taken.contains) {
            throw StepFailure(
                kind: .brokenProtocol,
                "the target has a checkpoint called '\(name)', a name that has another meaning in "
                    + "the protocol",
                expected: "a name other than \(taken.joined(separator: ", "))", actual: name)
        }
        self.hello = hello
    }

    /// Takes in what needs no answer; false where the method is unknown.
    ///
    /// - Throws: `StepFailure` where it comes before hello, or is an unknown phase.
    package mutating func take(_ method: String, _ params: JSON) throws -> Bool {
        guard hello != nil else {
            throw StepFailure(
                kind: .brokenProtocol, "the target did not begin with hello", expected: "hello",
                actual: method)
        }
        let count = callbacks.count + issues.count + snapshots.count + phases.count
        guard count < Self.notificationLimit else {
            dropped += 1
            return true
        }
        switch method {
        case Method.phase: try takePhase(params)
        case Method.checkpoint: break
        case Method.restoration: takeRestoration(params)
        case Method.snapshot: takeSnapshot(params)
        case Method.callback:
            if let name = params["name"]?.string { callbacks.append(shortened(name)) }
        case Method.issue:
            issues.append(
                Issue(
                    shortened(params["text"]?.string ?? "", to: 1000),
                    rule: params["rule"]?.string.map { shortened($0) },
                    code: params["code"]?.string.map { shortened($0) }))
        default: return false
        }
        return true
    }

    private mutating func takePhase(_ params: JSON) throws {
        guard let name = params["phase"]?.string, let phase = Phase(rawValue: name) else {
            throw StepFailure(
                kind: .brokenProtocol, "the target reported an unknown phase",
                expected: Phase.allCases.map(\.rawValue).joined(separator: ", "),
                actual: shortened(params.text))
        }
        phases.append(phase)
    }

    /// Of several pictures of one kind only the last is kept: each may be large.
    private mutating func takeSnapshot(_ params: JSON) {
        let snapshot = Snapshot(
            event: shortened(params["event"]?.string ?? ""),
            reason: params["reason"]?.string.map { shortened($0) },
            picture: params["picture"].flatMap(Picture.init))
        if snapshot.picture != nil {
            for index in snapshots.indices where snapshots[index].event == snapshot.event {
                snapshots[index].picture = nil
            }
        }
        snapshots.append(snapshot)
    }

    private mutating func takeRestoration(_ params: JSON) {
        restoration =
            params["restored"]?.bool == true
            ? .restored
            : .skipped(reason: shortened(params["reason"]?.string ?? "no reason given"))
    }
}

extension StepFailure {
    /// A path in the `savedState` of a hello that is empty, absolute or leads out of the container.
    static func illegalSavedState(_ path: String) -> StepFailure {
        StepFailure(
            kind: .brokenProtocol,
            "the target names '\(shortened(path))' as its saved state, which is not inside its "
                + "container",
            expected: "paths relative to the container and below it in the 'savedState' of its "
                + "hello, such as 'Library/State/state.json'",
            actual: path.isEmpty ? "an empty path" : shortened(path))
    }
}
