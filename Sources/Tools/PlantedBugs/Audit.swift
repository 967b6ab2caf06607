import CrashStates
import Foundation
import Relaunch
import RelaunchProtocol

/// What one audit of one target has said.
struct Audit: Sendable {
    /// The rules of which a case went wrong, each with the case and the second at which it first did.
    var broken: [String: Sighting] = [:]
    /// The rules of which cases errored: where none failed, nothing is known of them.
    var errored: Set<String> = []
    var cases = 0
    var seconds = 0.0

    struct Sighting: Sendable {
        /// How many cases had been judged by then.
        var cases: Int
        var seconds: Double
    }

    /// What ends an audit: that some rule is found broken, or its own end.
    enum End: Sendable {
        case rule(String)
        case anyRule
        case itself
    }

    /// Runs `relaunch audit` and reads its events.
    ///
    /// - Throws: `PlantedBugsError` where it comes to no end.
    init(
        of program: String, arguments: [String], seed: UInt64, until end: End,
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
        let reader = output.fileHandleForReading
        defer {
            // It cannot end while nobody takes what it has to say.
            _ = try? reader.readToEnd()
            process.waitUntilExit()
        }

        let target = ([program] + arguments).joined(separator: " ")
        var isWhole = false
        var lines = LineReader()
        do {
            while case let bytes = reader.availableData, !bytes.isEmpty {
                lines.append(bytes)
                while let line = try lines.next() {
                    let text = String(decoding: line, as: UTF8.self)
                    guard let event = try EventStream.event(from: text) else { continue }
                    if case .fileFailed(let failure) = event.kind {
                        throw PlantedBugsError.noAudit(target: target, reason: failure.message)
                    }
                    if case .runFinished = event.kind { isWhole = true }
                    take(event)
                    if isDone(at: end) {
                        process.interrupt()
                        return
                    }
                }
            }
        } catch let error where error is EventStreamError || error is ProtocolError {
            throw PlantedBugsError.noAudit(target: target, reason: "\(error)")
        }
        guard isWhole else {
            process.waitUntilExit()
            throw PlantedBugsError.noAudit(
                target: target, reason: "it ended early, with status \(process.terminationStatus)")
        }
    }

    private func isDone(at end: End) -> Bool {
        switch end {
        case .rule(let number): broken[number] != nil
        case .anyRule: !broken.isEmpty
        case .itself: false
        }
    }

    private mutating func take(_ event: Event) {
        seconds = event.time
        guard case .caseFinished(let result) = event.kind, result.verdict != .skipped,
            let rule = result.rule?.number
        else { return }
        cases += 1
        switch result.verdict {
        case .failed where broken[rule] == nil:
            broken[rule] = Sighting(cases: cases, seconds: event.time)
        case .errored, .vacuous: errored.insert(rule)
        default: break
        }
    }

    /// The rules that it complains about, in the order of their numbers.
    var complaints: [String] {
        let unjudged = errored.subtracting(broken.keys)
        return (broken.keys.map { ($0, "") } + unjudged.map { ($0, " not judged") })
            .sorted { $0.0.compare($1.0, options: .numeric) == .orderedAscending }
            .map { $0.0 + $0.1 }
    }
}
