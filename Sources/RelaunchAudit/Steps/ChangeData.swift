import Relaunch
import RelaunchProtocol

/// Saves, changes the user's data behind the saved state's back, and restores.
///
/// The app comes to the foreground again, deletes or adds something there, and is killed before it
/// could save: its data is durable at once, its screen is not. What is shown after that tells whether
/// the saved state holds keys of the data, and what becomes of those that are gone.
struct ChangeData: Step {
    /// How many changes are tried of those that take away what the saved screen shows, and of others.
    private var hitsTried: Int { loss == .ofElement ? 2 : 0 }
    private var othersTried: Int { loss == .ofElement ? 2 : 4 }
    /// What is broken where an element that is still there has given its place to another (S11), or one
    /// that has been deleted is mistaken (R13).
    enum Loss { case ofPlace, ofElement }

    private static let triesLimit = 8

    let start: Start
    let loss: Loss
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String {
        "\(start.name); Background(); Foreground(); Perform(…); Kill(.system); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let new = start.state.texts.subtracting(profile.initialState.texts)
        var (hits, others) = (0, 0)
        var seen: [JSON] = []
        let changes = changes(of: start.state, preferring: new.sorted())
        for action in changes.prefix(Self.triesLimit) {
            guard hits < hitsTried || others < othersTried else { break }
            guard let change = try await change([action], session),
                !seen.contains(where: { profile.isSame($0, change.unsaved) })
            else { continue }
            seen.append(change.unsaved)
            // What the saved screen shows in more places than a first launch does.
            let isHit =
                loss == .ofElement
                && !change.gone.isDisjoint(
                    with: start.state.shownMore(than: profile.initialState))
            if isHit ? hits >= hitsTried : others >= othersTried { continue }
            if isHit { hits += 1 } else { others += 1 }
            try await judge(change, session)
            if isHit, hits == 1 { try await replaceDeleted(after: action, session) }
        }
        try await session.killIfRunning()
        return .step
    }

    /// Actions that change data, the ones about what the state shows first.
    private func changes(of state: JSON, preferring names: [String]) -> [DrawnAction] {
        let options = profile.dataActions.map {
            ActionDeck.options(for: $0, profile.hello.actions, in: state, preferring: names)
        }
        // Each action in its turn, so that none takes all the tries.
        let most = options.map(\.count).max() ?? 0
        return (0..<most).flatMap { number in
            options.compactMap { $0.indices.contains(number) ? $0[number] : nil }
        }
    }

    /// What was deleted is followed by something new, which may get its number, and the screen is turned
    /// to something else.
    private func replaceDeleted(
        after deletion: DrawnAction, _ session: isolated Session
    ) async throws {
        let additions = profile.dataActions.compactMap { name in
            ActionDeck.options(
                for: name, profile.hello.actions, in: profile.initialState,
                preferring: [Self.newText]
            ).first { $0.arguments.values.contains(.string(Self.newText)) }
        }
        let turns = profile.starts.map(\.action).filter { !profile.dataActions.contains($0.name) }
        for addition in additions {
            for turn in turns.prefix(othersTried) {
                if let change = try await change([deletion, addition, turn], session) {
                    try await judge(change, session)
                }
            }
        }
    }

    private static let newText = "something new"

    // MARK: One change

    private struct Change {
        var actions: [DrawnAction]
        var saved: JSON
        /// The state when the app is killed.
        var unsaved: JSON
        /// Texts that are nowhere any more.
        var gone: Set<String> { saved.texts.subtracting(unsaved.texts) }
        var text: String { actions.map(\.step.text).joined(separator: "; ") }
    }

    /// Up to the change; nil where it is refused or shows nothing.
    private func change(
        _ actions: [DrawnAction], _ session: isolated Session
    ) async throws -> Change? {
        try await session.begin(with: [start.action])
        try await session.carryOut([Background(), Foreground()])
        let saved = try await session.state()
        for action in actions {
            guard try await session.isPerformed(action) else { return nil }
        }
        let unsaved = try await session.state()
        if profile.isSame(saved, unsaved) { return nil }
        return Change(actions: actions, saved: saved, unsaved: unsaved)
    }

