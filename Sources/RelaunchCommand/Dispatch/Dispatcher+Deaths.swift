import CrashStates
import Relaunch

// A scenario can end the process of its file: by a trap in a closure of its own, or by `exit`. What
// ran in it alone is to blame. Of several, each runs again alone: the one that ends the process again
// is to blame, and the others have their results from there.
extension Dispatcher {
    /// Starts the host of a file again after its death, where that is of use. False where the file is
    /// to be given up: each new start has brought at least one scenario its result, or has made those that
    /// ran at once run one by one.
    func replaceHost(of file: FileRun, after host: ChildProcess) -> Bool {
        guard case .running = file.stage, interruption == nil, !file.orders.isFinished else {
            return false
        }
        let lost = file.orders.lose()
        switch lost.count {
        case 0: return false
        case 1: blame(lost[0], of: file, for: host)
        default:
            let names = lost.map { "'\($0.order.scenario)'" }
            file.suspicion = """
                \(ending(of: host, file)) while \(Phrases.list(names)) ran in it at once; alone, none of them \
                ended it\(reason(of: host))
                """
            reports.publish(
                .note(
                    """
                    \(ending(of: host, file)) while \(Phrases.list(names)) ran in it at once; they run \
                    again one by one, to find out which of them ended it
                    """))
            file.orders.suspect(lost.map(\.order))
        }
        // An audit would learn its target again.
        guard interruption == nil, !(plan.audit != nil && file.orders.isFinished) else {
            file.finish()
            return true
        }
        file.startAgain()
        return true
    }

    /// Says which file's host has ended without anybody to blame, now that all that ran in it has its
    /// result.
    func reportSuspicion(of file: FileRun) {
        guard let suspicion = file.suspicion else { return }
        file.suspicion = nil
        tally.countHarnessFault()
        reports.addFault(suspicion)
    }

    /// Gives each case of a scenario that has no result the one that it has ended its host.
    private func blame(_ lost: FileOrders.Lost, of file: FileRun, for host: ChildProcess) {
        file.suspicion = nil
        guard let suite = file.suite else { return }
        let scenario = suite.scenarios.first { $0.name == lost.order.scenario }
        let identity = CaseIdentity(
            file: file.file.path, suite: suite.name, scenario: lost.order.scenario,
            branches: lost.order.branches, line: scenario?.line ?? 0)
        let failure = Failure(
            blame: .scenario, kind: .crashed,
            location: lost.step?.location
                ?? FileLocation(file: identity.file, line: identity.line, column: 1),
            step: lost.step?.text ?? "",
            message: "\(ending(of: host, file)) in this scenario\(reason(of: host))")
        if lost.cases.isEmpty { reports.publish(.caseStarted(identity)) }
        for identity in lost.cases.isEmpty ? [identity] : lost.cases {
            let result = CaseResult(
                identity: identity, verdict: .errored,
                seconds: lost.since.duration(to: .now).seconds, seed: plan.seed,
                failures: [failure],
                replay: identity.replay(
                    by: plan.replayCommand, seed: plan.seed, plan.audit?.replaySuffix ?? ""),
                rule: scenario?.rule)
            receive(result, of: file)
        }
    }

    /// What a trap has said, or else whatever the host has written last.
    private func reason(of host: ChildProcess) -> String {
        host.output.trapMessage.map { ": \($0)" } ?? lastWords(of: host)
    }

    private func ending(of host: ChildProcess, _ file: FileRun) -> String {
        "the process of '\(file.file.path)' \(host.exit?.status.description ?? "ended")"
    }
}
