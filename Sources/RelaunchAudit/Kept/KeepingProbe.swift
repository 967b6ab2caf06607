import Relaunch

/// A probe that takes the profile that was kept, for a replay.
struct KeepingProbe: AuditStep {
    let probe: Probe
    var text: String { probe.text }

    private var options: AuditOptions { probe.options }

    func rehearse(_ rehearsal: inout Rehearsal) { probe.rehearse(&rehearsal) }

    func perform(in session: isolated Session) async throws -> Next {
        guard options.isReplay, let file = options.profileFile,
            let kept = KeptProfile(at: file, for: options),
            try await recognizes(kept.profile, session)
        else { return try await probe.perform(in: session) }
        var profile = kept.profile
        profile.options = options
        profile.notes.append("what the audit has found out of the target is used again")
        probe.result.set(profile)
        return .step
    }

    /// Whether the target still is what a profile says: a first launch shows the same, the first walk leads to the
    /// same state, and a plain death brings the same back.
    private func recognizes(
        _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Bool {
        var isSame = false
        do {
            try await session.begin()
            let first = try await session.state()
            isSame =
                session.record.hello == profile.hello
                && profile.isSame(first, profile.initialState)
            if isSame, let walk = profile.walks.first ?? profile.allWalks.first {
                try await session.begin(with: walk.first)
                let shown = try await session.state()
                try await session.carryOut([Background(), Kill(.system), Launch()])
                let restored = try await session.state()
                isSame =
                    profile.isSame(shown, walk.firstState)
                    && profile.isSame(restored, walk.restored)
            }
            try await session.killIfRunning()
        } catch let failure as StepFailure where failure.blame == .target {
            isSame = false
            try session.terminateAndReap()
        }
        try session.container.replaceContents(with: nil)
        return isSame
    }
}

/// Keeps the profile of a target once a trial has failed, which may be replayed.
final class ProfileKeeper: Reporter {
    private let result: ProbeResult<TargetProfile>
    private let options: AuditOptions
    private var isDone = false

    init(_ result: ProbeResult<TargetProfile>, _ options: AuditOptions) {
        (self.result, self.options) = (result, options)
    }

    func receive(_ event: Event) {
        guard !isDone, !options.isReplay, let file = options.profileFile,
            case .caseFinished(let tried) = event.kind, tried.verdict == .failed,
            let profile = result.profile
        else { return }
        // Where it cannot be written, a replay finds it out again.
        try? KeptProfile(profile, options).write(to: file)
        isDone = true
    }
}
