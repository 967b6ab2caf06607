import CrashStates
import Relaunch
import RelaunchAudit

/// An audit has no file to compile: its host is this program, which is told what target it is about; that of a
/// suite, which has become the suite's host, once more.
extension Dispatcher {
    /// Finds the target of an audit, or goes on waiting for its build.
    func prepareAudit(_ audit: AuditPlan, for file: FileRun) {
        if let executable = audit.executable {
            return file.compiled(host(audit, executable: executable))
        }
        do throws(TargetProblem) {
            // A path is relative to where the command was given; there is no file to be relative to.
            let target = audit.target.contains("/") ? Path.absolute(audit.target) : audit.target
            switch try targetBuilder.find(target, for: file.file) {
            case .ready(let path): file.compiled(host(audit, executable: path))
            case .building(let build):
                switch build.result {
                case .success(let path): file.compiled(host(audit, executable: path))
                case .failure(let problem): throw problem
                case nil: break
                }
            }
        } catch {
            fail(file, .noTarget, error.description)
        }
    }

    private func host(_ audit: AuditPlan, executable: String) -> HostProgram {
        let options = audit.options(
            executable: executable, seed: plan.seed, timeoutFactor: plan.timeoutFactor)
        let json = (try? JSONEncoder().encode(options)) ?? Data()
        let arguments = ["audit-host", String(decoding: json, as: UTF8.self)]
        guard let library = CommandLibrary.path, let suiteHost = Executable.current else {
            return HostProgram(path: Installation.program, arguments: arguments)
        }
        return HostProgram(
            path: suiteHost, arguments: arguments,
            environment: [CommandLibrary.variable: library])
    }
}

/// The program that carries out the scenarios of one file.
struct HostProgram {
    var path: String
    var arguments: [String] = []
    /// What it has in its environment beside what every host has.
    var environment: [String: String] = [:]
}
