import CrashStates
import RelaunchProtocol

/// What the harness itself has seen. The target's claims are compared with it.
public struct Evidence: Sendable {
    /// The state that the first launch showed, before anything was done.
    public internal(set) var initialState: JSON?
    /// The states that may be the saved one: the one of the last save that was finished, and the one
    /// that was being saved when the target was killed in the middle of it.
    public internal(set) var savedStates: [JSON] = []
    /// The screens at those saves.
    public internal(set) var savedScreens: [Picture] = []
    /// The picture that the target took with its last save.
    public internal(set) var lastSnapshot: Picture?
    /// The user's files at the last death, each with a digest of its bytes.
    public internal(set) var files: [String: UInt64] = [:]
    /// The places outside the container where something was changed, or an attempt was made.
    public internal(set) var writtenOutside: Set<String> = []
    /// The states that were saved one after the other in the steps that are being recorded.
    var passedStates: [JSON] = []
    /// Whether the target died in an action, so that nobody knows how far it came.
    var isActionInterrupted = false
    /// How often a save was observed.
    var saves = 0
    /// The crash state that the case stands in, and the steps that it comes from.
    var swept: SweptEvidence?

    /// The same, for a step that judges it: such a step follows a sweep.
    package var sweptForJudgement: SweptEvidence {
        get throws {
            guard let swept else {
                throw StepFailure(blame: .harness, "there is no crash state to judge")
            }
            return swept
        }
    }
}

extension Session {
    /// Observes a save that has been finished, while the target is still awake.
    func observeSave() async throws {
        if let picture = record.snapshots.last(where: { $0.event == "taken" })?.picture {
            evidence.lastSnapshot = picture
        }
        if postponesObservation {
            hasPostponed = true
            return
        }
        guard let running = try? awake() else { return }
        if observations.contains(.state) {
            let state = try await running.askForState(in: self)
            evidence.savedStates = [state]
            evidence.passedStates.append(state)
            evidence.isActionInterrupted = false
            evidence.saves += 1
        }
        if observations.contains(.screen) {
            evidence.savedScreens = [try await running.askForScreenshot(in: self)]
        }
    }

    /// Observes a save that the target will not live to finish: from now on either may be on disk.
    func observeInterruptedSave() async throws {
        guard let running else { return }
        if observations.contains(.state) {
            evidence.savedStates.append(try await running.askForState(in: self))
        }
        if observations.contains(.screen) {
            evidence.savedScreens.append(try await running.askForScreenshot(in: self))
        }
    }

    /// Observes the user's files when the target is dead and nobody changes them any more.
    func observeFiles() {
        guard observations.contains(.files) else { return }
        evidence.files = userFiles()
    }

    /// The user's files and a digest of each: everything but the saved state and what may be purged.
    package func userFiles() -> [String: UInt64] {
        let names = Container.users(container.paths, besides: record.hello?.savedState ?? [])
        var files: [String: UInt64] = [:]
        for name in names {
            if let digest = FileDigest.digest(of: container.path(name)) { files[name] = digest }
        }
        return files
    }
}
