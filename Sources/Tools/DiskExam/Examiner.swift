import CrashStates
import Foundation
import RealDisk

/// Examines one workload after the other: one thread's part of the exam.
final class Examiner {
    private let mounts: PrivateMounts
    private let name: String
    private let folder: String
    private let program: WorkloadProgram
    private let supervisor: Supervisor
    private var disks: [String: LoggedDisk] = [:]
    private var recordings = 0

    /// - Parameter name: Another one for each examiner.
    init(_ name: String, in mounts: PrivateMounts) throws {
        self.mounts = mounts
        self.name = name
        folder = "\(mounts.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        supervisor = try Supervisor()
        if let reason = supervisor.tracingError { throw RecordedCommandError.notTraced(reason) }
        program = try WorkloadProgram(supervisor, folder: folder)
    }

    /// Records a workload, and says what is predicted of it.
    func prediction(of workload: Workload, limit: Int, seed: UInt64) throws -> Prediction {
        if workload.needsRealFileSystem {
            let disk = try disk(DiskFileSystem.all[0])
            disk.restartLog()
            try disk.mount()
            let result = Result {
                try Prediction(
                    workload, in: disk.mountPoint, program: program, limit: limit, seed: seed)
            }
            try disk.unmount()
            try disk.revert()
            return try result.get()
        }
        recordings += 1
        let path = "\(folder)/recording-\(recordings)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try Prediction(workload, in: path, program: program, limit: limit, seed: seed)
    }

    /// Compares what is predicted of a workload with what a real file system has.
    func outcome(
        of prediction: Prediction, on candidate: Candidate, images: Int, seed: UInt64
    ) throws -> Outcome {
        let examination = Examination(
            disk: try disk(candidate.system), candidate: candidate, program: program, folder: folder
        )
        return try examination.outcome(of: prediction, images: images, seed: seed)
    }

    private func disk(_ system: DiskFileSystem) throws -> LoggedDisk {
        if let disk = disks[system.name] { return disk }
        let disk = try LoggedDisk(
            system, named: "\(name)-\(system.name)", in: mounts, supervisor: supervisor)
        disks[system.name] = disk
        return disk
    }
}
