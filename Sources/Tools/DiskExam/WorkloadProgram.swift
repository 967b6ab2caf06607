import CrashStates
import Foundation
import RealDisk

/// `disk-workload`, which carries workloads out.
struct WorkloadProgram {
    let supervisor: Supervisor
    /// A directory for what it writes to standard error.
    let folder: String
    private let path: String

    init(_ supervisor: Supervisor, folder: String) throws {
        self.supervisor = supervisor
        self.folder = folder
        path = (Executable.folder ?? ".") + "/disk-workload"
        guard Executable.isProgram(path) else { throw ExamError.noProgram(path) }
    }

    /// Makes the directory whose content is examined, and beside it one for others on the machine.
    func makeContainer(in folder: String) throws -> String {
        for name in ["container", "others"] {
            guard mkdir(folder + "/" + name, 0o755) == 0 else {
                throw ExamError.noDirectory(folder + "/" + name, errno)
            }
        }
        return folder + "/container"
    }

    /// Carries calls out.
    ///
    /// - Parameters:
    ///   - place: Where, for messages.
    ///   - marks: The descriptor that is told of each call that was made; nil where nobody listens.
    ///   - others: A seed of what others on the machine do meanwhile; nil where there are none.
    /// - Throws: ``ExamError/refused(_:by:_:)`` where one of them fails.
    func run(
        _ calls: [String], of workload: Workload, in container: String, on place: String,
        marks: Int32? = nil, others: UInt64? = nil, recorded: Bool = false
    ) throws {
        if calls.isEmpty, others == nil { return }
        var arguments = [calls.joined(separator: ";")]
        if let others { arguments += ["\(others)", container + "/../others"] }
        // Somebody has to hold the other end of what a recorded workload tells.
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ExamError.noDirectory("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in ends { close(end) } }
        let result = try supervisor.run(
            path, arguments, in: container, output: marks ?? ends[1],
            keepingErrorsIn: folder + "/errors", recorded: recorded ? container : nil)
        guard result.status == .exited(0) else {
            let text = result.errors.isEmpty ? "\(result.status)" : result.errors
            throw ExamError.refused(workload, by: place, text)
        }
    }
}
