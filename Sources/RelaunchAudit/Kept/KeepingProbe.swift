import Relaunch

/// A probe whose profile is kept in a file, and that takes what is there for a replay.
struct KeepingProbe: AuditStep {
    let probe: Probe
    var text: String { probe.text }

    private var options: AuditOptions { probe.options }

    func rehearse(_ rehearsal: inout Rehearsal) { probe.rehearse(&rehearsal) }

    func perform(in session: isolated Session) async throws -> Next {
        guard let file = options.profileFile else { return try await probe.perform(in: session) }
        if options.isReplay, let kept = KeptProfile(at: file, for: options),
            try await recognizes(kept.profile, session)
        {
            var profile = kept.profile
            profile.options = options
            profile.notes.append("what the audit has found out of the target is used again")
            probe.result.set(profile)
            return .step
        }
        let next = try await probe.perform(in: session)
        if let profile = probe.result.profile { KeptProfile(profile, options).write(to: file) }
        return next
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
