/// How a run was started: the member `run` of `runStarted`.
struct EncodedRun: Sendable, Codable {
    var relaunch: String
    var seed: UInt64
    var jobs: Int
    var files: [String]
    /// Left out where there is one, and 0 where there is no end.
    var rounds: Int?

    init(_ run: RunDescription) {
        relaunch = run.relaunch
        seed = run.seed
        jobs = run.jobs
        files = run.files
        rounds = run.rounds == 1 ? nil : run.rounds ?? 0
    }

    var description: RunDescription {
        RunDescription(
            relaunch: relaunch, seed: seed, jobs: jobs, files: files,
            rounds: rounds == 0 ? nil : rounds ?? 1)
    }
}

/// The stage that a file has come to: the member `file` of `fileProgress`.
struct EncodedFileProgress: Sendable, Codable {
    var file: String
    var stage: Stage

    enum Stage: String, Sendable, Codable {
        case compiling, compiled, starting, buildingTarget, running, done
    }

    init(_ progress: FileProgress) {
        file = progress.file
        stage =
            switch progress.stage {
            case .compiling: .compiling
            case .compiled: .compiled
            case .starting: .starting
            case .buildingTarget: .buildingTarget
            case .running: .running
            case .done: .done
            }
    }

    var progress: FileProgress {
        let stage: FileProgress.Stage =
            switch stage {
            case .compiling: .compiling
            case .compiled: .compiled
            case .starting: .starting
            case .buildingTarget: .buildingTarget
            case .running: .running
            case .done: .done
            }
        return FileProgress(file: file, stage: stage)
    }
}

/// A file without results: the member `failure` of `fileFailed`.
struct EncodedFileFailure: Sendable, Codable {
    var file: String
    var reason: Reason
    var message: String
    var unfinished: [EncodedCase]

    enum Reason: String, Sendable, Codable {
        case didNotCompile, noSuite, severalSuites, wrongSuite, died, notReadable, noTarget
        case harness
    }

    init(_ failure: FileFailure) {
        file = failure.file
        reason = Reason(failure.reason)
        message = failure.message
        unfinished = failure.unfinished.map(EncodedCase.init)
    }

    var failure: FileFailure {
        FileFailure(
            file: file, reason: reason.reason, message: message,
            unfinished: unfinished.map(\.identity))
    }
}

extension EncodedFileFailure.Reason {
    init(_ reason: FileFailure.Reason) {
        self =
            switch reason {
            case .didNotCompile: .didNotCompile
            case .noSuite: .noSuite
            case .severalSuites: .severalSuites
            case .wrongSuite: .wrongSuite
            case .died: .died
            case .notReadable: .notReadable
            case .noTarget: .noTarget
            case .harness: .harness
            }
    }

    var reason: FileFailure.Reason {
        switch self {
        case .didNotCompile: .didNotCompile
        case .noSuite: .noSuite
        case .severalSuites: .severalSuites
        case .wrongSuite: .wrongSuite
        case .died: .died
        case .notReadable: .notReadable
        case .noTarget: .noTarget
        case .harness: .harness
        }
    }
}

/// How a run ended: the member `summary` of `runFinished`.
struct EncodedSummary: Sendable, Codable {
    /// How many cases have each verdict, by its name. A reader skips names that it does not know.
    var verdicts: [String: Int]
    var failedFiles: Int
    var seconds: Double
    var exitCode: Int32
    var interruption: String?

    init(_ summary: RunSummary) {
        verdicts = Dictionary(
            uniqueKeysWithValues: summary.verdicts.map { (EncodedVerdict($0).rawValue, $1) })
        failedFiles = summary.failedFiles
        seconds = summary.seconds
        exitCode = summary.exitCode.rawValue
        interruption = summary.interruption
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        verdicts = try container.decode([String: Int].self, forKey: .verdicts)
        failedFiles = try container.decode(Int.self, forKey: .failedFiles)
        seconds = try container.decode(Double.self, forKey: .seconds)
        exitCode = try container.decode(Int32.self, forKey: .exitCode)
        guard ExitCode(rawValue: exitCode) != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .exitCode, in: container, debugDescription: "unknown exit code")
        }
        interruption = try container.decodeIfPresent(String.self, forKey: .interruption)
    }

    var summary: RunSummary {
        let known = verdicts.compactMap { name, count in
            EncodedVerdict(rawValue: name).map { ($0.verdict, count) }
        }
        return RunSummary(
            verdicts: Dictionary(uniqueKeysWithValues: known), failedFiles: failedFiles,
            seconds: seconds, exitCode: ExitCode(rawValue: exitCode) ?? .errored,
            interruption: interruption)
    }
}
