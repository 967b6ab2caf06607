import ArgumentParser
import CrashStates
import Relaunch
import RelaunchAudit

/// A run from its plan to its exit status: what `run` and `replay` share.
struct Run {
    var plan: RunPlan
    let execution: ExecutionOptions

    /// Runs, and throws the exit status where it is not 0.
    func perform() throws {
        var plan = plan
        plan.seed = execution.chosenSeed()
        // A control would be one more launch to debug.
        let controls = plan.settings.choose(execution.controls, "controls", \.controls) ?? true
        plan.runsControls = controls && plan.debugging == nil
        plan.keepsContainers = execution.keep
        plan.timeoutFactor = plan.settings.choose(
            try execution.chosenTimeoutFactor(), "timeoutFactor", \.timeoutFactor)
        plan.caseLimit = plan.settings.choose(execution.caseLimit, "caseLimit", \.caseLimit)
        plan.trace = try execution.trace()
        plan.replayCommand =
            Invocation.text() + " " + (plan.audit?.replayCommand ?? "replay")
        let environment = ProcessInfo.processInfo.environment
        let slow = plan.settings.choose(execution.slow, "slow", \.slow)
        plan.style = execution.style(
            isVerbose: plan.purpose != .run, slow: slow, environment: environment)
        // A debugger has the terminal for itself.
        if plan.debugging != nil { plan.style.showsProgress = false }
        // Before anything runs: a report that cannot be written is found now.
        let bazel = BazelTest(in: environment)
        let reports = try makeReports(plan, environment, junit: execution.junit ?? bazel.report)
        bazel.begin(honoursShards: plan.slice?.origin != nil)
        defer { bazel.end() }
        reports.publish(
            .runStarted(
                RunDescription(
                    relaunch: relaunchVersion, seed: plan.seed, jobs: plan.jobs,
                    files: plan.files.map(\.path), rounds: plan.rounds)))
        if let note = plan.settings.note { reports.publish(.note(note)) }
        for note in plan.notes { reports.publish(.note(note)) }
        if let slice = plan.slice, let origin = slice.origin {
            reports.publish(.note("running slice \(slice.text), as \(origin) asks for"))
        }
        if let warning = RunDirectory.warning { reports.publish(.note(warning)) }
        let ending = try dispatch(plan, reports)
        reports.publish(
            .runFinished(
                RunSummary(
                    verdicts: ending.tally.verdicts, failedFiles: ending.tally.failedFiles,
                    seconds: reports.elapsed, exitCode: ending.code,
                    interruption: ending.interruption)))
        for fault in reports.faults { printError("relaunch: error: \(fault)") }
        let code = reports.faults.isEmpty ? ending.code : max(ending.code, .errored)
        guard code == .passed else { throw ArgumentParser.ExitCode(code.rawValue) }
    }

    private struct Ending {
        var tally: Tally
        var code: Relaunch.ExitCode
        var interruption: String?
    }

    private func dispatch(_ plan: RunPlan, _ reports: ReportSet) throws -> Ending {
        if plan.files.isEmpty {
            reports.publish(.note(Hints.noFiles(in: plan.named)))
            return Ending(tally: Tally(), code: .nothingSelected)
        }
        let dispatcher: Dispatcher
        do { dispatcher = try Dispatcher(plan: plan, reports: reports) } catch {
            var tally = Tally()
            for (index, file) in plan.files.enumerated() {
                let message = index == 0 ? "\(error)" : "not compiled, for the same reason"
                tally.count(.harness)
                reports.publish(
                    .fileFailed(FileFailure(file: file.path, reason: .harness, message: message)))
            }
            return Ending(tally: tally, code: .errored)
        }
        dispatcher.tally.failsOnFlaky = plan.failsOnFlaky
        try dispatcher.run()
        return ending(of: dispatcher, reports)
    }

    private func ending(of dispatcher: Dispatcher, _ reports: ReportSet) -> Ending {
        let tally = dispatcher.tally
        if let ending = dispatcher.interruption?.ending {
            return Ending(
                tally: tally, code: ending.exitCode ?? tally.exitCode,
                interruption: ending.interruption)
        }
        for problem in dispatcher.unmatched { reports.publish(.note("\(problem)")) }
        if !dispatcher.unmatched.isEmpty {
            // What was found has run all the same.
            let code = tally.exitCode == .passed ? .nothingSelected : tally.exitCode
            return Ending(tally: tally, code: code)
        }
        if tally.exitCode == .nothingSelected {
            reports.publish(.note(Hints.nothingSelected(in: dispatcher)))
        } else if tally.verdicts.isEmpty, tally.failedFiles == 0, let slice = plan.slice {
            reports.publish(.note("slice \(slice.text) is empty: there are fewer scenarios"))
        }
        return Ending(tally: tally, code: tally.exitCode)
    }

    private func makeReports(
        _ plan: RunPlan, _ environment: [String: String], junit: String?
    ) throws -> ReportSet {
        let style = plan.style
        var reporters: [any Reporter] = []
        do {
            if let path = junit { reporters.append(try JUnitReporter(path: path)) }
            if let path = execution.events { reporters.append(try EventFileReporter(path: path)) }
            if let path = execution.measurements {
                reporters.append(try MeasurementReporter(path: path))
            }
        } catch {
            printError("relaunch: error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.usage.rawValue)
        }
        let console = LiveConsole(
            write: printError(part:), style: style, size: terminalSize)
        if plan.audit != nil, plan.purpose == .run {
            reporters.append(AuditReporter(to: console, style: style))
        } else {
            reporters.append(ConsoleReporter(to: console, style: style))
        }
        if environment["GITHUB_ACTIONS"] == "true" {
            // Where standard output is the machine's, the commands go where GitHub reads them as well.
            let isTaken = execution.events == "-"
            reporters.append(
                GitHubReporter { write($0, to: isTaken ? STDERR_FILENO : STDOUT_FILENO) })
        }
        if let lastFailed = plan.lastFailed { reporters.append(LastFailedReporter(lastFailed)) }
        return ReportSet(reporters)
    }
}

private func max(_ a: Relaunch.ExitCode, _ b: Relaunch.ExitCode) -> Relaunch.ExitCode {
    a == .interrupted || a == .terminated ? a : b
}
