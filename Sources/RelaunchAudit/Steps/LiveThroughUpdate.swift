import Relaunch
import RelaunchProtocol

/// Lives through a life whose first part is lived in this version and the others in the next one, and judges
/// it by the same life in the next one alone (rule W2). Where both show the same after the update, the same
/// actions must lead to the same from there on.
struct LiveThroughUpdate: AuditStep {
    let life: Life
    let profile: TargetProfile

    var text: String { "LiveThroughUpdate(\(life.name.quoted))" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        guard let (own, updated) = try await courses(session),
            let part = firstDifference(own, updated),
            // What differs from life to life was not changed by the update.
            let (ownAgain, again) = try await courses(session),
            zip(own, ownAgain).allSatisfy({ profile.isSameShown($0, $1) }),
            firstDifference(ownAgain, again) == part
        else {
            try await session.killIfRunning()
            return .step
        }
        let before = Set(life.parts[0].actions.map(\.name)).sorted()
        let actions = life.parts[part].actions.map(\.step.text)
        throw StepFailure(
            "after \(before.joined(separator: ", ")) in this version, the next one shows the same as after "
                + "these in itself; and then \(actions.joined(separator: "; ")) leads to something else",
            expected: "what the same actions lead to in the next version alone",
            difference: profile.difference(expected: own[part], actual: again[part]))
    }

    /// The life in the next version alone, and with an update in it.
    private func courses(
        _ session: isolated Session
    ) async throws -> (own: [JSON], updated: [JSON])? {
        let present = session.build
        try await session.carryOut([UpdateApp(version: profile.nextVersion)])
        let own = try await course(isUpdated: false, session)
        session.install(present)
        guard let own, let updated = try await course(isUpdated: true, session) else { return nil }
        session.install(present)
        return (own, updated)
    }

    /// The first part after the update that ends otherwise, where the launch after it shows the same.
    private func firstDifference(_ own: [JSON], _ updated: [JSON]) -> Int? {
        let part = own.indices.first { !profile.isSameShown(own[$0], updated[$0]) }
        return part == 0 ? nil : part
    }

    /// What the launch after the update shows, and what each part after it has saved; nil where a launch does
    /// not come about, or the target says that it leaves something out.
    private func course(isUpdated: Bool, _ session: isolated Session) async throws -> [JSON]? {
        var states: [JSON] = []
        do {
            try await session.begin()
            for (index, part) in life.parts.enumerated() {
                for action in part.actions { _ = try await session.isPerformed(action) }
                try await session.deliver(.background)
                states.append(try await session.state())
                try session.suspend()
                try await session.carryOut([Kill(.system)])
                if isUpdated, index == 0 {
                    try await session.carryOut([UpdateApp(version: profile.nextVersion)])
                }
                try await session.launch()
                if !session.record.issues.isEmpty { return nil }
                if index == 0 { states[0] = try await session.state() }
            }
        } catch let failure as StepFailure where failure.blame == .target {
            // Whether it starts at all is judged where nothing else is.
            try session.terminateAndReap()
            return nil
        }
        try session.terminateAndReap()
        return states
    }
}

extension Life {
    /// How many beginnings there are at most.
    private static let beginningLimit = 16

    /// Its beginnings, each up to another part in one launch, with the two parts that come after it.
    var beginnings: [Life] {
        let interval = (parts.count + Self.beginningLimit - 1) / Self.beginningLimit
        return stride(from: 0, to: parts.count - 1, by: max(1, interval)).map { last in
            let first = Part(actions: parts[...last].flatMap(\.actions), end: .kill)
            return Life(
                name: "\(name), part \(last + 1)", parts: [first] + parts[(last + 1)...].prefix(2))
        }
    }
}
