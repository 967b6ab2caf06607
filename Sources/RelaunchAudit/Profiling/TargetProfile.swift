import Relaunch
import RelaunchProtocol

/// What is known of a target: a probe makes the profile by driving it before its rules are checked.
package struct TargetProfile: Sendable, Codable {
    /// How it introduced itself.
    var hello: Hello
    /// The state of a first launch.
    var initialState: JSON
    /// What it said in a first launch that went to the background with nothing done.
    var initialSave = LaunchRecord()
    /// Leaves of the state (as ``JSON/leaves`` names them) that differ from run to run although the same
    /// was done: times, process ids.
    var volatileLeaves: Set<String> = []
    /// Lists that are in another order from launch to launch although the same was done (as
    /// ``JSON/reorderedLists(beside:)`` names them), and those whose order a plain death loses.
    var unorderedLists: Set<String> = []
    var reorderedLists: Set<String> = []
    /// What is known of a target that a suite describes; nil for one that describes itself.
    @NotKept var described: DescribedTarget?
    /// What is to be said of the target that is about no rule.
    var notes: [String] = []
    /// The actions that it has carried out.
    var performed: Set<String> = []
    /// Whether nothing has been found that it does not survive though its schemas do not exclude it.
    var takesExtremes = true
    /// Ways to states that a first launch does not show, and of which a plain death in the background
    /// brings something back. Rules of any other death are checked with them.
    var walks: [ActionWalk] = []
    /// Every way that was drawn.
    var allWalks: [ActionWalk] = []
    /// The members of the state that one action has changed: they belong together.
    var changedTogether: Set<Set<String>> = []
    /// Walks in several parts that come back as a whole after the plainest death.
    var lives: [Life] = []
    /// Lives in which one thing comes alone between two deaths; none where there is no other life.
    var singleLives: [Life] = []
    /// A life in which each kind of action comes once, in a part of its own.
    var lifeOfEach: Life?
    /// The lives that begin in one version and go on in the next.
    var livesThroughUpdate: [Life] = []
    /// A life of many actions that make much.
    var longLife: Life?
    /// Whole lives as walks: that one, and one of the largest numbers.
    var walksThroughUpdate: [ActionWalk] = []
    /// A life in which each choice is made and gone back to.
    var choices: Life?
    /// Going to the background for the first time, where that makes a difference for what comes back, or all of it
    /// comes back without.
    var firstSave: OtherSave?
    /// What saves beside going to the background.
    var otherSaves: [OtherSave] = []
    /// Of the actions among these, those that write more files in another state than where they change most.
    var busySaves: [OtherSave] = []
    /// The last action of a long life, where it saves, and all of that life as a walk to the last change.
    var longSave: OtherSave?
    var longWalk: ActionWalk?
    /// What it said of itself in a launch with a save, and in the launch after that.
    var saving = LaunchRecord()
    var restoring = LaunchRecord()
    /// The files that were in the container after the save of any walk.
    var files: [String] = []
    /// Whether going to the background changes any.
    var writesInTheBackground = false
    /// Whether anything was in the directories of caches and of temporary files then.
    var usesCaches = false
    /// Whether it is an executable, with an `Info.plist` beside it, that an update replaces: an external driver
    /// alone knows what its target is.
    var hasBundle = true
    /// Whether it can be told another time than the computer's.
    var canMoveClock = true
    /// Whether another version in its `Info.plist` makes any difference; true where that is not known.
    var seesUpdates = true
    /// Whether one of them is a database and no saved state.
    var keepsDatabase = false
    /// Whether any of the others hold something.
    var keepsPlainFiles = false
    /// Whether something that a kill takes would have been kept had the app been given more time.
    var savesLater = false
    /// What a loss that may have several reasons is put down to where another walk shows it clearly.
    var clearLosses: [Diagnosis.Finding] = []
    /// Whether an app with windows loses something of them also where there is only one.
    var losesInOneWindow = false
    /// Of each rule that the plainest of lives shows broken, the shortest walk that was found to show it.
    var shortestWalks: [String: ActionWalk] = [:]
    /// What is wrong with the plainest of lives, so that other rules cannot be judged where they need it.
    var findings: [Diagnosis.Finding] = []
    /// The single actions that change something in a first launch.
    var starts: [Start] = []
    /// The actions whose effect survives a kill although nothing was saved: they change the user's data.
    var dataActions: [String] = []
    /// Prerequisites of other rules that the probe has seen broken.
    var brokenBasics: Set<String> = []
    var options: AuditOptions
    /// How much is done, by how long it takes to start.
    var effort = AuditEffort()

    /// Whether it ever says that it restored.
    var restores: Bool { restoring.restoration == .restored }
    var takesSnapshots: Bool { saving.snapshots.contains { $0.event == "taken" } }
    /// Whether it says when it restores, so that it can be killed there.
    var saysRestoring: Bool { restoring.phases.contains(.restoring) }
    /// Whether it says when it is launching.
    var saysLaunching: Bool { restoring.phases.contains(.launching) }
    var savesToFiles: Bool { writesInTheBackground }
    /// Whether the probe has seen that a rule, a prerequisite of others, is broken.
    func isBroken(_ rule: String) -> Bool {
        brokenBasics.contains(rule) || findings.contains { $0.rule == rule }
    }
    /// Why it breaks a rule by design, where it or its user says so.
    func design(breaking rule: String) -> String? { options.expects[rule] ?? hello.expects[rule] }
    /// Whether it names a place for a saved state.
    var savesState: Bool { !hello.savedState.isEmpty }
}

