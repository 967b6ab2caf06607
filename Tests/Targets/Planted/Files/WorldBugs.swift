import PlantedCommon
import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

final class StateInTmp: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "state-in-tmp", breaks: "W1", standsOn: "files",
            "The state is kept in the temporary folder, which the system may empty.")
    }

    override var folderPath: String { isRight ? super.folderPath : "tmp/planted" }
}

final class MarkLostBySave: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "mark-lost-by-save", breaks: "W3", standsOn: "files",
            "The mark that keeps a file out of backups is set once, and lost with the first atomic save."
        )
    }

    private let offline = Folder("Library/Application Support")

    /// What could be downloaded again lies in a file that backups leave out.
    override func save() throws {
        try super.save()
        try offline.create()
        let isFirst = !offline.contains("offline")
        try offline.overwrite("offline.new", Array(draft.text.utf8))
        if isRight || isFirst { mark(offline.file("offline.new")) }
        try offline.syncContent("offline.new")
        try offline.rename("offline.new", to: "offline")
        try offline.sync()
    }

    private func mark(_ path: String) {
        #if os(Linux)
            // The C library has it, and Swift's module of the C library has not.
            typealias Set =
                @convention(c) (
                    UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
                ) -> Int32
            guard let symbol = dlsym(nil, "setxattr") else { return }
            let value = Array("com.apple.backupd".utf8)
            let set = unsafeBitCast(symbol, to: Set.self)
            _ = set(
                path, "user.com.apple.MobileBackup", value, value.count, 0)
        #endif
    }
}

final class LogOutside: FileApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "log-outside", breaks: "W5", standsOn: "files",
            "A log is written to a path outside the app's container.")
    }

    override func save() throws {
        try super.save()
        let logs = Folder(isRight ? "Library/Caches" : "/tmp")
        if isRight { try logs.create() }
        try logs.overwrite("planted-log-outside.log", Array("saved\n".utf8))
    }
}
