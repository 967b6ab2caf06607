import ArgumentParser
import CrashStates
import Dispatch
import Relaunch

/// Tries a program for `relaunch init`, so that the first scenario file fits it.
struct FirstTrial {
    /// The absolute path of the program.
    let program: String
    /// What the user calls it.
    let name: String

    init(of program: String, named name: String) {
        self.program = program
        self.name = name
    }

    /// With which programs that want arguments usually do no more than answer.
    private static let harmless = [["--version"], ["--help"]]
    /// How long it has to speak or to end, and then, for all of these together, to end.
    private static let limit = Duration.seconds(2)
    private static let harmlessLimit = Duration.seconds(1)

    /// The file for a program that may speak the protocol.
    ///
    /// - Parameters:
    ///   - path: how the file names it where it is run to its end.
    ///   - app: how the file names it where it speaks the protocol, if that is another way.
    func text(naming path: String, app: String? = nil) throws -> String {
        let first = try findings([[]], within: Self.limit)[0]
        switch first {
        case .speaks(let introduction): return FirstScenario.app(app ?? path, introduction)
        case .ended(.exited(0)): return FirstScenario.command(path, arguments: [])
        case .runsOn:
            printError(
                """
                '\(name)' says nothing and runs on after \(Self.limit.shortText), without arguments; \
                trying it with --version and with --help, for \(Self.harmlessLimit.shortText)
                """)
        case .ended: break
        }
        if let arguments = try argumentsForSuccess() {
            return FirstScenario.command(path, arguments: arguments)
        }
        if case .ended(let status) = first {
            return FirstScenario.command(path, arguments: [], status: status)
        }
        throw ValidationError(
            """
            '\(name)' neither speaks the target protocol nor ends by itself, so that no scenario can be \
            written for it. Let it speak the protocol within \(Self.limit.shortText) of its start, or name a \
            program that ends
            """)
    }

    /// The file for a program that is never run without arguments: nobody knows what it would do.
    func commandText(naming name: String) throws -> String {
        FirstScenario.command(name, arguments: try argumentsForSuccess() ?? Self.harmless[0])
    }

    private func argumentsForSuccess() throws -> [String]? {
        let findings = try findings(Self.harmless, within: Self.harmlessLimit)
        return zip(Self.harmless, findings).first { $0.1 == .ended(.exited(0)) }?.0
    }

    /// What the program does with each of these arguments; all are tried at the same time.
    private func findings(
        _ arguments: [[String]], within limit: Duration
    ) throws -> [ProtocolTrial.Finding] {
        let answer = Answer()
        let program = self.program
        Task.detached {
            let result: Result<[ProtocolTrial.Finding], any Error>
            do {
                let trials = arguments.map { arguments in
                    Task {
                        try await ProtocolTrial.finding(
                            of: program, arguments: arguments, within: limit)
                    }
                }
                var findings: [ProtocolTrial.Finding] = []
                for trial in trials { findings.append(try await trial.value) }
                result = .success(findings)
            } catch {
                result = .failure(error)
            }
            answer.result.withLock { $0 = result }
            answer.isThere.signal()
        }
        answer.isThere.wait()
        switch answer.result.withLock({ $0 }) {
        case .success(let findings)?: return findings
        case .failure(let error)?: throw ValidationError("\(error)")
        case nil: throw ValidationError("'\(name)' could not be tried")
        }
    }

    /// What the trial comes to, which this command's one thread waits for.
    private final class Answer: Sendable {
        let result = Locked<Result<[ProtocolTrial.Finding], any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}
