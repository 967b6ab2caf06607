import CrashStates
import Relaunch

extension Dispatcher {
    /// How many hosts wait beside those that work, so that many files do not mean many processes.
    private static let spareHosts = 4

    /// Launches hosts that are compiled, in the order of their files.
    func launchNext() {
        var living = files.count { $0.host != nil }
        var isFirst = true
        for file in files where !file.isDone {
            // The first that is not done is launched in any case: others may wait for its selection.
            if case .compiled(let host) = file.stage,
                isFirst || living < plan.jobs + Self.spareHosts
            {
                launch(file, host)
                living += 1
            }
            isFirst = false
        }
    }

    private func launch(_ file: FileRun, _ host: HostProgram) {
        do {
            let child = try processes.start(
                host.path, host.arguments,
                changes: host.environment.merging([
                    hostChannelVariable: String(Supervisor.channelDescriptor),
                    // A trap should end the process at once, with its message.
                    "SWIFT_BACKTRACE": "enable=no",
                ]) { $1 }, hasChannel: true)
            file.start(
                child, within: plan.audit == nil ? startLimit : Self.preparationLimit)
        } catch {
            fail(file, .harness, "'\(file.file.path)' cannot be started: \(error)")
        }
    }

    /// Takes what the host of a file has said.
    func receiveReports(of file: FileRun) {
        guard let channel = file.host?.channel, !channel.isAtEnd else { return }
        for line in channel.receive() {
            do {
                receive(try JSONDecoder().decode(HostReport.self, from: line), from: file)
            } catch {
                let text = String(decoding: line.prefix(200), as: UTF8.self)
                if let host = file.host { processes.signal(host, SIGKILL) }
                return fail(
                    file, .harness,
                    "the process of '\(file.file.path)' sent something other than a report (\(error)): \(text)"
                )
            }
        }
        guard channel.isAtEnd, let host = file.host else { return }
        // Nothing more can be said: where the process has not ended by itself, it is of no use.
        if case .closing = file.stage { return }
        processes.signal(host, SIGKILL)
    }

    private func receive(_ report: HostReport, from file: FileRun) {
        switch report {
        case .preparing(let preparation): receive(preparation, from: file)
        case .event(let event): receive(event.event.kind, from: file)
        case .finished(let scenario):
            file.orders.finish(scenario)
        case .reporterFailed(let fault):
            tally.countHarnessFault()
            reports.addFault("\(fault)")
        case .stopped(let target): debug(target, of: file)
        case .traced(let message): plan.trace?.take(message, reports)
        case .status(let status):
            let lines = StatusText.lines(
                of: status, suite: file.suite?.name ?? file.file.path, style: plan.style)
            reports.say(lines)
        case .wantsWorkers(let scenario): file.orders.openSweep(of: scenario)
        case .wantsNoWorkers(let scenario): file.orders.closeSweep(of: scenario)
        case .returnsWorker(let scenario): file.orders.takeBackWorker(from: scenario)
        }
    }

    /// A suite that takes long to come about gets more time, twice of what it should take.
    private func receive(_ preparation: Preparation, from file: FileRun) {
        guard file.isStarting else { return }
        file.allow(max(Self.preparationLimit, .seconds((2 * preparation.seconds).rounded())))
        if let reason = preparation.reason { reports.publish(.note(reason)) }
    }

    private func receive(_ kind: Event.Kind, from file: FileRun) {
        switch kind {
        case .suiteFound(var suite):
            guard file.isStarting else { return }
            suite.file = file.file.path
            file.find(suite)
            if let problem = suite.problem { fail(file, .wrongSuite, problem, closes: true) }
        case .caseStarted(let identity):
            guard !file.orders.hasResult(identity) else { return }
            file.orders.begin(identity)
            reports.publish(kind)
        case .caseFinished(let result):
            guard !file.orders.hasResult(result.identity) else { return }
            receive(result, of: file)
        case .stepStarted(let identity, let step):
            file.orders.begin(step, of: identity)
            reports.publish(kind)
        case .stepEnded, .expectationFailed, .sweepProgress, .note:
            reports.publish(kind)
        case .fileFailed(let failure):
            // The host itself says why it cannot go on: a suite without scenarios, for one.
            fail(file, failure.reason, failure.message, closes: true)
        case .runStarted, .fileProgress, .runFinished:
            break
        }
    }

    /// A case has its result.
    func receive(_ result: CaseResult, of file: FileRun) {
        file.orders.end(result.identity)
        file.results.append(result)
        tally.count(result)
        reports.publish(.caseFinished(result))
        stopAfterFailures()
    }

    private func stopAfterFailures() {
        guard interruption == nil, let limit = plan.maximumFailures, tally.failures >= limit else {
            return
        }
        interruption = .failures(
            limit, option: plan.stopsAtFailure ? "--until-failure" : "--max-fail")
        // What is in flight comes to its end.
        for file in files { abandon(file) }
        targetBuilder.stop()
    }

    func hostEnded(_ file: FileRun, _ host: ChildProcess) {
        receiveReports(of: file)
        if case .closing = file.stage {
            file.finish()
            if case .signaled(let signal)? = host.exit?.status {
                reports.publish(
                    .note(
                        """
                        the process of '\(file.file.path)' died of \(signal) after its suite was \
                        done\(lastWords(of: host))
                        """))
            }
            return
        }
        if file.isDone || replaceHost(of: file, after: host) { return }
        let status = host.exit?.status.description ?? "ended"
        fail(
            file, .died,
            """
            the process of '\(file.file.path)' \(status) before its suite was \
            done\(lastWords(of: host))
            """)
    }

    /// Closes hosts that have nothing left to do.
    func closeIfFinished(_ file: FileRun) {
        switch file.stage {
        case .found where file.isSelected && file.orders.pending.isEmpty && file.results.isEmpty:
            close(file)
        case .running where file.orders.isFinished:
            reportSuspicion(of: file)
            close(file)
        default: break
        }
    }
}
