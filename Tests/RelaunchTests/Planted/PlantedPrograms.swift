import Foundation
import Relaunch

/// One line of the catalogue of planted bugs, and the program that it is planted in.
struct PlantedEntry: Codable, Sendable, Equatable, CustomStringConvertible {
    var name: String
    var rule: String
    var kind: String
    var standsOn: String
    var sentence: String
    var program: PlantedProgram?
    /// Of what really happened: in which program, and the issue in which it was reported.
    var happenedIn: String?
    var issue: String?

    var description: String { name }

    /// Its line in the list for programs.
    var catalogueLine: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }

    /// The wrong form, or its twin.
    func target(isRight: Bool) -> Target {
        let words = [name] + (isRight ? ["--right"] : [])
        return .app(program?.path ?? "", arguments: words)
    }
}

/// The programs that the bugs are planted in.
enum PlantedProgram: String, Codable, CaseIterable, Sendable {
    case app = "planted"
    case files = "planted-files"
    case python = "planted.py"
    case c = "planted-c"
    /// What really happened; it is a catalogue of its own.
    case happened = "happened.py"
    /// What counts on more than file systems promise; a catalogue of its own, too.
    case disks = "disks.py"
    /// Right programs of many shapes.
    case right = "right.py"

    private var isScript: Bool { rawValue.hasSuffix(".py") }

    var path: String {
        isScript
            ? TrialTarget.root + "/Tests/Targets/Planted/Python/\(rawValue)"
            : TrialTarget.product(rawValue)
    }

    /// What it says of its bugs.
    func catalogue() throws -> [PlantedEntry] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--list"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try data.split(separator: UInt8(ascii: "\n")).map { line in
            var entry = try JSONDecoder().decode(PlantedEntry.self, from: line)
            entry.program = self
            return entry
        }
    }

    /// Every bug of every program that runs here.
    static let everything: [PlantedEntry] = [app, files, python, c].flatMap(\.entries)

    /// What really happened, of which the apps are all in Python.
    static let everythingThatHappened: [PlantedEntry] = happened.entries

    /// What a power failure on a real file system shows.
    static let everythingOnDisks: [PlantedEntry] = disks.entries

    /// In which there is nothing to find.
    static let everythingRight: [PlantedEntry] = right.entries

    private var entries: [PlantedEntry] {
        isScript && !TrialTarget.hasPython ? [] : (try? catalogue()) ?? []
    }
}
