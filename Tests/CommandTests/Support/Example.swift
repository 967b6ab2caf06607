import ArgumentParser
import Foundation

@testable import RelaunchCommand

/// A command line that the help, the README or the documentation shows.
struct Example: Hashable, CustomStringConvertible {
    /// As one would type it, without a prompt and without what explains it.
    let line: String
    var description: String { line }

    /// The subcommand; empty where none is named.
    var command: String {
        let words = line.split(separator: " ")
        return words.count > 1 ? String(words[1]) : ""
    }

    /// How a command line ends that does what it is to do.
    enum Ending {
        /// With one of these statuses.
        case byItself([Int32])
        /// Not before Ctrl-C, which comes when it has written this, and then with this status.
        case interrupted(Int32, when: String)
    }

    var ending: Ending {
        if line.hasSuffix("--open") { return .interrupted(130, when: "Ctrl-C") }
        if command == "watch" { return .interrupted(0, when: "Ctrl-C") }
        if command == "stress" { return .interrupted(130, when: "relaunch stress") }
        // All of its audit is another test's; here its rules begin to be told.
        if line == "relaunch audit notes" { return .interrupted(130, when: "kept ") }
        if line.contains("--until-failure") { return .byItself([1]) }
        // An audit may find something.
        return .byItself(command == "audit" ? [0, 1] : [0])
    }

    /// Every example, each once, in the order of the texts.
    static let all: [Example] = {
        var seen: Set<String> = []
        return (inHelp + inMarkdown).filter { seen.insert($0).inserted }.map(Example.init)
    }()

    /// `relaunch a|b` are two commands.
    private static func expanded(_ line: String) -> [String] {
        guard let choice = line.firstMatch(of: /[a-z]+(\|[a-z]+)+$/) else { return [line] }
        return choice.0.split(separator: "|").map { line.replacing(choice.0, with: $0) }
    }

    // MARK: Help

    private static var inHelp: [String] {
        let commands: [any ParsableCommand.Type] =
            [Root.self] + Root.configuration.subcommands
        return commands.flatMap { command in
            command.configuration.discussion.split(separator: "\n").flatMap { line in
                line.hasPrefix("  relaunch") ? expanded(typed(line)) : []
            }
        }
    }

    /// The command in a line, without what stands behind it to explain it.
    private static func typed(_ line: Substring) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        let end = text.firstRange(of: #/ {2,}| +# /#)?.lowerBound ?? text.endIndex
        return String(text[..<end])
    }

    // MARK: Markdown

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Commands in blocks of code: lines with a prompt, or such that begin with the command's name in
    /// a block that shows nothing but commands.
    private static var inMarkdown: [String] {
        pages.flatMap { page in
            let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
            return text.components(separatedBy: "\n```").enumerated().flatMap { index, block in
                index % 2 == 1 ? commands(in: block) : []
            }
        }
    }

    private static var pages: [URL] {
        let files = FileManager.default.enumerator(
            at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
        // The tutorial is one thing after the other, and has a test of its own.
        let found = (files?.allObjects as? [URL] ?? [])
            .filter { $0.pathExtension == "md" && $0.lastPathComponent != "Tutorial.md" }
        return [root.appendingPathComponent("README.md")]
            + found.sorted { $0.path < $1.path }
    }

    private static func commands(in block: String) -> [String] {
        let lines = block.split(separator: "\n").dropFirst(block.hasPrefix("\n") ? 0 : 1)
        // Recipes for many machines have a test of their own.
        if block.contains("SLURM_") || block.contains("parallel --jobs") { return [] }
        let hasPrompts = lines.contains { $0.hasPrefix("$ ") }
        return lines.compactMap { line in
            var line = line
            if hasPrompts {
                guard line.hasPrefix("$ ") else { return nil }
                line = line.dropFirst(2)
            }
            if let run = line.prefixMatch(of: #/swift run (?=relaunch( |$))/#) {
                line = line[run.range.upperBound...]
            }
            return line.prefixMatch(of: #/relaunch( |$)/#) == nil ? nil : typed(line)
        }
    }
}
