import Foundation
import Relaunch

/// What one audit of one target has said.
struct Audit: Sendable {
    /// The rules of which a case went wrong, each with the case and the second at which it first did.
    var broken: [String: Sighting] = [:]
    /// The rules of which cases errored and none failed: nothing is known of them.
    var errored: Set<String> = []
    var cases = 0
    var seconds = 0.0

    struct Sighting: Sendable {
        /// How many cases had been judged by then.
        var cases: Int
        var seconds: Double
    }

    /// Runs `relaunch audit` and reads its events.
    ///
    /// - Parameter rule: ends the audit as soon as this rule is found broken; nil never does.
    /// - Throws: `PlantedBugsError` where it comes to no end.
    init(
        of program: String, arguments: [String], seed: UInt64, until rule: String?,
        with relaunch: String, in root: String
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: relaunch)
        process.currentDirectoryURL = URL(fileURLWithPath: root)
        process.arguments =
            ["audit", program, "--seed", "\(seed)", "--events", "-", "--"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.waitUntilExit() }

        let target = ([program] + arguments).joined(separator: " ")
        var isWhole = false
        do {
            var lines = Lines(output.fileHandleForReading)
            while let (line, number) = lines.next() {
                guard let event = try EventStream.event(from: line, number: number) else {
                    continue
                }
                if case .fileFailed(let failure) = event.kind {
                    throw PlantedBugsError.noAudit(target: target, reason: failure.message)
                }
                if case .runFinished = event.kind { isWhole = true }
                take(event)
                if let rule, broken[rule] != nil {
                    process.interrupt()
                    return
                }
            }
        } catch let error as EventStreamError {
            throw PlantedBugsError.noAudit(target: target, reason: "\(error)")
        }
        guard isWhole else {
            process.waitUntilExit()
            throw PlantedBugsError.noAudit(
                target: target, reason: "it ended early, with status \(process.terminationStatus)")
        }
        errored.subtract(broken.keys)
    }

    private mutating func take(_ event: Event) {
        seconds = event.time
        guard case .caseFinished(let result) = event.kind, result.verdict != .skipped else {
            return
        }
        cases += 1
        let rule = String(result.identity.scenario.prefix { $0 != ":" })
        switch result.verdict {
        case .failed where broken[rule] == nil:
            broken[rule] = Sighting(cases: cases, seconds: event.time)
        case .errored, .vacuous: errored.insert(rule)
        default: break
        }
    }

    /// The rules that it complains about, in the order of their numbers.
    var complaints: [String] {
        (broken.keys.map { ($0, "") } + errored.map { ($0, " not judged") })
            .sorted { $0.0.compare($1.0, options: .numeric) == .orderedAscending }
            .map { $0.0 + $0.1 }
    }
}

/// The lines of a stream, each as soon as it is there.
private struct Lines {
    private let file: FileHandle
    private var rest = Data()
    private var count = 0

    init(_ file: FileHandle) { self.file = file }

    /// The next line and its number; nil at the end.
    mutating func next() -> (line: String, number: Int)? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = rest[(end + 1)...] }
                count += 1
                return (String(decoding: rest[..<end], as: UTF8.self), count)
            }
            let more = file.availableData
            if more.isEmpty { return nil }
            rest.append(more)
        }
    }
}
