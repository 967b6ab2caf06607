import CrashStates
import Relaunch

/// Shows the messages between Relaunch and targets, for those who write a target or a driver.
final class ProtocolTrace {
    /// Where each case gets a file; nil for the console.
    private let folder: String?
    /// The files that this run has written to: what an earlier one has left is replaced.
    private var started: Set<String> = []

    /// How much of a message the console shows, in bytes.
    private static let consoleLimit = 2000

    init(folder: String?) { self.folder = folder }

    func take(_ message: TracedMessage, _ reports: ReportSet) {
        guard let folder else {
            let title = message.identity.map { "\($0.suite) › \($0.title) " } ?? ""
            let text = message.entry.shortened(to: Self.consoleLimit).text
            return reports.say([VisibleText.line(title) + "[\(message.process)] " + text])
        }
        let name = message.identity?.directoryName() ?? "outside-of-cases"
        let path = folder + "/" + name + ".log"
        var flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        if started.insert(path).inserted { flags |= O_TRUNC }
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else { return fail(path, errno, reports) }
        defer { close(descriptor) }
        let line = "[\(message.process)] \(message.entry.text)\n"
        let code = writeAll(Array(line.utf8), to: descriptor)
        if code != 0 { fail(path, code, reports) }
    }

    private func fail(_ path: String, _ code: Int32, _ reports: ReportSet) {
        let fault = "\(FileError(action: "write", path: path, code: code))"
        if !reports.faults.contains(fault) { reports.addFault(fault) }
    }
}