extension TargetProfile {
    /// What an action takes.
    func schema(of action: String) -> ArgumentSchema {
        ArgumentSchema(hello.actions[action] ?? [:])
    }

    /// The oracle of every rule: two states are the same but for what differs from run to run.
    func isSame(_ state: JSON, _ other: JSON) -> Bool { differences(state, other).isEmpty }

    /// The leaves at which two states differ.
    ///
    /// - Parameter keepsOrder: whether the order counts of lists whose order a plain death loses.
    func differences(
        _ state: JSON, _ other: JSON, keepsOrder: Bool = false
    ) -> [String] {
        let mine = leaves(of: state, keepsOrder: keepsOrder)
        let others = leaves(of: other, keepsOrder: keepsOrder)
        return mine.merging(others) { $1 }.sortedKeys.filter { leaf in
            guard mine[leaf] != others[leaf] else { return false }
            return mine[leaf]?.isTime(soonBeforeOrAfter: others[leaf]) != true
        }
    }

    /// Of two states that would be right, the one that tells what is wrong with another state; the first if both do.
    func nearest(to state: JSON, of right: JSON, _ other: JSON) -> JSON {
        differences(other, state).count < differences(right, state).count ? other : right
    }

    /// The leaves of a state without what differs from run to run.
    func leaves(of state: JSON, keepsOrder: Bool = false) -> JSON.Members {
        ordered(state, keepsOrder: keepsOrder).leaves.filter { !volatileLeaves.contains($0.key) }
    }

    /// A state without what differs from run to run.
    func comparable(_ state: JSON, keepsOrder: Bool = false) -> JSON {
        volatilePaths.compactMap { try? JSONPath(parsing: $0) }
            .reduce(ordered(state, keepsOrder: keepsOrder).withoutInstances) { $0.removing($1) }
    }

    /// In what two states differ, without what differs from run to run, as lines for people.
    func difference(expected: JSON, actual: JSON, keepsOrder: Bool = false) -> String {
        JSONDifference(
            expected: comparable(expected, keepsOrder: keepsOrder),
            actual: comparable(actual, keepsOrder: keepsOrder)
        ).description
    }

    /// A state whose lists without an order are sorted.
    func ordered(_ state: JSON, keepsOrder: Bool = false) -> JSON {
        state.sortingLists(
            at: keepsOrder ? unorderedLists : unorderedLists.union(reorderedLists))
    }

    /// Where a later state is not the one of before, but for what views draw, and for the children of a container
    /// that had none yet, as its view was not loaded: restoration loads it.
    func losses(of state: JSON, in later: JSON, keepsOrder: Bool = false) -> [String] {
        let different = differences(state, later, keepsOrder: keepsOrder).filter { !$0.isDrawn }
        guard !different.isEmpty else { return [] }
        let before = leaves(of: state, keepsOrder: keepsOrder)
        return different.filter { leaf in
            !leaf.hasPrefix(".controllers")
                || !leaf.ranges(of: ".children").contains { range in
                    // Some targets show no list where it is empty.
                    let place = String(leaf[..<range.upperBound])
                    return before[place] == .array([])
                        || !before.contains { $0.key.hasPrefix(place) }
                }
        }
    }

    /// How many kinds of actions are tried in each way that has to do with one kind.
    private static let kindLimit = 4

