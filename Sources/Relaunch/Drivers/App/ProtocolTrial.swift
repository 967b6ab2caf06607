import CrashStates
import RelaunchProtocol

/// Launches a program once, in an empty container, to find out whether it speaks the target protocol.
package enum ProtocolTrial {
    /// What a program does when it is launched.
    package enum Finding: Sendable, Equatable {
        /// It introduced itself.
        case speaks(Introduction)
        /// It ran to its end and said nothing.
        case ended(ExitStatus)
        /// It says nothing and goes on.
        case runsOn
    }

    /// What a target says of itself in its first launch.
    package struct Introduction: Sendable, Equatable {
        /// The actions that it offers, sorted by their names.
        package var actions: [String]
        /// Whether it names files as its saved state, which a force quit removes.
        package var namesSavedState: Bool
        /// Whether it says what became of the restoration.
        package var reportsRestoration: Bool

        package init(
            actions: [String] = [], namesSavedState: Bool = true, reportsRestoration: Bool = true
        ) {
            self.actions = actions
            self.namesSavedState = namesSavedState
            self.reportsRestoration = reportsRestoration
        }
    }

    /// Launches the program and terminates it again.
    ///
    /// - Parameters:
    ///   - executable: an absolute path.
    ///   - limit: how long it has for its launch, or to run to its end.
    /// - Throws: where it cannot be started at all; the message says why.
    package static func finding(
        of executable: String, arguments: [String] = [], within limit: Duration
    ) async throws -> Finding {
        let step = TrialStep(arguments: arguments)
        let suite = Suite("trial", target: .app(executable), timeLimit: limit) {
            Scenario("trial", control: .none(because: "it judges nothing")) { step }
        }
        let worker = try Worker()
        let directory = try RunDirectory()
        let problem = Locked<Failure?>(nil)
        let runner = CaseRunner(
            suite.scenarios[0],
            configuration: HostConfiguration(
                file: executable, seed: 1, runsControls: false, executable: executable,
                keptDirectory: directory.path + "/kept"),
            worker: worker, runDirectory: directory)
        try await runner.run { event in
            guard case .caseFinished(let result) = event else { return }
            problem.withLock { $0 = $0 ?? result.failures.first }
        }
        await worker.stop()
        directory.remove()
        guard let finding = step.finding.withLock({ $0 }) else {
            throw TrialFailed(
                description: problem.withLock { $0?.message } ?? "'\(executable)' was not launched")
        }
        return finding
    }
}

/// The program could not be started.
struct TrialFailed: Error, CustomStringConvertible {
    var description: String
}

/// Launches the program and listens until it is active, has ended or says nothing for too long.
private final class TrialStep: Step {
    let arguments: [String]
    let finding = Locked<ProtocolTrial.Finding?>(nil)
    let location = FileLocation(file: #filePath, line: #line, column: 1)
    var text: String { "Trial()" }

    init(arguments: [String]) { self.arguments = arguments }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let process = try session.spawn(
            session.executable, arguments: arguments, environment: session.environment(),
            withChannel: true)
        let conversation = Conversation(process: process, timeLimit: session.timeLimit)
        conversation.welcome = [
            "protocol": .integer(protocolVersion), "hold": [], "device": session.world.device.json,
        ]
        var status: ExitStatus?
        do {
            let progress = try conversation.wait(for: "the launch to be complete") {
                $0.record.phases.contains(.active) ? true : nil
            }
            if case .ended(let end) = progress { status = end }
        } catch is StepFailure {
            // It says nothing, or what it says is wrong: then its first scenario will tell.
        }
        let record = conversation.record
        if let hello = record.hello {
            let introduction = ProtocolTrial.Introduction(
                actions: hello.actions.keys.sorted(), namesSavedState: !hello.savedState.isEmpty,
                reportsRestoration: record.restoration != nil)
            finding.withLock { $0 = .speaks(introduction) }
        } else {
            finding.withLock { [status] in $0 = status.map { .ended($0) } ?? .runsOn }
        }
        try session.terminateAndReap()
        return .step
    }
}
