import Relaunch
import RelaunchProtocol

/// What is wrong with the plainest of all lives: something is done, the app goes to the background, is
/// killed there and launched again. A loss is put down to the one rule that explains it.
struct Diagnosis {
    /// A rule that is broken, and how that shows.
    struct Finding: Sendable, Equatable, Codable {
        var rule: String
        var message: String
        var expected: String?
        var difference: String?
        /// The rule of the issue that the target has reported, where that is all that tells of it; and
        /// whether it did so while it saved.
        var issue: String?
        var isReportedBySave = false
        /// Whether the message does not say whether it was saved.
        var leavesFilesOpen = false
    }

    let profile: TargetProfile
    let generation: Generation
    /// What a quit brings back; nil where that was not tried.
    var afterQuit: Generation?

    var saving: LaunchRecord { generation.saving }
    var restoring: LaunchRecord { generation.restoring }

    /// The rules that a finding can be about.
    static let rules: [(number: String, title: String)] = [
        ("S1", "who says that it restores its state also saves it"),
        ("S2", "what is in the background is saved before it may be killed"),
        ("S3", "what a kill takes is saved on the way to the background, not at the end"),
        ("S4", "what is on the screen has identifiers, and is not left out"),
        ("S5", "what lies side by side is told apart"),
        ("S7", "what is encoded is decoded as what it was"),
        ("S8", "what two share comes back as one"),
        ("S10", "an object that takes part is registered when restoration begins"),
        ("S12", "what a view does not save, the app saves"),
        ("R1", "restoration finds its screens, and nothing is put over them"),
        ("R2", "a saved state that is good is not declined"),
        ("R3", "every saved screen is found or made again"),
        ("R4", "a saved state is decoded by an object of its class"),
        ("R5", "what was decoded stays what the screen shows"),
        ("R10", "restoration that is extended is completed, and once"),
        ("R14", "what was handed from screen to screen is there again"),
        ("D1", "an app that the system kills can be launched again"),
        ("D12", "a launch that restores comes to its end"),
        ("P2", "what is kept does not depend on a destructor"),
        ("P4", "the data is there for the keys that are saved"),
        ("C1", "every window has a delegate"),
        ("C4", "each window gives what it can be restored by, and shows it again"),
        ("C6", "what a window gives can be saved"),
    ]

    /// What is wrong; several where the target reports several things itself.
    var findings: [Finding] {
        if let lie { return [lie] }
        let reported = reportedFindings
        if let failure = generation.failure {
            return reported.isEmpty ? [finding(of: failure)] : reported
        }
        if !reported.isEmpty { return reported }
        if let sceneLoss { return [sceneLoss] }
        if case .skipped(let reason) = restoring.restoration, profile.savesState {
            return [finding(ofSkipped: reason)].compactMap(\.self)
        }
        if let finding = shownAndLeftOut { return [finding] }
        if losses.isEmpty { return [sharing].compactMap(\.self) }
        if generation.leavesOut { return [] }
        return [loss]
    }

    /// The target says that it restored and shows a first launch, whatever was saved.
    private var lie: Finding? {
        guard profile.claimsRestoration else { return nil }
        let files = profile.files.filter { file in
            profile.hello.savedState.contains { file.hasPrefix($0) }
        }
        let isUnwritten = !generation.typed.isEmpty && generation.file == nil
        let place =
            if let file = generation.file ?? (isUnwritten ? nil : files.first) {
                "what was saved was in '\(file)' when it died"
            } else if isUnwritten {
                "what was done was in no file when it died"
            } else {
                "no file of its saved state is there"
            }
        return Finding(
            rule: "R5",
            message: "it says that it restored, and shows the state of a first launch: \(place)",
            expected: "what was saved, or 'restored: false' with the reason",
            difference: profile.difference(
                expected: generation.shown, actual: generation.restored ?? .null))
    }

