import ArgumentParser
import Relaunch

/// `relaunch archive`.
struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Show what is in a saved state, damaged or not.",
        discussion: """
            For apps built on StateRestoration. Shows the tree of restoration identifiers with the types \
            and values that were encoded, versions, age, launch history and snapshot; of an app with \
            scenes each session with its activity. Where something is damaged, it says where, and \
            shows what can still be read.

            EXAMPLES
              relaunch archive .relaunch/kept/a-draft-survives-3i3dfogk     a kept container
              relaunch archive notes.savedState --json

            EXIT STATUS
              0   everything can be read
              1   something is damaged
              64  there is nothing to show
            """)

    @Argument(
        help: "An archive, a folder NAME.savedState, or a container.", completion: .file())
    var path: String

    @Flag(help: "Write JSON: an array of what is in each folder of saved state.")
    var json = false

    func run() throws {
        let folders: [SavedStateFolder]
        do { folders = try SavedStateFolder.folders(at: path) } catch {
            throw ValidationError("\(error)")
        }
        let descriptions = folders.map { ArchiveDescription(folder: $0, now: Date()).json }
        if json {
            printOutput(JSON.array(descriptions).text)
        } else {
            for description in descriptions {
                if descriptions.count > 1 { printOutput(description["path"]?.string ?? "") }
                for line in ArchiveText(description).lines { printOutput(line) }
            }
        }
        if descriptions.contains(where: ArchiveDescription.hasDamage) {
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.failed.rawValue)
        }
    }
}
