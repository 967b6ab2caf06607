/// Writes GitHub's workflow commands, which become annotations at the scenario's lines.
///
/// One for each scenario that failed, errored or was vacuous, at its first case that did, one for each file
/// without a result, and a warning for each that was flaky. GitHub shows the first ten of a step, so where there are more, the tenth says
/// how many; the log has them all.
public final class GitHubReporter: Reporter {
    private let write: (String) -> Void
    private let text = ResultText(
        limits: .init(
            outputLines: 15, differenceLines: 20, valueLines: 5, timelineEntries: 0,
            lineLength: 200))
    private var seen = Set<[String]>()
    private var count = 0
    private var held: [String] = []

    /// How many errors of one step GitHub annotates, and how many characters of a message it keeps.
    private static let annotations = 10
    private static let messageLength = 4000
    private static let titleLength = 200

    /// - Parameter write: Takes one command with its line's end, for standard output or error alike.
    public init(write: @escaping (String) -> Void) {
        self.write = write
    }

    public func receive(_ event: Event) {
        switch event.kind {
        case .caseFinished(let result) where result.verdict.isNotable: annotate(result)
        case .fileFailed(let failure): annotate(failure)
        case .runFinished: release()
        default: break
        }
    }

    private func annotate(_ result: CaseResult) {
        let identity = result.identity
        guard seen.insert([identity.file, identity.scenario]).inserted else { return }
        let location = result.failures.first?.location
        let title = "\(identity.suite) › \(identity.title): \(result.verdict.rawValue)"
        let lines = text.lines(of: result).map(\.text)
        annotate(
            file: location?.file ?? identity.file, line: location?.line ?? identity.line,
            column: location?.column, title: title, message: lines.joined(separator: "\n"),
            level: result.verdict.isBad ? "error" : "warning")
    }

    private func annotate(_ failure: FileFailure) {
        let lines = VisibleText.lines(failure.message)
        let place = CompilerPlace(first: lines, file: failure.file)
        annotate(
            file: failure.file, line: place?.line ?? 1, column: place?.column,
            title: "\(failure.file): \(failure.reason.phrase)",
            message: lines.joined(separator: "\n"))
    }

    private func annotate(
        file: String, line: Int, column: Int?, title: String, message: String,
        level: String = "error"
    ) {
        var properties = "file=\(Self.property(file)),line=\(line)"
        if let column { properties += ",col=\(column)" }
        let title = VisibleText.shortened(VisibleText.line(title), to: Self.titleLength)
        properties += ",title=\(Self.property(title))"
        let message = VisibleText.shortened(
            message.isEmpty ? title : message, to: Self.messageLength)
        let command = "::\(level) \(properties)::\(Self.data(message))\n"
        // Warnings have ten places of their own, and none in the count of what did not pass.
        guard level == "error" else { return write(command) }
        count += 1
        if count < Self.annotations {
            write(command)
        } else {
            held.append(command)
        }
    }

    private func release() {
        if held.count > 1 {
            write(
                "::error title=Relaunch::\(held.count) more did not pass; "
                    + "the log of this step has them all\n")
        }
        for command in held { write(command) }
        held = []
    }

    /// A message, in which GitHub decodes these three.
    static func data(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The value of a property, which ends at a comma or a colon.
    static func property(_ text: String) -> String {
        var result = ""
        for scalar in data(VisibleText.line(text)).unicodeScalars {
            switch scalar {
            case ":": result += "%3A"
            case ",": result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// The first place in a file that a compiler's message names.
private struct CompilerPlace {
    var line: Int
    var column: Int

    init?(first lines: [String], file: String) {
        for text in lines where text.contains(": error: ") {
            guard let range = text.firstRange(of: file + ":") else { continue }
            let numbers = text[range.upperBound...].split(separator: ":").prefix(2).map { Int($0) }
            guard numbers.count == 2, let line = numbers[0], let column = numbers[1] else {
                continue
            }
            self.line = line
            self.column = column
            return
        }
        return nil
    }
}
