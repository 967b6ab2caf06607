import Foundation
import Relaunch

/// Appends the verdict of each case to a file: by default to the one that the variable `VERDICTS` names.
public final class VerdictFile: Reporter {
    private let path: String?

    public init(path: String? = ProcessInfo.processInfo.environment["VERDICTS"]) {
        self.path = path
    }

    public func receive(_ event: Event) throws {
        switch event.kind {
        case .caseFinished(let result):
            try append("\(result.verdict.rawValue): \(result.identity.title)")
        case .runFinished(let summary): try append("end: \(summary.exitCode.rawValue)")
        default: break
        }
    }

    private func append(_ line: String) throws {
        guard let path else { return }
        let url = URL(filePath: path)
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data("\(line)\n".utf8))
    }
}
