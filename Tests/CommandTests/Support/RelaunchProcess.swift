@testable import CrashStates
import Foundation
import Testing

/// Seconds after which something that is waited for does not come any more. It bounds a hang, and says
/// nothing about how long anything takes: a busy machine is no failure.
let patience = 300.0

/// The built `relaunch`, run as a user would run it.
///
/// ```swift
/// let run = try RelaunchProcess(["run", "A.swift"], in: folder).finish()
/// #expect(run.status == 0)
/// ```
///
/// Both outputs go into files, so that nothing that is written can block it.
final class RelaunchProcess {
    /// How a run ended and what it wrote.
    struct Outcome {
        /// The exit status, or the number of the signal plus 128.
        var status: Int32
        var output: String
        var error: String
        var seconds: Double
        /// The folder in which it ran.
        var folder: String
    }

    struct TookTooLong: Error, CustomStringConvertible {
        var arguments: [String]
        var error: String
        var description: String {
            "relaunch \(arguments.joined(separator: " ")) did not end in time; it wrote:\n\(error)"
        }
    }

    /// The built command, beside the test bundle.
    static let path = Bundle.main.executableURL!.resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("relaunch").path

    static let package = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../..").standardized.path

    /// The path of another product of the package, which is built with the tests.
    static func product(_ name: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// The text of an example in Python, such as `kv.py`.
    static func example(_ name: String) throws -> String {
        try String(contentsOfFile: package + "/Sources/Examples/Python/" + name, encoding: .utf8)
    }

    /// The text of an article of the documentation.
    static func article(_ name: String) throws -> String {
        let folder = package + "/Sources/Relaunch/Documentation.docc/"
        return try String(contentsOfFile: folder + name + ".md", encoding: .utf8)
    }

    /// Variables that would change what is tested.
    private static let hidden = [
        "TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", "TEST_SHARD_STATUS_FILE",
        "TEST_PREMATURE_EXIT_FILE", "XML_OUTPUT_FILE", "CI_NODE_TOTAL", "CI_NODE_INDEX",
        "CIRCLE_NODE_TOTAL", "CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB",
        "BUILDKITE_PARALLEL_JOB_COUNT", "SLURM_ARRAY_TASK_ID", "GITHUB_ACTIONS", "NO_COLOR",
        "CLICOLOR_FORCE", "RELAUNCH_SWIFTC",
    ]

    private let process = Process()
    private let arguments: [String]
    private let folder: String
    private let outputs: TemporaryFolder
    private let ended = DispatchSemaphore(value: 0)
    private let start = Date()

    /// Starts it.
    ///
    /// - Parameter environment: set beside what the tests themselves have; an empty value removes.
    init(
        _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
        program: String = RelaunchProcess.path
    ) throws {
        self.arguments = arguments
        self.folder = folder.path
        outputs = try TemporaryFolder()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        var all = ProcessInfo.processInfo.environment
        for name in Self.hidden { all[name] = nil }
        // The products that stand beside the tests were built with them.
        all["RELAUNCH_SKIP_BUILD"] = Self.package
        for (name, value) in environment { all[name] = value.isEmpty ? nil : value }
        process.environment = all
        process.standardInput = FileHandle.nullDevice
        let handles = try ["output", "error"].map(handle)
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
        // Its own are copies. Foundation keeps the handles for ever, and where more than a thousand are
        // open, it reads behind the end of their list when it starts the next process.
        for handle in handles { try handle.close() }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    private func handle(_ name: String) throws -> FileHandle {
        try FileHandle(forWritingTo: URL(fileURLWithPath: outputs.write("", to: name)))
    }

    /// What it has written on standard output until now.
    var output: String { (try? outputs.read("output")) ?? "" }
    /// What it has written on standard error until now.
    var error: String { (try? outputs.read("error")) ?? "" }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end.
    func finish(within seconds: Double = patience) async throws -> Outcome {
        // On a thread of its own: tests have one thread for each processor between them.
        let isInTime = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [ended] in
                continuation.resume(returning: ended.wait(timeout: .now() + seconds) == .success)
            }
        }
        guard isInTime else {
            kill(process.processIdentifier, SIGKILL)
            throw TookTooLong(arguments: arguments, error: error)
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        return Outcome(
            status: process.terminationStatus + (isSignal ? 128 : 0), output: output, error: error,
            seconds: Date().timeIntervalSince(start), folder: folder)
    }

    /// Waits until its standard output contains a text, such as an event.
    func wait(forOutput text: String, within seconds: Double = patience) async throws {
        try await wait(for: text, within: seconds) { output }
    }

    /// Waits until its standard error contains a text.
    func wait(forError text: String, within seconds: Double = patience) async throws {
        try await wait(for: text, within: seconds) { error }
    }

    private func wait(
        for text: String, within seconds: Double, in written: () -> String
    ) async throws {
        let deadline = Date().addingTimeInterval(seconds)
        while !written().contains(text) {
            if !process.isRunning || Date() > deadline {
                throw TookTooLong(arguments: arguments, error: error)
            }
            // There is no event for a file that grows that would not be longer than this line.
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// Runs `relaunch` to its end.
func relaunch(
    _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
) async throws -> RelaunchProcess.Outcome {
    try await RelaunchProcess(arguments, in: folder, environment: environment).finish()
}
