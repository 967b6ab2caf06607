import ArgumentParser
import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchStress

/// A stress run from its options to its exit status.
struct StressExecution {
    var options: StressOptions?
    /// Where what is known is written.
    var folder = ""
    /// The directory of a run that is to go on.
    var resumed: String?
    var jobs = 1
    var corpus: String?
    /// After how many seconds no new life begins.
    var seconds: Double?

    /// Runs, and throws the exit status where it is not 0.
    func perform() throws {
        let signals = try SignalPipe.open()
        do {
            let prepared = try prepare()
            let ending = try run(prepared, signals)
            if ending != .passed { throw ArgumentParser.ExitCode(ending.rawValue) }
        } catch let error as StressDirectoryError {
            printError("relaunch: error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
    }

    // MARK: Beginning

    private struct Prepared {
        var options: StressOptions
        var directory: StressDirectory
        var record: StressRecord
        var corpus: Corpus
    }

    private func prepare() throws -> Prepared {
        let corpus = try self.corpus.map { try Corpus(at: Path.absolute($0)) } ?? Corpus()
        if let resumed {
            let (directory, options, record) = try StressDirectory.resume(Path.absolute(resumed))
            guard options.corpusDigest == corpus.digest else {
                throw StressDirectoryError.notRead(
                    resumed, "its run began with another corpus; name the same as then by --corpus")
            }
            return Prepared(
                options: options, directory: directory, record: record, corpus: corpus)
        }
        guard var options else { throw ValidationError("there is nothing to stress") }
        options.corpusDigest = corpus.digest
        let (directory, record) = try StressDirectory.begin(folder, options)
        return Prepared(options: options, directory: directory, record: record, corpus: corpus)
    }

    // MARK: Running

    private func run(_ prepared: Prepared, _ signals: Int32) throws -> Relaunch.ExitCode {
        let seconds = seconds ?? prepared.options.seconds
        let status = StressStatus(prepared.options, jobs: jobs, seconds: seconds)
        status.begin(
            directory: Path.relative(prepared.directory.path), after: prepared.record.lives)
        let workers = try (0..<jobs).map { _ in try Worker() }
        let runDirectory = try RunDirectory()
        defer { runDirectory.remove() }
        var interruption: Int32?
        let outcome = try waitForWork(
            signals, workers: workers, every: .milliseconds(250), tick: status.tick
        ) {
            switch $0 {
            case SIGUSR1: status.say()
            case SIGINT, SIGTERM, SIGHUP:
                if interruption != nil { _exit(128 + $0) }
                interruption = $0
                status.stop()
                for worker in workers { worker.cancel() }
            default: break
            }
        } work: {
            try await Self.live(prepared, workers, runDirectory, status, seconds)
        }
        switch outcome {
        case .success(let run): return try conclude(run, prepared, status, interruption)
        case .failure(let error):
            status.clear()
            if interruption == nil { printError("relaunch: error: \(error)") }
            return interruption.map(Relaunch.ExitCode.init(interruptedBy:)) ?? .errored
        }
    }

    private static func live(
        _ prepared: Prepared, _ workers: [Worker], _ runDirectory: RunDirectory,
        _ status: StressStatus, _ seconds: Double?
    ) async throws -> StressRun {
        let knowledge = try await TargetKnowledge.probing(
            prepared.options.audit, target: CommandLibrary.suite?.target)
        let run = try await StressRun(
            prepared.options, knowledge: knowledge, corpus: prepared.corpus,
            directory: prepared.directory, record: prepared.record, workers: workers,
            runDirectory: runDirectory, frame: try StressedTarget.frame(of: prepared.options),
            since: status.start)
        status.follow(run)
        try await run.takePlainLosses()
        let clock = Task {
            guard let seconds else { return }
            try await Task.sleep(for: .seconds(seconds))
            run.stop()
        }
        try await run.live()
        clock.cancel()
        if status.isStopped { return run }
        run.allowShrinking()
        try await run.shrink { number, count, tries, moves in
            status.shrinking(number, of: count, tries: tries, moves: moves)
        }
        return run
    }

    // MARK: Ending

    private func conclude(
        _ run: StressRun, _ prepared: Prepared, _ status: StressStatus, _ interruption: Int32?
    ) throws -> Relaunch.ExitCode {
        status.clear()
        let directory = prepared.directory
        try directory.sync()
        if let interruption {
            printError(
                """
                interrupted after \(run.record.lives) lives; go on with
                  \(Invocation.text()) stress --resume \(Path.relative(directory.path).shellQuoted)
                """)
            return Relaunch.ExitCode(interruptedBy: interruption)
        }
        let knowledge = run.knowledge
        let result = StressResult(run.options, run.record)
        try directory.writeSummary(of: run.record)
        try directory.write(result)
        var files: [String] = []
        for failure in result.failures {
            files.append(try directory.write(failure.scenario, named: failure.fileName))
        }
        let kept = try prepared.corpus.add(run.record, drawn: run.lifeDraw)
        StressReport(
            result: result, files: files, errors: run.errors, notes: knowledge.notes, kept: kept,
            corpus: corpus, seconds: status.elapsed, figures: run.figures
        ).write()
        if run.errors.count > 0, run.figures.livedNow == 0 { return .errored }
        return result.failures.isEmpty ? (run.errors.isEmpty ? .passed : .errored) : .failed
    }
}
