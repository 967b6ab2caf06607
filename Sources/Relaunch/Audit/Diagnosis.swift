import RelaunchProtocol

/// What is wrong with the plainest of all lives: something is done, the app goes to the background, is
/// killed there and launched again. A loss is put down to the one rule that explains it.
struct Diagnosis {
    /// A rule that is broken, and how that shows.
    struct Finding: Sendable, Equatable {
        var rule: String
        var message: String
        var expected: String?
        var difference: String?
    }

    let profile: TargetProfile
    let generation: Generation
    /// What a quit brings back; nil where that was not tried.
    var afterQuit: Generation?

    private var saving: LaunchRecord { generation.saving }
    private var restoring: LaunchRecord { generation.restoring }

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
        ("P2", "what is kept does not hang on a destructor"),
        ("P4", "the data is there for the keys that are saved"),
    ]

    /// What is wrong; several where the target reports several things itself.
    var findings: [Finding] {
        let reported = reportedFindings
        if let failure = generation.failure {
            return reported.isEmpty ? [finding(of: failure)] : reported
        }
        if !reported.isEmpty { return reported }
        if case .skipped(let reason) = restoring.restoration, profile.savesState {
            return [finding(ofSkipped: reason)].compactMap(\.self)
        }
        if let finding = shownAndLeftOut { return [finding] }
        if losses.isEmpty { return [sharing].compactMap(\.self) }
        if generation.leavesOut { return [] }
        return [loss]
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
    private static let issuesThatBreak = ["S5", "S7", "R3", "R4", "R10"]

    private var reportedFindings: [Finding] {
        let said = (saving.issues + restoring.issues)
        var findings: [Finding] = []
        for rule in Self.issuesThatBreak {
            guard let issue = said.first(where: { $0.hasSuffix("(\(rule))") }) else { continue }
            findings.append(Finding(rule: rule, message: "the target itself reports: \(issue)"))
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
        guard failure.isLate else {
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
                    rule: "S1", message: "the save said nothing, and saved nothing: \(reason)")
        default: return losses.isEmpty ? nil : Finding(rule: "S2", message: message)
        }
    }

    // MARK: Something is lost

    /// Where the restored state is not the saved one.
    var losses: [String] {
        guard let restored = generation.restored else { return [] }
        return profile.differences(generation.shown, restored, keepsOrder: true)
            .filter { !$0.isDrawn }
    }

    private func leaves(of state: JSON) -> [String: JSON] {
        profile.leaves(of: state, keepsOrder: true)
    }

    private var difference: String {
        JSONDifference(
            expected: profile.comparable(generation.shown, keepsOrder: true),
            actual: profile.comparable(generation.restored ?? .null, keepsOrder: true)
        ).description
    }

    private func lost(_ rule: String, _ message: String) -> Finding {
        Finding(
            rule: rule, message: message, expected: "the state at the save", difference: difference)
    }

    /// What is left out although somebody meant it to be saved.
    private var shownAndLeftOut: Finding? {
        if let issue = profile.initialSave.issues.first(where: \.isLeftOut) {
            return Finding(
                rule: "S4",
                message: "nothing was done, and what is on the screen is left out: \(issue)")
        }
        guard !losses.isEmpty,
            let issue = saving.issues.first(where: { $0.contains("view was not loaded") })
        else { return nil }
        return lost("S4", "it is shown, and gone after a kill: \(issue)")
    }

    private var loss: Finding {
        if let screen = lostScreen { return screen }
        if let sharing { return sharing }
        if isReordered { return lost("S7", "it comes back in another order") }
        if isKept(afterQuit) { return unsavedAtDeath }
        if profile.savesLater { return savedLater }
        if !saving.saysCallbacks, comesBackChanged {
            return lost("S7", "it comes back as something else than it was")
        }
        let shown = leaves(of: generation.shown)
        let values = Set(losses.compactMap { shown[$0]?.string })
        if !generation.unwritten.isDisjoint(with: values) { return unsavedAtDeath }
        if !values.isDisjoint(with: generation.typed) {
            // It may be in a file for another reason; another walk may have told.
            return viewThatSavesNoContent ?? clearLoss(of: "P2", "S3") ?? repeatLost(values)
                ?? lostInTheBackground
        }
        guard saving.saysCallbacks else { return lostInTheBackground }
        return viewThatSavesNoContent
            ?? lost("R5", "it was saved and decoded, and something else is shown")
    }

    private func clearLoss(of rules: String...) -> Finding? {
        profile.clearLosses.first { rules.contains($0.rule) }
    }

    /// What another walk has told, where all that is lost has come back elsewhere in the state.
    private func repeatLost(_ values: Set<String>) -> Finding? {
        let restored = leaves(of: generation.restored ?? .null).values.compactMap(\.string)
        return values.isSubset(of: restored) ? clearLoss(of: "S7") : nil
    }

    /// Whether something that is lost shows neither what was saved nor what a first launch shows.
    private var comesBackChanged: Bool {
        let initial = leaves(of: profile.initialState)
        let restored = leaves(of: generation.restored ?? .null)
        return losses.contains { restored[$0] != nil && initial[$0] != restored[$0] }
    }

    /// Whether all that is lost is the order of lists.
    private var isReordered: Bool {
        generation.restored.map { profile.isSame(generation.shown, $0) } ?? false
    }

    private var lostInTheBackground: Finding {
        lost("S2", "it is lost when the app is killed in the background")
    }

    private var savedLater: Finding {
        lost("S2", "it is saved some time later, and not when the app goes to the background")
    }

    /// Something of which no file knew when the app died.
    private var unsavedAtDeath: Finding {
        let isLate = isKept(afterQuit)
        if isLate, profile.keepsDatabase {
            return lost(
                "P4", "data that the saved state is about is kept by a quit, and lost by a kill")
        }
        if isLate {
            return saving.saysCallbacks
                ? lost("S3", "it is saved when the app ends by itself, which a killed app does not")
                : lost("S2", "it is kept by a quit, and lost by a kill in the background")
        }
        if profile.savesLater { return savedLater }
        if let finding = viewThatSavesNoContent { return finding }
        return lost(
            "P2", "it is in no file when the app is killed: it is kept only by what goes away")
    }

    func isKept(_ other: Generation?) -> Bool {
        guard let restored = other?.restored, let shown = other?.shown else { return false }
        let lost = Set(profile.differences(shown, restored, keepsOrder: true))
        return !losses.isEmpty && losses.contains { !lost.contains($0) }
    }

    // MARK: Screens

    private var lostScreen: Finding? {
        guard saving.saysCallbacks else { return nil }
        let method = "encodeRestorableState(with:)"
        let encoded = saving.types(calling: method)
        let decoded = restoring.types(calling: "decodeRestorableState(with:)")
        let missing = encoded.subtracting(decoded)
        let gone = generation.shown.screens.subtracting(generation.restored?.screens ?? [])
        if !encoded.isEmpty, missing == encoded {
            return lost("R1", "restoration has found none of the saved screens")
        }
        let screens = saving.types(calling: "viewDidLoad()").union(generation.shown.screens)
        if let object = missing.subtracting(screens).min() {
            return lost("S10", "\(object) was saved, and not there when its state was decoded")
        }
        if let screen = missing.min() {
            return lost("R3", "\(screen) was saved, and nobody has made it again")
        }
        if let screen = gone.intersection(decoded).min() {
            return lost("R1", "\(screen) was restored, and then something else was put up")
        }
        return nil
    }

    /// A view in the state that brings back where it was, and not what it showed.
    private var viewThatSavesNoContent: Finding? {
        let views = ["UITextView", "UITextField", "UIWebView", "WKWebView"]
        let shown = leaves(of: generation.shown)
        let classes = Set(shown.filter { $0.key.hasSuffix(".class") }.values.compactMap(\.string))
        guard let view = views.first(where: classes.contains),
            losses.contains(where: { shown[$0]?.string != nil })
        else { return nil }
        return lost("S12", "a \(view) is restored, of which what it shows is not saved by itself")
    }

    /// What was one object and is none or two.
    private var sharing: Finding? {
        guard let restored = generation.restored else { return nil }
        let before = generation.shown.instances
        let after = restored.instances
        for (path, instance) in before.sorted(by: { $0.key < $1.key }) {
            for (other, same) in before where same == instance && other != path {
                guard let kept = after[other] else { continue }
                guard let mine = after[path] else {
                    return lost(
                        "R14", "'\(path)' was the same object as '\(other)', and is none now")
                }
                if mine != kept {
                    return lost("S8", "'\(path)' was the same object as '\(other)', and is another")
                }
            }
        }
        return nil
    }
}

