import Relaunch

/// An audit has no file to compile: its host is this program, which is told what target it is about.
extension Dispatcher {
    /// Finds the target of an audit, or goes on waiting for its build.
    func prepareAudit(_ audit: AuditPlan, for file: FileRun) {
        do throws(TargetProblem) {
            switch try workshop.find(audit.target.fromHere, for: file.file) {
            case .ready(let path): file.stage = .compiled(host: host(audit, executable: path))
            case .building(let build):
                switch build.result {
                case .success(let path):
                    file.stage = .compiled(host: host(audit, executable: path))
                case .failure(let problem): throw problem
                case nil: break
                }
            }
        } catch {
            fail(file, .noTarget, error.description)
        }
    }

    private func host(_ audit: AuditPlan, executable: String) -> HostProgram {
        let options = audit.options(executable: executable, seed: plan.seed)
        let json = (try? JSONEncoder().encode(options)) ?? Data()
        return HostProgram(
            path: Installation.program,
            arguments: ["audit-host", String(decoding: json, as: UTF8.self)])
    }
}

/// The program that carries out the scenarios of one file.
struct HostProgram {
    var path: String
    var arguments: [String] = []
}

extension String {
    /// A path of a target as it is seen from the working directory; a name is left as it is.
    fileprivate var fromHere: String {
        let isRelativePath = contains("/") && !hasPrefix("/")
        return isRelativePath ? FileManager.default.currentDirectoryPath + "/" + self : self
    }
}
