import Relaunch
import RelaunchProtocol

/// Which rule explains what did not come back.
extension Diagnosis {
    /// Where the restored state is not the saved one.
    var losses: [String] {
        guard let restored = generation.restored else { return [] }
        return profile.losses(of: generation.shown, in: restored, keepsOrder: true)
    }

    func leaves(of state: JSON) -> JSON.Members {
        profile.leaves(of: state, keepsOrder: true)
    }

    private var difference: String {
        profile.difference(
            expected: generation.shown, actual: generation.restored ?? .null, keepsOrder: true)
    }

    private func lost(_ rule: String, _ message: String) -> Finding {
        Finding(
            rule: rule, message: message, expected: "the state at the save", difference: difference)
    }

    /// What is left out although somebody meant it to be saved.
    var shownAndLeftOut: Finding? {
        if let issue = profile.initialSave.issues.first(where: \.isLeftOut) {
            return Finding(
                rule: "S4",
                message: "nothing was done, and what is on the screen is left out: \(issue)")
        }
        guard !losses.isEmpty,
            let issue = saving.issues.first(where: \.isOfUnloadedView)
        else { return nil }
        return lost("S4", "it is shown, and gone after a kill: \(issue)")
    }

    /// What has not come back of windows that are all there. Of a text that was typed and is in no file more
    /// can be told.
    var sceneLoss: Finding? {
        guard profile.hasScenes, !losses.isEmpty, !generation.leavesOut, !isKept(afterQuit),
            let saved = generation.shown["scenes"]?.object,
            let restored = generation.restored?["scenes"]?.object,
            saved.map(\.key).sorted() == restored.map(\.key).sorted()
        else { return nil }
        let shown = leaves(of: generation.shown)
        if losses.contains(where: { shown[$0]?.string.map(generation.unwritten.contains) ?? false })
        {
            return nil
        }
        // Of several windows, one may show what is another's, unless one alone loses something, too.
        return lost(
            saved.count > 1 && !profile.losesInOneWindow ? "C7" : "C4",
            "the windows are there again, and do not show what they showed")
    }

    /// Whether the only window of the app has come back with something else.
    var losesInOneWindow: Bool {
        generation.shown["scenes"]?.object?.count == 1 && sceneLoss != nil
    }

