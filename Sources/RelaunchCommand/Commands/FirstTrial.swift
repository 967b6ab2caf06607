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

    /// The file for a program that may speak the protocol.
    ///
    /// - Parameters:
    ///   - path: how the file names it where it is run to its end.
    ///   - app: how the file names it where it speaks the protocol, if that is another way.
    func text(naming path: String, app: String? = nil) throws -> String {
        let first = try finding([])
        switch first {
        case .speaks(let introduction): return FirstScenario.app(app ?? path, introduction)
        case .ended(.exited(0)): return FirstScenario.command(path, arguments: [])
        case .ended, .runsOn: break
        }
        if let arguments = try argumentsForSuccess() {
            return FirstScenario.command(path, arguments: arguments)
        }
        if case .ended(let status) = first {
            return FirstScenario.command(path, arguments: [], status: status)
        }
        throw ValidationError(
            """
            '\(name)' neither speaks the target protocol nor ends by itself within 3 s, so that no \
            scenario can be written for it. Let it speak the protocol, or name a program that ends
            """)
    }

    /// The file for a program that is never run without arguments: nobody knows what it would do.
    func commandText(naming name: String) throws -> String {
        FirstScenario.command(name, arguments: try argumentsForSuccess() ?? Self.harmless[0])
    }

    private func argumentsForSuccess() throws -> [String]? {
        try Self.harmless.first { try finding($0) == .ended(.exited(0)) }
    }

    private func finding(_ arguments: [String]) throws -> ProtocolTrial.Finding {
        let answer = Answer()
        let program = self.program
        Task.detached {
            let result: Result<ProtocolTrial.Finding, any Error>
            do {
                result = .success(
                    try await ProtocolTrial.finding(of: program, arguments: arguments))
            } catch {
                result = .failure(error)
            }
            answer.result.withLock { $0 = result }
            answer.isThere.signal()
        }
        answer.isThere.wait()
        switch answer.result.withLock({ $0 }) {
        case .success(let finding)?: return finding
        case .failure(let error)?: throw ValidationError("\(error)")
        case nil: throw ValidationError("'\(name)' could not be tried")
        }
    }

    /// What the trial comes to, which this command's one thread waits for.
    private final class Answer: Sendable {
        let result = Locked<Result<ProtocolTrial.Finding, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}