    /// Ordinary actions as they were drawn, by kind.
    var ordinaryActions: [[DrawnAction]] {
        let all = allWalks.flatMap { $0.first + $0.second }.filter { !$0.isExtreme }
        return Dictionary(grouping: all, by: \.name).sorted { $0.key < $1.key }
            .prefix(Self.kindLimit).map(\.value)
    }

    /// The volatile leaves as paths, for expectations that ignore them.
    var volatilePaths: [String] {
        volatileLeaves.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }.sorted()
    }
}

/// Actions that were drawn at random, in two parts: the first leads from a first launch to another state,
/// the second from there to a third one.
package struct ActionWalk: Sendable, Codable {
    var name: String
    var first: [DrawnAction]
    var second: [DrawnAction]
    /// The states to which they lead.
    var firstState: JSON
    var secondState: JSON
    /// What a kill in the background after the first part brings back.
    var generation: Generation
    /// The same after a quit; nil where the kill has lost nothing that a quit may keep.
    var afterQuit: Generation?
    /// What comes back where both parts were saved, one after the other, and where the first alone was,
    /// though both were done; nil where nothing did.
    var secondRestored: JSON?
    var secondUnsaved: JSON?
    /// What the first part once more leads to from each of these two.
    var continuations: [Continuation] = []
    /// The action that is swept, where that is not the way to the background.
    var interrupted: DrawnAction?
    /// What that leads to where it was not done before.
    var again: Continuation?
    /// Whether what was shown at the second save has not come back, though the first came back whole.
    var losesSecond = false
    /// Whether the second save also changes files that are no part of the saved state.
    var savesData = false
    /// What a launch after the first part shows that has nothing to restore.
    var discard = Discard()
    /// What the files tell of what a kill loses, as the end of a message.
    var lossInFiles = ""

    init(_ cut: WalkDraw.Cut, name: String) {
        self.name = name
        (first, second) = (cut.first, cut.second)
        (firstState, secondState) = (cut.firstState, cut.secondState)
        generation = Generation(shown: cut.firstState, saving: LaunchRecord())
    }

    /// The leaves of the restored state that are gone when the app is killed before it ever was in the
    /// background: they are kept by the saved state alone.
    var screenLeaves: Set<String> = []
    /// Actions that change what the app keeps without a save, and nothing of the restored screen.
    var dataActions: [DrawnAction] = []

    /// The state that a launch after a plain death shows: what every other death is to bring back too.
    var restored: JSON { generation.restored ?? .null }

    var firstSteps: [any Step] { first.map(\.step) }
    var secondSteps: [any Step] { second.map(\.step) }
    var dataSteps: [any Step] { dataActions.map(\.step) }

    /// The texts that the first part gives to the target.
    var typed: Set<String> {
        Set(first.flatMap { $0.arguments.values.compactMap(\.string) })
    }

    /// All values that the first part gives to the target.
    var given: Set<JSON> { first.given }
}

/// One action with its arguments.
struct DrawnAction: Sendable, Equatable, Codable {
    var name: String
    var arguments: [String: JSON]
    /// Whether its schema does not say that these arguments are ordinary ones: a right target may not
    /// be able to take them.
    var isExtreme = false

    var step: any Step { Perform(name, arguments) }
}

extension [DrawnAction] {
    /// The texts, numbers and answers that they give to the target.
    var given: Set<JSON> { Set(flatMap { $0.arguments.values.flatMap(\.leaves.values) }) }

    /// Their names in order; one that comes again and again is named once.
    var names: String {
        var runs: [(name: String, count: Int)] = []
        for action in self {
            if runs.last?.name == action.name {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((action.name, 1))
            }
        }
        return runs.flatMap { name, count in
            count > 4 ? ["\(name) \(count) times"] : [String](repeating: name, count: count)
        }.joined(separator: ", ")
    }

    /// From how many on they are first made fewer by all of one name.
    private static var manyCount: Int { 12 }

    /// With fewer of them: without each half, of many without those of each name, and without each one.
    var shorterOnes: [[DrawnAction]] {
        let halves = count > 3 ? [Array(dropFirst(count / 2)), Array(prefix(count / 2))] : []
        let all = Set(map(\.name))
        let kinds =
            count < Self.manyCount || all.count == 1
            ? [] : all.sorted().map { name in filter { $0.name != name } }
        let others = indices.map { index in
            var rest = self
            rest.remove(at: index)
            return rest
        }
        return halves + kinds + (count > 1 ? others : [])
    }
}
