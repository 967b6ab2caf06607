/// Texts and alternatives as failures show them, so that white space at their ends can be seen.
extension String {
    /// The text in one line between quotation marks, as a scenario would write it: `"milk\n"`.
    package var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where VisibleText.isInvisible(scalar):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The same for a failure: each line of the text in a line of its own, and cut to a length that
    /// fits a message.
    var quotedForFailure: String {
        let limit = 2000
        let isCut = count > limit
        let lines = String(prefix(limit)).split(separator: "\n", omittingEmptySubsequences: false)
        var quoted = lines.dropLast().map { "\($0)\n".quoted }
        if let last = lines.last, !last.isEmpty || quoted.isEmpty {
            quoted.append(String(last).quoted)
        }
        return quoted.joined(separator: "\n") + (isCut ? "…" : "")
    }
}

/// One of several values, each as a failure shows it: a list, in one line where it is short.
func alternatives(_ values: [String]) -> String {
    if values.count == 1 { return values[0] }
    let line = "one of: " + values.joined(separator: ", ")
    if line.count <= 80, !line.contains("\n") { return line }
    return
        (["one of:"]
        + values.flatMap { value in
            value.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                ($0.offset == 0 ? "- " : "  ") + $0.element
            }
        })
        .joined(separator: "\n")
}
