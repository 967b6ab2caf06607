import CrashStates

/// Text of unknown origin, made fit to be shown.
///
/// What a target prints, and what it keeps in its state, is anybody's text: it may hold escape sequences
/// that repaint a terminal, characters that turn the direction of the line, or what a CI system takes for
/// a command. Here such characters become visible and lose their effect.
package enum VisibleText {
    /// The text as one line: line ends, too, are shown and not obeyed.
    package static func line(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: append(scalar, to: &result)
            }
        }
        return withoutCommands(result)
    }

    /// The text as lines; a last line end starts no further line.
    package static func lines(_ text: some StringProtocol) -> [String] {
        var lines = [""]
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if previous == "\r", scalar != "\n" { lines[lines.count - 1] += "\\r" }
            switch scalar {
            case "\n": lines.append("")
            case "\r": break
            case "\t": lines[lines.count - 1] += "    "
            default: append(scalar, to: &lines[lines.count - 1])
            }
            previous = scalar
        }
        if previous == "\r" { lines[lines.count - 1] += "\\r" }
        if lines.last == "" { lines.removeLast() }
        return lines.map(withoutCommands)
    }

    /// The text cut to a number of characters, the last of which is then an ellipsis.
    package static func shortened(_ text: String, to length: Int) -> String {
        guard let end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex),
            end != text.endIndex
        else { return text }
        return text[..<text.index(before: end)] + "…"
    }

    /// Whether a character acts on what shows it instead of being shown, or is none at all.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true  // control characters, the old and the new ones
        case 0x200B, 0x200E, 0x200F, 0xFEFF, 0x2060...0x206F: true  // of no width
        case 0x2028...0x202E: true  // line ends of their own, and turns of direction
        case 0x061C, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: true
        case 0xE0000...0xE007F: true  // tags
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        guard isInvisible(scalar) else { return text.unicodeScalars.append(scalar) }
        switch scalar {
        case "\r": text += "\\r"
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        default: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    /// CI systems take these for commands wherever they stand in a line of a log: GitHub, Azure, and
    /// TeamCity. (GitHub's newer `::` commands must begin the line: nothing of the target's ever does.)
    private static let commands = ["##[", "##vso[", "##teamcity["]

    private static func withoutCommands(_ line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "#")) else { return line }
        return commands.reduce(line) { line, command in
            replacing(command, with: command.dropLast() + "\\[", in: line)
        }
    }

    /// Replaces bytes by bytes: compared as characters, a `[` with an accent on it would not be one.
    static func replacing(_ old: String, with new: String, in text: String) -> String {
        String(
            decoding: Array(text.utf8).replacing(Array(old.utf8), with: Array(new.utf8)),
            as: UTF8.self)
    }
}

/// Small words that reports share.
extension Phrases {
    /// Seconds with three decimals, such as `0.041`.
    package static func seconds(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "0.000" }
        let milliseconds = Int64((max(seconds, 0) * 1000).rounded())
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
    }

    /// What an exit code says, for people.
    static func meaning(of code: ExitCode) -> String {
        switch code {
        case .passed: "every scenario passed"
        case .failed: "a scenario failed, or was vacuous"
        case .errored: "the harness or a scenario errored"
        case .nothingSelected: "nothing was selected, or not all that was named"
        case .usage: "the command was not understood"
        case .didNotCompile: "a scenario file did not compile; the others still ran"
        case .interrupted: "interrupted; the results so far are kept"
        case .terminated: "terminated; the results so far are kept"
        }
    }

    static let vacuousHeadline = "vacuous: what it expects is true without the saved state, too"

    static let vacuousMeaning =
        "it passed again with the container as it was before the first launch: nothing that it "
        + "expects depends on what was saved"
    static let vacuousAdvice =
        "expect something that only the saved state can bring back, or say in the scenario why it "
        + "has no control"
}
