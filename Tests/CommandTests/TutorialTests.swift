import Foundation
import Testing
import TestSupport

/// The tutorial, carried out line by line: what it says to save is saved, what it says to type is typed, and
/// what it shows is what is printed.
@Suite struct TutorialTests {
    @Test func eachCommandPrintsWhatTheTutorialShows() async throws {
        let page = try String(
            contentsOfFile: Document.folder + "/Tutorial.md", encoding: .utf8)
        let parts = Document.parts(of: page)
        #expect(parts.contains { if case .command = $0 { true } else { false } })
        let folder = try TemporaryFolder("todo")
        for part in parts {
            switch part {
            case .file(let name, let text):
                try folder.write(text, to: name, isExecutable: text.hasPrefix("#!"))
            case .command(let line, let shown):
                let run = try await shell(line, in: folder)
                let names = [folder.path + "/": "folder", folder.path: "folder"]
                let difference = Document.difference(
                    shown: shown.masked(names), printed: run.masked(names))
                #expect(difference == nil, "\(line)\nprinted:\n\(run)")
            }
        }
    }

    private func shell(_ line: String, in folder: TemporaryFolder) async throws -> String {
        let products = URL(fileURLWithPath: RelaunchProcess.path).deletingLastPathComponent().path
        let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let run = try await RelaunchProcess(
            ["-c", "{ \(line)\n} 2>&1"], in: folder, environment: ["PATH": path],
            program: "/bin/sh"
        ).finish()
        return run.output
    }
}

/// A page of the documentation: files to save, and commands with what they print.
enum Document {
    enum Part: Equatable {
        /// A code block below a comment `<!-- file: NAME -->`.
        case file(name: String, text: String)
        /// A line with a `$` in a block of kind `console`, and the lines below it.
        case command(String, shown: String)
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Relaunch/Documentation.docc").path

    static func parts(of page: String) -> [Part] {
        var parts: [Part] = []
        var file: String?
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if let name = line.wholeMatch(of: /<!-- file: (.+) -->/) { file = String(name.1) }
            guard line.hasPrefix("```") else { continue }
            let block = lines.prefix { $0 != "```" }
            lines = lines.dropFirst(block.count + 1)
            if let name = file {
                parts.append(.file(name: name, text: block.joined(separator: "\n") + "\n"))
                file = nil
            } else if line == "```console" {
                parts += commands(in: Array(block))
            }
        }
        return parts
    }

    private static func commands(in block: [Substring]) -> [Part] {
        var parts: [Part] = []
        var rest = block[...]
        while let line = rest.popFirst() {
            guard line.hasPrefix("$ ") else { continue }
            let shown = rest.prefix { !$0.hasPrefix("$ ") }
            parts.append(.command(String(line.dropFirst(2)), shown: shown.joined(separator: "\n")))
            rest = rest.dropFirst(shown.count)
        }
        return parts
    }

    /// The first line that is shown and not printed, in this order; nil where there is none. A line `…`
    /// stands for any number of lines; without one, nothing else is printed in between.
    static func difference(shown: String, printed: String) -> String? {
        var printed = lines(of: printed)[...]
        var mayLeaveOut = false
        for line in lines(of: shown) {
            if line.trimmingPrefix(while: \.isWhitespace).first == "…" {
                mayLeaveOut = true
                continue
            }
            if mayLeaveOut { printed = printed.drop { $0 != line } }
            guard printed.popFirst() == line else { return line }
            mayLeaveOut = false
        }
        return mayLeaveOut || printed.isEmpty ? nil : printed.first
    }

    /// The lines that have something in them, without the blanks at their ends.
    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.reversed().drop { $0.isWhitespace }.reversed())
        }.filter { !$0.isEmpty }
    }
}
