import CrashStates
import Foundation
import RelaunchStress

/// A stress run of one target, and what it came to.
struct StressTrial {
    /// What failed, that which was found first before the others.
    let findings: [Finding]
    let lives: Int
    /// The scenario files, one for each failure.
    let files: [String]

    /// Lives with two workers.
    ///
    /// - Parameters:
    ///   - seconds: How long lives are begun.
    ///   - isEndedByFailure: Whether none begins after the first failure.
    ///   - folder: Where the run is kept.
    /// - Throws: `PlantedBugsError` where it has no result.
    init(
        of program: String, arguments: [String], seed: UInt64, seconds: Int,
        isEndedByFailure: Bool, with relaunch: String, in folder: String
    ) throws {
        let directory = folder + "/" + arguments.joined()
        let status = try Command.run(
            relaunch,
            ["stress", program, "--for", "\(seconds)s", "--jobs", "2", "--seed", "\(seed)"]
                + (isEndedByFailure ? ["--until-failure"] : []) + ["--output", directory, "--"]
                + arguments, in: folder)
        let target = ([program] + arguments).joined(separator: " ")
        guard status == 0 || status == 1 else {
            throw PlantedBugsError.noStress(target: target, status: status)
        }
        let record = try StressDirectory.read(directory).record
        lives = record.lives
        findings = record.ordered.sorted { $0.seconds ?? 0 < $1.seconds ?? 0 }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/failures"))
        files = (names ?? []).sorted().map { "\(directory)/failures/\($0)" }
    }

    /// In how many of so many runs a scenario file fails, and whether it passes on the right twin.
    static func rerun(
        _ file: String, of bug: String, times: Int, with relaunch: String, in folder: String
    ) throws -> (failed: Int, passesOnTwin: Bool) {
        let failed = try (0..<times).count { _ in
            try Command.run(relaunch, ["run", file], in: folder) == 1
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let twin = file.replacingOccurrences(of: ".swift", with: "-right.swift")
        try text.replacingOccurrences(
            of: "arguments: [\"\(bug)\"]", with: "arguments: [\"\(bug)\", \"--right\"]"
        ).write(toFile: twin, atomically: true, encoding: .utf8)
        return (failed, try Command.run(relaunch, ["run", twin], in: folder) == 0)
    }
}

/// A program that runs to its end, with nobody to read what it says.
enum Command {
    static func run(
        _ program: String, _ arguments: [String], in folder: String
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
