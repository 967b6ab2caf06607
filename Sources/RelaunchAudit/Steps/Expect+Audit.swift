import CrashStates
import Relaunch
import RelaunchProtocol

extension Expect.Condition {
    /// The state is the one that a plain death in the background brings back after the walk's first part:
    /// the saved one, but for what the target leaves out. All of what was saved is right, too.
    ///
    /// - Parameter event: what came in between, to be named; nil where the steps tell it.
    static func restoredAsUsual(
        _ walk: ActionWalk, _ profile: TargetProfile, although event: String? = nil
    ) -> Self {
        let isWhole = profile.isSame(walk.firstState, walk.restored)
        return restored(
            asOneOf: (isWhole ? [] : [walk.firstState]) + [walk.restored], profile,
            apartFrom: walk.takenByPlainDeath(in: profile), text: ".restoredAsUsual",
            expected: isWhole ? whatIsUsual : "\(whatIsUsual), or all that was shown at the save",
            although: event)
    }

    /// The state is what a plain death brings back after the first part of the walk, or after both.
    static func restoredAsEither(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        let states =
            [walk.secondUnsaved ?? walk.restored] + [walk.secondRestored].compactMap(\.self)
        return restored(
            asOneOf: states, profile, text: ".restoredAsEither",
            expected: states.count == 1
                ? whatIsUsual : "what was saved before, or all that was being saved")
    }

    static let whatIsUsual = "what such a kill brings back"

    /// The same, and held against nobody where it is waived.
    func waived(where isWaived: @escaping @Sendable (isolated Session) -> Bool) -> Self {
        Self(text, needsRunning: needsRunning) { session in
            isWaived(session) ? nil : try await evaluate(session)
        }
    }

    /// - Parameter taken: what another rule tells.
    static func restored(
        asOneOf states: [JSON], _ profile: TargetProfile, apartFrom taken: TakenPlaces? = nil,
        text: String, expected: String, although event: String? = nil
    ) -> Self {
        Self(text, needsRunning: true) { session in
            let shown = try await session.state()
            if states.contains(where: { profile.isSame($0, shown) }) { return nil }
            if let taken, states.contains(where: { taken.hold(profile.differences($0, shown)) }) {
                return StepFailure.notJudged("\(taken.rule) breaks by less")
            }
            return StepFailure(
                (event.map { $0 + ", and " } ?? "")
                    + "the state is not what a plain kill in the background brings back",
                expected: expected,
                difference: profile.difference(expected: states.last ?? .null, actual: shown))
        }
    }
}

/// Where the plainest death takes something of a walk, and the rule that tells it (see ``Diagnosis``): what another
/// death makes of that tells nothing more.
struct TakenPlaces {
    let rule: String
    /// Leaves without the numbers of elements.
    fileprivate let places: Set<String>

    fileprivate func hold(_ leaves: [String]) -> Bool {
        leaves.allSatisfy { places.contains($0.withoutElementNumbers) }
    }
}

extension ActionWalk {
    fileprivate func takenByPlainDeath(in profile: TargetProfile) -> TakenPlaces? {
        let diagnosis = diagnosis(in: profile)
        let broken = diagnosis.findings.first { profile.isBroken($0.rule) }
        return broken.map { finding in
            TakenPlaces(
                rule: finding.rule, places: Set(diagnosis.losses.map(\.withoutElementNumbers)))
        }
    }
}

