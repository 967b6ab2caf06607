import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// Writes a life that fails as a scenario file.
package struct ScenarioWriter: Sendable {
    let knowledge: TargetKnowledge
    /// How the file names the target.
    let target: String
    /// How it was found, for the comment at its top.
    let origin: String
    /// What stands around the scenario, where a suite describes the target.
    let frame: SuiteFrame?

    package init(
        knowledge: TargetKnowledge, target: String, origin: String, frame: SuiteFrame? = nil
    ) {
        self.knowledge = knowledge
        self.target = target
        self.origin = origin
        self.frame = frame
    }

    /// The longest line that the file has.
    private static let width = 100

    /// How many sweeps a scenario may have.
    private static let sweepLimit = 2

    /// The whole file.
    package func text(of life: StressLife, _ breach: Breach) -> String {
        let ending = ending(of: life, breach)
        let moves = Array(life.moves.prefix(breach.move + 1).dropLast(ending.replacesMoves))
        let sweeps = Self.sweepLimit - ending.steps.count { $0.hasPrefix("Sweep(") }
        var steps = moves.withSweeps(atMost: sweeps, ofCommand: knowledge.isCommand).map { move in
            // A command is not launched to be looked at.
            knowledge.isCommand && move == .launch ? "" : move.source
        }
        steps = (steps + ending.steps).filter { !$0.isEmpty }
        let head = "Scenario(\(breach.clause.title.swiftLiteral)"
        let control =
            ending.control.map { reason in
                "\(head),\n        control: .none(because: \(reason.swiftLiteral))"
            } ?? head
        let scenario = """
                \(control)) {
            \(steps.map { "        " + $0 }.joined(separator: "\n"))
                }

            """
        let comment = comment(breach)
        guard let frame else {
            let frame = frameOfApp(comment)
            return frame.before + scenario + frame.after
        }
        return comment + "\n\n" + frame.before + scenario + frame.after
    }

    /// A suite of an app, which says itself what it can do.
    private func frameOfApp(_ comment: String) -> SuiteFrame {
        let arguments = knowledge.options.arguments
        let list = arguments.map(\.swiftLiteral).joined(separator: ", ")
        let given = arguments.isEmpty ? "" : ", arguments: [\(list)]"
        let name = (target.split(separator: "/").last.map(String.init) ?? target)
        return SuiteFrame(
            before: """
                import Relaunch

                \(comment)
                let suite = Suite(
                    \(name.swiftLiteral), target: .app(\(target.swiftLiteral)\(given))
                ) {

                """, after: "}\n")
    }

    private func comment(_ breach: Breach) -> String {
        var text = breach.message + "."
        if let place = breach.place { text += " There it was \(place)." }
        return wrapped([text, origin].joined(separator: " "))
    }

    private func wrapped(_ text: String) -> String {
        var lines: [String] = []
        var line = "//"
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = "//"
            }
            line += " " + word
        }
        return (lines + [line]).joined(separator: "\n")
    }

    // MARK: What is expected

    private static let anyState = "Expect(\"\", \"can be read\") { _ in true }"

    struct Ending {
        var steps: [String] = []
        /// How many of the last moves it stands in the place of.
        var replacesMoves = 0
        /// Why there is no control.
        var control: String?
    }

    private func ending(of life: StressLife, _ breach: Breach) -> Ending {
        switch breach.clause {
        case .noStart: Ending(control: "it is judged by whether the target starts")
        case .endsByItself where knowledge.isCommand:
            Ending(
                steps: [Self.anyState], control: "it is judged by whether the state can be read")
        case .endsByItself:
            Ending(
                steps: lookAfterSweep(life.moves.prefix(breach.move + 1)),
                control: "it is judged by whether the target lives on")
        case .commandFails:
            Ending(
                steps: ["Expect(.exitStatus(0))"],
                control: "it is judged by whether the command ends well")
        case .crashLoopGoesOn: Ending(steps: ["Expect(.notRestored(.crashLoop))"])
        case .falseCrashLoop: Ending(steps: ["Expect(.restored)"])
        case .restoredWhileLocked: Ending(steps: ["Expect(.notRestored(.locked))"])
        case .savedWhileLocked:
            Ending(steps: ["UnlockDevice()", "Kill(.system)", "Launch()", "Expect(.restored)"])
        case .userData:
            Ending(steps: ["Expect(.userDataIntact)"], control: "no saved state is judged")
        case .snapshotAfterDiscard:
            Ending(steps: ["Expect(.snapshotNotShown)"], control: "a snapshot must be missing")
        case .snapshotMissing, .oldSnapshot, .suppressedAgain:
            Ending(steps: ["Expect(.snapshotShown)"])
        case .untrueSnapshot: Ending(steps: ["Expect(.screenAsSnapshot)"])
        case .ignoredCall:
            Ending(
                steps: ["Kill(.system)", "Launch()", "Expect(.snapshotNotShown)"],
                control: "a snapshot must be missing")
        case .memoryWarning, .comeback: equalities(breach)
        case .strayed: strayed(breach)
        case .otherCourse: oneOf(breach) ?? equalities(breach, after: ["Foreground()"])
        case .writesOutside:
            Ending(
                steps: ["Expect(.nothingWrittenOutside)"], control: "no saved state is judged")
        case .invariant:
            Ending(
                steps: ["Expect(.invariants)"], control: "an invariant holds of any state")
        case .pilesUp: sweepAlone(life, breach)
        case .plainLoss where breach.issue != nil:
            // What is reported while it saves is said before the death.
            Ending(
                steps: ["Expect(.noIssue(rule: \((breach.issue ?? "").swiftLiteral)))"],
                replacesMoves: breach.isReportedBySave ? 2 : 0,
                control: "what the target reports is judged")
        case .otherState, .plainLoss: otherState(life, breach)
        }
    }

    /// Where there is a sweep, something is expected after it, of a target that runs.
    private func lookAfterSweep(_ moves: ArraySlice<Move>) -> [String] {
        guard let last = moves.last, moves.contains(where: \.isSweep) else { return [] }
        let wakes = last.endsDead ? ["Launch()"] : last == .background ? ["Foreground()"] : []
        return wakes + [Self.anyState]
    }

    private func strayed(_ breach: Breach) -> Ending {
        let leaf = breach.shown.flatMap { shown in
            let leaves = shown.leaves
            let all = knowledge.differences(breach.expected ?? .null, shown)
            return all.first { $0.withoutElementNumbers == breach.leaf }.flatMap { leaf in
                leaves[leaf].map { (leaf, $0) }
            }
        }
        guard let (leaf, value) = leaf else { return Ending() }
        let path = String(leaf.dropFirst()).swiftLiteral
        return Ending(
            steps: [
                "Expect(\(path), \"is not another thing\") { $0 != \(value.swiftLiteral) }"
            ], control: "what is gone need not come back")
    }

    /// One sweep judges by itself what each death in it leaves.
    private func sweepAlone(_ life: StressLife, _ breach: Breach) -> Ending {
        let moves = life.moves.prefix(breach.move + 1)
        guard let last = moves.lastIndex(where: \.isSweep),
            let first = moves.firstIndex(where: \.isSweep)
        else { return Ending() }
        return Ending(
            steps: ["Launch()", moves[last].source], replacesMoves: moves.count - first)
    }

    private func otherState(_ life: StressLife, _ breach: Breach) -> Ending {
        let moves = life.moves.prefix(breach.move + 1)
        // A death in a save may leave either state: the sweep knows both.
        if let last = moves.lastIndex(where: \.isSweepOfSave), last == moves.count - 2 {
            return Ending(replacesMoves: 1)
        }
        if let ending = oneOf(breach) { return ending }
        let saved = moves.lastIndex { $0 == .background || $0.isSweepOfSave || $0.isFailure }
        let death = moves.lastIndex(where: \.endsDead)
        if let saved, let death, saved < death, !moves[saved...].contains(where: \.isAction),
            breach.isOpen || moves.contains(where: \.isFailure) || values(breach).isEmpty
        {
            return stateAsSaved(breach)
        }
        return values(breach).isEmpty ? stateAsSaved(breach) : equalities(breach)
    }

    /// What a first launch shows as well, no control can tell from what was saved.
    static let isOfFirstLaunch = "a first launch shows the same"

    private func stateAsSaved(_ breach: Breach) -> Ending {
        let isInitial =
            breach.expected.map { knowledge.differences(knowledge.initialState, $0).isEmpty }
            ?? false
        return Ending(
            steps: ["Expect(.stateAsSaved\(ignoring))"],
            control: isInitial ? Self.isOfFirstLaunch : nil)
    }

    private var ignoring: String {
        let paths = knowledge.volatilePaths
        if paths.isEmpty { return "" }
        return "(ignoring: [\(paths.map(\.swiftLiteral).joined(separator: ", "))])"
    }
}

extension Move {
    fileprivate var isSweep: Bool {
        switch self {
        case .dieInside, .dieInsideAction: true
        default: false
        }
    }

    fileprivate var isSweepOfSave: Bool {
        switch self {
        case .dieInside(.saving, _, _), .dieInsideAction: true
        default: false
        }
    }

    fileprivate var isFailure: Bool { if case .failSaving = self { true } else { false } }
}

extension [Move] {
    /// The same with only so many of the last sweeps, and plain deaths for those before.
    fileprivate func withSweeps(atMost limit: Int, ofCommand isCommand: Bool) -> [Move] {
        var rest = count(where: \.isSweep)
        return flatMap { move -> [Move] in
            guard move.isSweep else { return [move] }
            defer { rest -= 1 }
            if rest <= limit { return [move] }
            guard case .dieInsideAction(let action, _, _) = move else {
                return [move.plainDeath ?? move]
            }
            // A command that has ended cannot be killed.
            return [.perform(action)] + (isCommand ? [] : [.kill(.system)])
        }
    }
}
