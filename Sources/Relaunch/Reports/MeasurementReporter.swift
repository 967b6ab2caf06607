/// Writes what scenarios have measured as a table in Markdown, when the run has finished.
///
/// Rows are ordered by program, question and setting, so that two runs can be compared line by line.
public final class MeasurementReporter: Reporter {
    private let file: ReportFile
    private var rows: [MeasuredValue] = []
    private var skipped: [String: String] = [:]

    /// - Parameter path: The file.
    /// - Throws: `ReportFileError` where the file cannot be written.
    public init(path: String) throws { file = try ReportFile(path) }

    public func receive(_ event: Event) throws {
        switch event.kind {
        case .caseFinished(let result):
            rows += result.measurements
            if let reason = result.skipped { skipped[result.identity.suite] = reason }
        case .runFinished: try file.write(text)
        default: break
        }
    }

    private var text: String {
        let head = "# Measurements\n\nWhat `relaunch run` has measured.\n\n## Overview\n"
        var lines = [head]
        if rows.isEmpty {
            lines.append("Nothing was measured: no scenario that ran has a `Measure(…)`.")
        } else {
            lines.append("| program | version | setting | question | measured |")
            lines.append("| --- | --- | --- | --- | --- |")
            lines += rows.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.row)
        }
        if !skipped.isEmpty {
            lines += ["", "Not measured:", ""]
            lines += skipped.sorted { $0.key < $1.key }
                .map { "- \($0.key): \(VisibleText.line($0.value))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension MeasuredValue {
    fileprivate var order: [String] { [program, question, setting, value] }

    fileprivate var row: String {
        let shown = detail.isEmpty ? value : "\(value) (\(detail))"
        let cells = [program, version, setting.isEmpty ? "as it comes" : setting, question, shown]
        return "| " + cells.map(\.cell).joined(separator: " | ") + " |"
    }
}

extension String {
    /// As it can stand in a cell of a table.
    fileprivate var cell: String {
        VisibleText.line(self).replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
}
