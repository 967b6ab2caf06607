import ArgumentParser
import CrashStates
import Relaunch

/// `relaunch clean`.
struct CleanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean", abstract: "Remove what Relaunch has cached and kept here.",
        discussion: """
            Everything in `.relaunch`, and what scenario files were compiled with beside a build of \
            Relaunch, where nobody has used it for an hour. It is made again when it is needed; only the \
            containers of failed cases are not. Wait for runs in the same folder to end first.

            EXAMPLES
              relaunch clean --dry-run      say what would be removed
              relaunch clean --kept         remove only the containers of failed cases
            """)

    @Flag(name: .customLong("dry-run"), help: "Only say what would be removed, and how much it is.")
    var isDry = false

    @Flag(name: .customLong("kept"), help: "Remove only the kept containers of cases.")
    var keptOnly = false

    /// A directory with entries of one kind.
    private struct Shelf {
        var path: String
        /// The paths of what goes; nil for all that is there.
        var entries: [String]?
        var one: String
        var many: String
    }

    func run() throws {
        let state = StateDirectory()
        guard state.isOwn || names(in: state.path).isEmpty else {
            throw ValidationError(
                """
                '\(Path.relative(state.path))' was not made by relaunch, so nothing in it is removed; \
                remove it yourself, or give \(StateDirectory.variable) another directory
                """)
        }
        var total: Int64 = 0
        for shelf in shelves(state) {
            let entries =
                shelf.entries ?? names(in: shelf.path).map { shelf.path + "/" + $0 }
            guard !entries.isEmpty else { continue }
            let size = entries.map(Self.size).reduce(0, +)
            total += size
            let what = Phrases.count(entries.count, shelf.one, shelf.many)
            if !isDry { for entry in entries { try FileTree.remove(entry) } }
            printOutput(
                "\(isDry ? "would remove" : "removed") \(what), \(Self.text(size)): "
                    + Path.relative(shelf.path))
        }
        if !isDry { state.removeIfEmpty(below: shelves(state).map(\.path)) }
        printOutput(total == 0 ? "nothing to remove" : "\(Self.text(total)) in all")
    }

    private func shelves(_ state: StateDirectory) -> [Shelf] {
        let kept = Shelf(path: state.kept, one: "kept container", many: "kept containers")
        if keptOnly { return [kept] }
        var shelves = [
            Shelf(
                path: state.cache, one: "compiled scenario file", many: "compiled scenario files"),
            kept,
            Shelf(
                path: state.profiles, one: "profile of an audited target",
                many: "profiles of audited targets"),
            Shelf(path: state.builds, one: "record of a build", many: "records of builds"),
            Shelf(path: state.modules, one: "C module's cache", many: "C modules' caches"),
            Shelf(
                path: state.path,
                entries: LastFailed.files(in: state).filter { FileStamp($0) != nil },
                one: "record of what failed", many: "files about what failed"),
        ]
        var kits = [state.kits, state.path + "/" + AdoptKitBuilder.shelfName]
        if case .built(let build)? = try? Installation.current() {
            kits += [KitBuilder.shelf(beside: build), build + "/" + AdoptKitBuilder.shelfName]
        }
        shelves += kits.map { path in
            let unused = KitBuilder.unusedKits(on: path)
            return Shelf(path: path, entries: unused, one: "kit", many: "kits")
        }
        return shelves
    }

    /// What a tree takes on the disk, in bytes.
    private static func size(of path: String) -> Int64 {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        var size = Int64(status.st_blocks) * 512
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { size += Self.size(of: path + "/" + name) }
        }
        return size
    }

    /// A size for a person.
    private static func text(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var size = Double(bytes)
        var unit = 0
        while size >= 1000, unit < units.count - 1 {
            size /= 1000
            unit += 1
        }
        let digits = unit == 0 || size >= 10 ? 0 : 1
        let scale = digits == 0 ? 1.0 : 10.0
        let rounded = (size * scale).rounded() / scale
        return (digits == 0 ? String(Int64(rounded)) : String(rounded)) + " " + units[unit]
    }
}
