import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an app stands on beside its files, and what may be another thing at its next launch (rule W6).
enum Surrounding: Sendable, CaseIterable {
    case timeZone, language, clock, computerName, processNumber, fileTimes

    /// What has come about.
    var words: String {
        switch self {
        case .timeZone: "in a time zone eleven hours further west"
        case .language: "in another language, which has a comma in its numbers"
        case .clock: "with the clock set back by a day"
        case .computerName: "on the computer under another name"
        case .processNumber: "while another process has the number of the dead one"
        case .fileTimes: "with one time at all of its files, as a copy leaves them"
        }
    }

    /// Whether an app may rightly show the same thing in another way.
    var changesWhatIsShown: Bool { self == .timeZone || self == .language }
    /// Whether an app that deals with times may rightly come to another state.
    var movesTimes: Bool { self == .timeZone || self == .clock }
}

/// Kills the target and changes what is around it before it is launched again.
struct ChangeSurroundings: AuditStep {
    let surrounding: Surrounding

    var text: String { "Kill(.system); ChangeSurroundings(.\(surrounding))" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needsRunning(evenSuspended: true)
        rehearsal.die()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let process = session.running?.process?.id
        try await session.kill(.system, where: "before a change of its surroundings")
        do { try await change(process, session) } catch let failure as StepFailure
            where failure.blame == .scenario
        {
            throw StepFailure.notJudged(failure.message)
        }
        session.log("the next launch is \(surrounding.words)")
        return .step
    }

    private func change(_ process: Int32?, _ session: isolated Session) async throws {
        switch surrounding {
        case .timeZone: session.world.environment["TZ"] = "<-11>11"
        case .language:
            for name in ["LANG", "LC_ALL", "LC_NUMERIC"] {
                session.world.environment[name] = "de_DE.UTF-8"
            }
        case .clock: try await session.carryOut([MoveClock(by: .seconds(-86_400))])
        case .computerName: try session.renameComputer(to: "another-computer")
        case .processNumber: if let process { try session.giveAway(process) }
        case .fileTimes: try session.touchFiles()
        }
    }
}

extension Session {
    /// Gives all files of the container one time.
    fileprivate func touchFiles() throws {
        let now = Date()
        for name in container.regularFiles {
            try FileManager.default.setAttributes(
                [.modificationDate: now], ofItemAtPath: container.path(name))
        }
    }

    /// Makes the number of a dead process that of one that lives: where a file has nothing but that number
    /// in a line, it gets the number of this process.
    ///
    /// Numbers are given anew only after very many, so the other way round would take too long.
    fileprivate func giveAway(_ process: Int32) throws {
        let (old, new) = ("\(process)", "\(ProcessInfo.processInfo.processIdentifier)")
        for name in container.regularFiles {
            let path = container.path(name)
            guard let data = FileManager.default.contents(atPath: path), data.count < 4096 else {
                continue
            }
            let lines = String(decoding: data, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.contains(where: { $0 == old }) else { continue }
            let text = lines.map { $0 == old ? new : String($0) }.joined(separator: "\n")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
    }
}