    /// Whether other ends than a kill would tell more of what is lost.
    var isUnclear: Bool {
        let rules = findings.map(\.rule)
        return rules.contains { ["S1", "S2", "S7", "R5", "P2"].contains($0) }
            && reportedFindings.isEmpty && generation.failure == nil
    }

    /// Whether it would tell more to give the target time before it goes to the background.
    var mayBeSavedLater: Bool {
        isUnclear && findings.contains { ["S2", "P2"].contains($0.rule) } && !isKept(afterQuit)
    }

    /// Texts that were given and are lost, and that a file holds, perhaps for another reason.
    var unclearTexts: Set<String> {
        guard isUnclear, findings.contains(where: { $0.rule == "S2" }), !isKept(afterQuit) else {
            return []
        }
        let shown = leaves(of: generation.shown)
        return generation.typed.intersection(losses.compactMap { shown[$0]?.string })
    }

    // MARK: What the target says itself

    /// Issues of these rules say that something went wrong. Those of others say that it was handled.
    private static let issuesThatBreak = ["S5", "S7", "R3", "R4", "R10", "C1", "C6"]

    private var reportedFindings: [Finding] {
        let said = (saving.issues + restoring.issues)
        var findings: [Finding] = []
        for rule in Self.issuesThatBreak {
            guard let issue = said.first(where: { $0.rule == rule }) else { continue }
            findings.append(
                Finding(
                    rule: rule, message: "the target itself reports: \(issue)", issue: rule,
                    isReportedBySave: saving.issues.contains { $0.rule == rule }))
        }
        if findings.isEmpty, let issue = saving.issues(of: "S16").first {
            findings.append(
                Finding(
                    rule: "S7", message: "nothing was in its way, and it could not save: \(issue)"))
        }
        return findings
    }

    // MARK: Nothing comes back

    private func finding(of failure: StepFailure) -> Finding {
        guard failure.kind == .timedOut else {
            return Finding(
                rule: "D1",
                message: "killed in the background, it cannot be launched again: "
                    + failure.message, expected: failure.expected)
        }
        let hasDecoded = restoring.callbacks.contains { $0.contains("didDecodeRestorableState") }
        return Finding(
            rule: hasDecoded ? "R10" : "D12",
            message: hasDecoded
                ? "everything is decoded, and restoration is never complete: \(failure.message)"
                : "the launch hangs: \(failure.message)",
            expected: failure.expected)
    }

    private func finding(ofSkipped reason: String) -> Finding? {
        let message = "what was saved before a kill is not restored: \(reason)"
        switch reason {
        case "declined": return Finding(rule: "R2", message: message)
        case "damaged", "newerFormat": return Finding(rule: "S7", message: message)
        case "noSavedState" where isKept(afterQuit): return unsavedAtDeath
        case "noSavedState" where saving.saysCallbacks:
            return losses.isEmpty
                ? nil
                : Finding(
                    rule: "S1", message: "the save reported nothing, and saved nothing: \(reason)")
        default: return losses.isEmpty ? nil : Finding(rule: "S2", message: message)
        }
    }
}

extension TargetProfile {
    /// Whether each launch after a save says that it restored, and shows what a first launch shows.
    ///
    /// Where the target tells of its callbacks, these say what becomes of the state.
    fileprivate var claimsRestoration: Bool {
        !allWalks.isEmpty
            && allWalks.allSatisfy { walk in
                let generation = walk.generation
                guard let restored = generation.restored,
                    generation.restoring.restoration == .restored
                else { return false }
                return !generation.saving.saysCallbacks && !generation.leavesOut
                    && isSameShown(restored, initialState)
                    && !isSameShown(generation.shown, initialState)
            }
    }
}

extension ActionWalk {
    /// What is wrong with its plain death.
    func diagnosis(in profile: TargetProfile) -> Diagnosis {
        Diagnosis(profile: profile, generation: generation, afterQuit: afterQuit)
    }
}