    var loss: Finding {
        if let screen = lostScreen { return screen }
        if let sharing { return sharing }
        if isReordered {
            return isInFirstOrder
                ? lost("S2", "its order is not saved: it comes back in that of a first launch")
                : lost("S7", "it comes back in another order")
        }
        if isKept(afterQuit) { return unsavedAtDeath }
        if profile.savesLater { return savedLater }
        if !saving.saysCallbacks, comesBackChanged {
            return lost("S7", changeInWords)
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

    /// The same loss as in another walk, which has told what it is.
    private func clearLoss(of rules: String...) -> Finding? {
        profile.clearLosses.first { rules.contains($0.rule) }.map { lost($0.rule, $0.message) }
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

    /// What has become of it: where all is there, and more than that, nothing is something else.
    private var changeInWords: String {
        let shown = leaves(of: generation.shown)
        guard losses.allSatisfy({ shown[$0] == nil }) else {
            return "it comes back as something else than it was"
        }
        let restored = leaves(of: generation.restored ?? .null)
        let values = Set(shown.values)
        return losses.allSatisfy { restored[$0].map(values.contains) ?? false }
            ? "it comes back, and some of it twice" : "it comes back, and more than there was"
    }

    /// Whether all that is lost is the order of lists.
    private var isReordered: Bool {
        generation.restored.map { profile.isSame(generation.shown, $0) } ?? false
    }

    /// Whether what is lost is as a first launch shows it.
    private var isInFirstOrder: Bool {
        let restored = leaves(of: generation.restored ?? .null)
        let initial = leaves(of: profile.initialState)
        return losses.allSatisfy { restored[$0] == initial[$0] }
    }

    private var lostInTheBackground: Finding {
        let ends = afterQuit == nil ? "" : ", and when it is quit"
        let file = fileThatHasIt
        var finding = lost(
            "S2", "it is \(lostInWords) when the app is killed in the background\(ends)\(file)")
        finding.leavesFilesOpen = file.isEmpty
        return finding
    }

    /// What has become of it: where all is there, and more than that, nothing is lost.
    private var lostInWords: String {
        let shown = leaves(of: generation.shown)
        let restored = leaves(of: generation.restored ?? .null)
        let initial = leaves(of: profile.initialState)
        let empty: [JSON] = [.array([]), .object([:])]
        let had = losses.filter { leaf in shown[leaf].map { !empty.contains($0) } ?? false }
        if had.isEmpty {
            let more = losses.compactMap { restored[$0]?.string }
            let isBack = !more.isEmpty && more.allSatisfy(generation.typed.contains)
            return isBack ? "undone" : "added to"
        }
        let isGone = had.contains { restored[$0] == nil || restored[$0] == initial[$0] }
        return isGone ? "lost" : "changed"
    }

    /// The file that had a text when the app died which the next launch does not show.
    private var fileThatHasIt: String {
        let shown = leaves(of: generation.shown)
        let restored = leaves(of: generation.restored ?? .null)
        let elsewhere = Set(restored.values.compactMap(\.string))
        // A short one may be there by chance, and one that is shown elsewhere, or a name, for that.
        let texts = losses.compactMap { shown[$0]?.string }.filter { text in
            text.utf8.count > 3 && !elsewhere.contains(text)
                && !shown.keys.contains { $0.contains(".\(text)") }
        }
        guard let file = texts.compactMap({ generation.files[$0] }).first else { return "" }
        return ", though '\(file)' has it then: the launch does not show it"
    }

    private var savedLater: Finding {
        lost("S2", "it is saved some time later, and not when the app goes to the background")
    }

    /// Something of which no file knew when the app died.
    var unsavedAtDeath: Finding {
        let isLate = isKept(afterQuit)
        if isLate, profile.keepsDatabase {
            return lost(
                "P4", "data that the saved state is about is kept by a quit, and lost by a kill")
        }
        if isLate {
            return saving.saysCallbacks
                ? lost("S3", "it is saved only when the app ends by itself, not when it is killed")
                : lost(
                    "S2",
                    "it is kept by a quit, and \(lostInWords) by a kill in the background"
                        + fileThatHasIt)
        }
        if profile.savesLater { return savedLater }
        if let finding = viewThatSavesNoContent { return finding }
        // What no end of the process keeps does not depend on how it ends.
        guard saving.saysCallbacks else {
            return lost(
                "S2", "the save has not written it: it is in no file when the app is killed")
        }
        return lost(
            "P2", "it is in no file when the app is killed: only the process itself held it")
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
        let shown = leaves(of: generation.shown)
        guard let view = shown.contentView,
            losses.contains(where: { shown[$0]?.string != nil })
        else { return nil }
        return lost("S12", "a \(view) is restored, but what it shows is not saved for it")
    }

    /// What was one object and is none or two.
    var sharing: Finding? {
        guard let restored = generation.restored else { return nil }
        let before = generation.shown.instances
        let after = restored.instances
        for (path, instance) in before.sorted(by: { $0.key < $1.key }) {
            for (other, same) in before where same == instance && other != path {
                guard let kept = after[other] else { continue }
                guard let mine = after[path] else {
                    return lost(
                        "R14", "'\(path)' was the same object as '\(other)', and is missing now")
                }
                if mine != kept {
                    return lost(
                        "S8",
                        "'\(path)' was the same object as '\(other)', and is a different one now")
                }
            }
        }
        return nil
    }
}

extension JSON.Members {
    /// The class of a view among these leaves that does not save what it shows.
    fileprivate var contentView: String? {
        let views = ["UITextView", "UITextField", "UIWebView", "WKWebView"]
        let classes = Set(filter { $0.key.hasSuffix(".class") }.values.compactMap(\.string))
        return views.first(where: classes.contains)
    }
}

extension JSON {
    /// Whether it shows a view that does not save its content.
    var showsContentView: Bool { leaves.contentView != nil }
}

extension Generation {
    /// Whether the target has said that the save leaves out something: it need not come back.
    var leavesOut: Bool { saving.issues.contains(where: \.isLeftOut) }
}

extension LaunchRecord {
    /// Whether it tells of its lifecycle methods.
    var saysCallbacks: Bool { !callbacks.isEmpty }
}

extension String {
    /// Whether this leaf is what a view draws: an app may have drawn it before what it shows changed, and
    /// draw it anew when it restores. What counts is what the app itself says that it shows.
    var isDrawn: Bool { contains(".views[") }
}

extension LaunchRecord.Issue {
    /// Whether it says that a save has left something out.
    var isLeftOut: Bool { rule == "S18" || rule == "S4" }

    /// Whether it says that something was left out because its view was not loaded.
    fileprivate var isOfUnloadedView: Bool { code == "notLoaded" }
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
    var instances: [String: String] {
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
