import Relaunch
import RelaunchProtocol

/// Saves on one device, and restores on another: of the other idiom, turned, and of another size.
struct ForeignDevice: Step {
    /// How many actions are performed before the save.
    private static let actions = 10

    let number: Int
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)

    private var isFromPad: Bool { number % 4 != 0 }
    private var old: ChangeIdiom { ChangeIdiom(isFromPad ? .pad : .phone, orientation: .portrait) }
    private var new: ChangeIdiom {
        ChangeIdiom(isFromPad ? .phone : .pad, orientation: .landscapeLeft)
    }
    var text: String {
        "\(old.text); Launch(); …; Background(); Kill(.system); \(new.text); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.carryOut([old])
        try await session.begin()
        var deck = ActionDeck(
            profile.hello.actions, seed: profile.options.seed &+ UInt64(number) &* 104_729)
        for _ in 0..<Self.actions {
            guard let action = try await deck.draw(in: session.state()) else { break }
            guard try await session.isPerformed(action) else { continue }
            deck.noteEffect(of: action)
            session.log(action.step.text)
        }
        try await session.carryOut([Background(), Kill(.system)])
        // What dies on its own device is broken elsewhere.
        let copy = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: copy.path)
        defer { try? copy.remove() }
        guard try await lives(session) else { return .step }
        try session.container.replaceContents(with: copy)
        try await session.carryOut([new])
        try await session.launch()
        _ = try await session.state()
        try await session.carryOut([Background(), Kill(.system)])
        try await session.launch()
        _ = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        return .step
    }

    private func lives(_ session: isolated Session) async throws -> Bool {
        do {
            try await session.launch()
            _ = try await session.state()
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return false
        }
        try await session.kill(.system, where: "in the foreground")
        return true
    }
}