extension Expect.Condition {
    /// Nothing on the screen has become another thing that there was before: it is the same, or gone.
    static func sameElements(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".sameElements", needsRunning: true) { session in
            let shown = profile.leaves(of: try await session.state())
            let saved = profile.leaves(of: walk.restored)
            let initial = profile.leaves(of: profile.initialState)
            let changed = walk.screenLeaves.sorted().first { leaf in
                // Elements move when one before them is deleted.
                guard !leaf.hasSuffix("]"), let value = shown[leaf], let old = saved[leaf],
                    old.isName
                else { return false }
                return value.isName && value != old && value != initial[leaf]
            }
            guard let changed else { return nil }
            return StepFailure(
                "'\(changed)' was saved as one thing, and has come back as another",
                expected: saved[changed]?.text, actual: shown[changed]?.text)
        }
    }

    /// What needs no save to be kept is what it was.
    static func dataKept(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".dataKept", needsRunning: true) { session in
            let state = try await session.state()
            let restored = profile.leaves(of: walk.restored)
            let shown = profile.leaves(of: state)
            let initial = profile.leaves(of: profile.initialState)
            let lost = profile.differences(walk.restored, state).filter { leaf in
                !walk.screenLeaves.contains(leaf) && !leaf.isDrawn
                    && restored[leaf] != initial[leaf] && shown[leaf] == initial[leaf]
            }
            guard !lost.isEmpty else { return nil }
            return StepFailure(
                "what was set is as in a first launch again: \(Phrases.few(lost))",
                expected: "what was set before the update",
                difference: profile.difference(expected: walk.restored, actual: state))
        }
    }

    /// Of these methods, whatever their types, those that were called in the latest launch came first in
    /// this order.
    static func callbacksInOrder(of methods: [String]) -> Self {
        Self(".callbacks, inOrder: \(methods)") { session in
            let called = session.record.callbacks
            let places = methods.map { method in
                called.firstIndex { $0.hasSuffix("." + method) }
            }
            let found = zip(methods, places).compactMap { method, place in
                place.map { (method: method, place: $0) }
            }
            for (earlier, later) in zip(found, found.dropFirst()) where earlier.place > later.place
            {
                return StepFailure(
                    "'\(later.method)' came before '\(earlier.method)'",
                    expected: found.map(\.method).joined(separator: "\n"),
                    actual: called.joined(separator: "\n"))
            }
            return nil
        }
    }

    /// The files of the saved state are what they were at ``KeepSavedState``, byte for byte.
    static var savedStateAsKept: Self {
        Self(".savedStateAsKept") { session in
            let kept = session.remembered[KeepSavedState.name] ?? .null
            let now = session.savedStateFiles()
            if kept == now { return nil }
            return StepFailure(
                "the files of the saved state have changed", expected: "every file as it was",
                actual: "others",
                difference: JSONDifference(expected: kept, actual: now).description)
        }
    }
}

/// Keeps in mind what the files of the saved state are.
struct KeepSavedState: Step {
    static let name = "the audit's saved state"
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Remember(.savedState)" }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[Self.name] = session.savedStateFiles()
        return .step
    }
}

extension Session {
    /// A digest of each file of what the target named as its saved state.
    func savedStateFiles() -> JSON {
        let roots = record.hello?.savedState ?? []
        var files: [String: JSON] = [:]
        for name in container.regularFiles where roots.contains(where: { name.hasPrefix($0) }) {
            files[name] = .string("\(FileDigest.digest(of: container.path(name)) ?? 0)")
        }
        return .object(files)
    }
}

/// Launches the target after a plain death, and fails where that breaks the rule: see ``Diagnosis``.
struct Diagnose: Step {
    let rule: String
    let walk: ActionWalk
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Launch(); Expect(.everythingBack)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.observe([.state])
        rehearsal.launch(endsDead: false)
        rehearsal.judge([.state])
    }

    func perform(in session: isolated Session) async throws -> Next {
        guard let shown = session.evidence.savedStates.last else {
            throw StepFailure(blame: .harness, "no save was observed")
        }
        let generation = try await session.nextGeneration(after: shown, typed: walk.typed)
        let diagnosis = Diagnosis(
            profile: profile, generation: generation, afterQuit: walk.afterQuit)
        for finding in diagnosis.findings where finding.rule == rule {
            let files = finding.leavesFilesOpen ? walk.lossInFiles : ""
            throw StepFailure(
                finding.message + files, expected: finding.expected,
                difference: finding.difference)
        }
        return .step
    }
}

extension JSON {
    /// Whether it can be the name of an element, as a text can.
    fileprivate var isName: Bool { string.map { !$0.isEmpty } ?? false }
}
