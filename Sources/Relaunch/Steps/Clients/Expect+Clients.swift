import RelaunchProtocol

extension Expect.Condition {
    /// Of what the clients of the latest ``Concurrently`` have asked, each action that was answered is there,
    /// and each that was not is there wholly or not at all.
    ///
    /// What an action changes is found out by asking all of them once more, one after the other, on the
    /// container as it was when the clients began. The target is launched again for it, and afterwards as it
    /// was.
    public static var answeredActions: Self {
        Self(".answeredActions", observations: [.state], needs: [.actions], needsRunning: true) {
            session in
            guard let clients = session.caseState.clients, let before = clients.stateBefore else {
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    "no clients have been at work; put a `Concurrently(…)` before it")
            }
            let shown = try await session.state()
            let effects = try await session.effects(of: clients)
            let judgement = ClientJudgement(before: Facts(before), effects: effects)
            return judgement.failure(of: shown)
        }
    }
}

extension Session {
    /// Asks all that clients have asked one after the other, and looks what each changes.
    fileprivate func effects(of clients: ClientsAtWork) async throws -> [Effect] {
        let wasControl = caseState.control
        defer { caseState.control = wasControl }
        try await kill(.system, where: "before the clients are judged")
        let present = try TemporaryContainer(copying: container, to: runDirectory.newPath())
        try container.replaceContents(with: clients.base.container)
        try await launchAgain()
        let order = clients.actions.sorted {
            ($0.answered ?? .infinity, $0.asked) < ($1.answered ?? .infinity, $1.asked)
        }
        var effects: [Effect] = []
        var facts = Facts(try await state())
        let names = Set(target.interface.actions.map(\.name))
        for action in order where names.contains(action.action) {
            let running = try awake()
            _ = try await running.askToPerform(
                action.action, action.arguments, killedAt: nil, in: self)
            let next = Facts(try await state())
            var writes = facts.changes(to: next)
            if writes.isEmpty {
                // It has made what was there already, as another did that asked the same.
                let same = effects.last {
                    $0.action.action == action.action && $0.action.arguments == action.arguments
                }
                writes = same?.writes ?? [:]
            }
            effects.append(Effect(action: action, writes: writes))
            facts = next
        }
        try terminateAndReap()
        try container.replaceContents(with: present.container)
        try await launchAgain()
        return effects
    }
}
