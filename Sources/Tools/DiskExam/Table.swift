/// The result as a table for people, in the form that the documentation has it.
enum Table {
    private static let heads = [
        "file system", "mount options", "profile", "workloads", "images", "missed", "in workloads",
        "predicted",
        "seen", "predicted/seen", "with enough images",
    ]

    static func text(of tally: Tally, kernel: String) -> String {
        var lines = [heads, heads.map { _ in "---" }]
        for row in tally.rows where row.images > 0 {
            lines.append([
                row.candidate.system.name, row.candidate.system.options.joined(separator: ","),
                row.candidate.profile.name, "\(row.workloads.count)",
                "\(row.images)", "\(row.missed) of \(row.images)", "\(row.missedWorkloads.count)",
                "\(row.predicted)", "\(row.found)", tenths(row.pessimism),
                "\(row.shownPredicted) / \(row.shownFound) = \(tenths(row.shownPessimism))",
            ])
        }
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let rows = lines.map { line in
            "| "
                + zip(line, widths).map { text, width in
                    let fill = String(
                        repeating: text == "---" ? "-" : " ", count: width - text.count)
                    return text + fill
                }.joined(separator: " | ") + " |"
        }
        return (["Linux \(kernel)", ""] + rows).joined(separator: "\n")
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
