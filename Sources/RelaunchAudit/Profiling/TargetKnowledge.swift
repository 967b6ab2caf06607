import Relaunch
import RelaunchProtocol

/// What a probe has found out of a target, for who judges it by other means than the audit's rules.
package struct TargetKnowledge: Sendable {
    private let profile: TargetProfile
    /// What is driven.
    package let target: Target

    // Asked for in every life.
    package let hello: Hello
    /// The state of a first launch.
    package let initialState: JSON
    /// Whether the launch after a plain death has ever said that it restored.
    package let saysRestored: Bool
    /// Whether it has shown a snapshot after a plain death.
    package let showsSnapshots: Bool
    /// The files of the saved state that hold a picture and nothing else.
    package let pictureFiles: [String]
    /// Files of the user that a launch changes although nothing is done.
    package let filesThatLaunchesChange: Set<String>
    /// The leaves that a plain death loses somewhere, without the numbers of elements.
    package let lostLeaves: Set<String>

    private init(profile: TargetProfile, of target: Target) {
        self.profile = profile
        self.target = target
        hello = profile.hello
        initialState = profile.initialState
        saysRestored = profile.allWalks.contains(where: \.isRestored)
        showsSnapshots = profile.allWalks.contains(where: \.showsSnapshot)
        let states = Set(profile.walks.flatMap(\.discard.stateFiles))
        pictureFiles = Set(profile.walks.flatMap(\.discard.pictureFiles))
            .subtracting(states).sorted()
        filesThatLaunchesChange = profile.walks.reduce(into: []) {
            $0.formUnion($1.discard.changedFiles)
        }
        var lost: Set<String> = []
        for walk in profile.allWalks {
            guard let restored = walk.generation.restored else { continue }
            for leaf in profile.differences(walk.generation.shown, restored) where !leaf.isDrawn {
                lost.insert(leaf.withoutElementNumbers)
            }
        }
        lostLeaves = lost
    }

    /// Drives the target to find out what it can do and what the plainest death takes.
    ///
    /// - Parameter target: as a suite describes it; nil for a program that speaks the target protocol.
    /// - Throws: ``ProbeFailed``
    package static func probing(
        _ options: AuditOptions, target: Target? = nil
    ) async throws -> TargetKnowledge {
        let target = target ?? Target.app(options.executable, arguments: options.arguments)
        var options = options
        let factor =
            options.timeoutFactor ?? Slowdown(executable: options.executable)?.factor ?? 1
        options.timeoutFactor = factor
        options.patienceSeconds *= factor
        let result = ProbeResult<TargetProfile>()
        let probe: any Step =
            target.driver.can(.lifecycle)
            ? Probe(options: options, result: result, announce: { _ in })
            : DescribedProbe(options: options, result: result)
        let failure = await AuditHost.carryOut(
            probe, target, options, .seconds(options.timeLimitSeconds))
        guard let profile = result.profile else {
            throw ProbeFailed(
                failure: failure ?? Failure(blame: .harness, message: "the probe had no result"))
        }
        return TargetKnowledge(profile: profile, of: target)
    }

    /// The probe came to no profile.
    package struct ProbeFailed: Error, CustomStringConvertible {
        package var failure: Failure
        package var description: String { failure.message }
    }

    // MARK: What it can do

    package var options: AuditOptions { profile.options }
    /// Whether it is told what happens to an app, and saves when it goes to the background.
    package var isApp: Bool { target.driver.can(.lifecycle) }
    /// Whether it runs to its end, so that it is looked at by its files and dies in its actions alone.
    package var isCommand: Bool { target.isAskedAtRest }
    /// Whether an action that ended well is to survive any death that is tried.
    package var savesEachAction: Bool { target.driver.savesActions }
    /// Whether the power fails, too.
    package var losesPower: Bool { !target.driver.can(.savesUntilPowerLoss) }
    /// Whether its state can be seen.
    package var showsState: Bool { target.driver.can(.state) }
    /// Whether it names saved state that a launch could do without.
    package var savesState: Bool { profile.savesState }
    /// Whether it can be held where it restores.
    package var saysRestoring: Bool { profile.saysRestoring }
    /// Whether it says that it restores only where it has something to restore.
    package var restoringMeansTrying: Bool {
        profile.saysRestoring && !profile.initialSave.phases.contains(.restoring)
    }
    /// Whether it announces that it begins to save.
    package var saysSaving: Bool { profile.saving.phases.contains(.saving) }
    /// The actions whose effect survives a kill although nothing was saved.
    package var dataActions: Set<String> {
        isApp ? Set(profile.dataActions) : Set(hello.actions.keys)
    }
    /// Whether the target says, or the user, that it breaks a rule by design.
    package func breaksByDesign(_ rule: String) -> Bool { profile.design(breaking: rule) != nil }
    /// What is to be said of the target that concerns no rule.
    package var notes: [String] { profile.notes }
    /// How many ways from a first launch are known, after which the target is killed and comes back.
    package var walkCount: Int { profile.allWalks.count }

    // MARK: What counts of a state

    /// The leaves at which two states differ, but for what differs by itself and for what views draw.
    package func differences(_ state: JSON, _ other: JSON) -> [String] {
        profile.differences(state, other).filter { !$0.isDrawn }
    }

    /// A state without what differs from run to run.
    package func comparable(_ state: JSON) -> JSON { profile.comparable(state) }

    /// What differs from run to run, as paths for expectations.
    package var volatilePaths: [String] { profile.volatilePaths }

    /// Whether the target has said that its latest save leaves something out.
    package func leavesOut(_ record: LaunchRecord) -> Bool {
        record.issues.contains(where: \.isLeftOut)
    }

    // MARK: What the plainest death takes

    /// What a plain kill in the background never brings back.
    package struct PlainLoss: Sendable {
        /// The rule that it is put down to.
        package var rule: String
        package var title: String
        package var message: String
        package var difference: String?
        /// The actions after which it is seen.
        package var actions: [Action]
        /// Whether a launch does not come about.
        package var isDeath: Bool
        /// The rule of the issue that the target has reported, where that is all; and whether it did so
        /// while it saved.
        package var issue: String?
        package var isReportedBySave: Bool
    }

    package struct Action: Sendable, Hashable, Codable {
        package var name: String
        package var arguments: [String: JSON]

        package init(name: String, arguments: [String: JSON]) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// Each once, with the shortest way to it.
    package var plainLosses: [PlainLoss] {
        profile.findings.filter { !breaksByDesign($0.rule) }.map { finding in
            let walk = profile.allWalks
                .filter { walk in
                    walk.diagnosis(in: profile).findings.contains { $0.rule == finding.rule }
                }
                .min { $0.first.count < $1.first.count }
            return PlainLoss(
                rule: finding.rule,
                title: Diagnosis.rules.first { $0.number == finding.rule }?.title ?? "",
                message: finding.message, difference: finding.difference,
                actions: (walk?.first ?? []).map { Action(name: $0.name, arguments: $0.arguments) },
                isDeath: walk?.generation.failure != nil, issue: finding.issue,
                isReportedBySave: finding.isReportedBySave)
        }
    }

    // MARK: Drawing actions

    /// Draws the actions of one life.
    package struct Draw: Sendable {
        private var deck: ActionDeck

        package mutating func next(in state: JSON) -> (action: Action, isExtreme: Bool)? {
            deck.draw(in: state).map {
                (Action(name: $0.name, arguments: $0.arguments), $0.isExtreme)
            }
        }

        package mutating func noteEffect(of action: Action) {
            deck.noteEffect(of: DrawnAction(name: action.name, arguments: action.arguments))
        }

        fileprivate init(_ deck: ActionDeck) { self.deck = deck }
    }

    package func draw(seed: UInt64) -> Draw {
        Draw(
            ActionDeck(
                profile.hello.actions, seed: seed, way: Int(seed % 7),
                drawsExtremes: profile.takesExtremes))
    }
}

extension String {
    /// A leaf's path with `[]` for each number of an element.
    package var withoutElementNumbers: String { replacing(/\[\d+\]/, with: "[]") }
}
