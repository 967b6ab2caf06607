import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Supervisor {
    /// Runs a program to its end and tells its status and what it wrote to standard error.
    ///
    /// - Parameters:
    ///   - output: The descriptor of its standard output; nil is `/dev/null`.
    ///   - file: A path for what it writes to standard error, which is removed again.
    ///   - recorded: The directory whose changes are recorded; see ``Supervisor/Command``.
    package func run(
        _ program: String, _ arguments: [String], in directory: String, output: Int32? = nil,
        keepingErrorsIn file: String, recorded: String? = nil, timeLimit: Duration = .seconds(60)
    ) throws -> (status: ExitStatus, errors: String) {
        let errors = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer {
            close(errors)
            unlink(file)
        }
        let process = try spawn(
            Command(
                executable: program, arguments: arguments,
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"],
                directory: directory, output: output, error: errors < 0 ? nil : errors,
                recorded: recorded))
        let deadline = ContinuousClock.now + timeLimit
        var status: ExitStatus?
        while status == nil {
            try check()
            status = exit(of: process)?.status
            if status == nil, try pollForInput([eventsDescriptor], until: deadline).isEmpty {
                break
            }
        }
        try terminateAndReap(within: .seconds(10))
        guard let status = status ?? exit(of: process)?.status else {
            throw SupervisorError.notReaped(
                remaining: 1, process, ProcessCondition(of: process))
        }
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        return (status, lines.joined(separator: "; "))
    }
}