extension Generation {
    /// Whether the target has said that the save leaves out something: it need not come back.
    var leavesOut: Bool { saving.issues.contains(where: \.isLeftOut) }
}

extension LaunchRecord {
    /// Whether it tells of its lifecycle methods.
    fileprivate var saysCallbacks: Bool { !callbacks.isEmpty }
}

extension String {
    /// Whether this leaf is what a view draws: an app may have drawn it before what it shows changed, and
    /// draw it anew when it restores. What counts is what the app itself says that it shows.
    var isDrawn: Bool { contains(".views[") }

    /// Whether this issue says that a save has left something out (rules S4, S18).
    var isLeftOut: Bool { hasSuffix("(S18)") || hasSuffix("(S4)") }
}

extension JSON {
    /// The classes of what has a restoration identifier in the state.
    fileprivate var screens: Set<String> {
        switch self {
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.screens) }
        case .object(let members):
            members.values.reduce(
                into: members["identifier"] == nil
                    ? [] : Set([members["class"]?.string].compactMap(\.self))
            ) { $0.formUnion($1.screens) }
        default: []
        }
    }

    /// The name of each object that says which one it is, by its path.
    fileprivate var instances: [String: String] {
        var found: [String: String] = [:]
        func visit(_ value: JSON, _ path: String) {
            switch value {
            case .object(let members):
                if let name = members["$instance"]?.string { found[path] = name }
                for (name, member) in members {
                    visit(member, path.isEmpty ? name : path + "." + name)
                }
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    visit(element, path + "[\(index)]")
                }
            default: break
            }
        }
        visit(self, "")
        return found
    }
}

extension ActionWalk {
    /// What is wrong with its plain death.
    func diagnosis(in profile: TargetProfile) -> Diagnosis {
        Diagnosis(profile: profile, generation: generation, afterQuit: afterQuit)
    }
}