    private func judge(_ change: Change, _ session: isolated Session) async throws {
        try await session.kill(.system, where: "in the foreground, after \(change.text)")
        let shown: JSON
        do {
            try await session.launch()
            shown = try await session.state()
        } catch var failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            guard loss == .ofElement, try await livesUnchanged(session) else { return }
            failure.message = "after \(change.text), which was not saved: \(failure.message)"
            throw failure
        }
        if loss == .ofElement, let text = haunting(change, shown) {
            throw failure("'\(text)' has been deleted and is shown again", change, shown)
        }
        for (path, other) in exchanged(change, shown) {
            let saved = change.saved.leaves[path]?.string ?? ""
            guard !saved.isEmpty, change.gone.contains(saved) == (loss == .ofElement) else {
                continue
            }
            let state = loss == .ofElement ? "" : ", which is still there,"
            throw failure("in the place of '\(saved)'\(state) there is '\(other)'", change, shown)
        }
    }

    /// Whether it can be launched where the data is not changed.
    private func livesUnchanged(_ session: isolated Session) async throws -> Bool {
        try await session.begin(with: [start.action])
        try await session.carryOut([Background(), Foreground(), Kill(.system)])
        do { try await session.launch() } catch is StepFailure {
            try session.terminateAndReap()
            return false
        }
        return true
    }

    /// A text that was gone when the app was killed, has stayed away where the data is shown, and is
    /// shown elsewhere.
    private func haunting(_ change: Change, _ shown: JSON) -> String? {
        change.gone.sorted().first { text in
            let places = shown.places(of: text)
            return !places.isEmpty && !change.saved.places(of: text).isSubset(of: places)
        }
    }

    /// Where something is shown that was neither saved, nor there when the app was killed, nor at first.
    private func exchanged(_ change: Change, _ shown: JSON) -> [(path: String, text: String)] {
        let initial = profile.initialState.leaves
        let (saved, unsaved) = (change.saved.leaves, change.unsaved.leaves)
        return shown.leaves.sorted { $0.key < $1.key }.compactMap { path, value in
            guard let text = value.string, saved[path]?.string != nil, saved[path] != initial[path],
                // Elements move when one before them is deleted.
                !path.contains("["), value != saved[path], value != initial[path],
                // The screen of the kill was not saved; of the data, only what is gone is known to be.
                value != unsaved[path] || loss == .ofPlace && start.screenLeaves.contains(path)
            else { return nil }
            return (path, text)
        }
    }

    private func failure(_ message: String, _ change: Change, _ shown: JSON) -> StepFailure {
        StepFailure(
            "after \(change.text), which was not saved: \(message)",
            expected:
                "what the app showed when it was killed, or what was saved and is still there",
            actual: "something else",
            difference: profile.difference(expected: change.saved, actual: shown))
    }
}

extension JSON {
    /// Every text in it: values, and names of members. Nothing at all is none.
    fileprivate var texts: Set<String> {
        switch self {
        case .string(let text): text.isEmpty ? [] : [text]
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.texts) }
        case .object(let members):
            members.reduce(into: []) { found, member in
                guard member.key != "$instance" else { return }
                found.insert(member.key)
                found.formUnion(member.value.texts)
            }
        default: []
        }
    }

    /// Where a text is: as a value, or as the name of a member. Elements of one array are one place.
    fileprivate func places(of text: String) -> Set<String> {
        var found: Set<String> = []
        func visit(_ value: JSON, _ path: String) {
            switch value {
            case .string(text): found.insert(path)
            case .array(let elements): for element in elements { visit(element, path + "[]") }
            case .object(let members):
                for (name, member) in members where name != "$instance" {
                    if name == text { found.insert(path + ".*") }
                    visit(member, path + "." + (name == text ? "*" : name))
                }
            default: break
            }
        }
        visit(self, "")
        return found
    }

    /// The texts that are in more places than in another state.
    fileprivate func shownMore(than other: JSON) -> Set<String> {
        texts.filter { !places(of: $0).isSubset(of: other.places(of: $0)) }
    }
}
