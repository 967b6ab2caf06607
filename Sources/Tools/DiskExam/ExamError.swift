import CrashStates
import SystemPackage

/// Why something cannot be examined.
enum ExamError: Error, CustomStringConvertible {
    /// The program that carries workloads out was not built.
    case noProgram(String)
    /// A directory cannot be made.
    case noDirectory(String, Int32)
    /// A call of a workload fails there.
    case refused(Workload, by: String, String)
    /// The recording has holes.
    case incomplete(Workload, [RecordingNote])
    /// The recording does not explain what is there afterwards.
    case notExplained(Workload, CrossCheck.Difference)

    var description: String {
        switch self {
        case .noProgram(let path):
            "there is no program '\(path)'; build it by `swift build --product disk-workload`"
        case .noDirectory(let path, let code):
            "'\(path)' cannot be made: \(Errno(rawValue: code))"
        case .refused(let workload, let place, let text):
            "\(workload.name) cannot be carried out on \(place): \(text)"
        case .incomplete(let workload, let notes):
            "the recording of \(workload.name) is incomplete: "
                + notes.map(\.description).joined(separator: "; ")
        case .notExplained(let workload, let difference):
            "the recording of \(workload.name) does not explain what is there afterwards: "
                + "\(difference)"
        }
    }
}
