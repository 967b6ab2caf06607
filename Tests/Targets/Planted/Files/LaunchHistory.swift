import PlantedCommon

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How the launches before this one ended: three that were not confirmed, and the next starts fresh.
///
/// A launch is open while the file `launch.open` is there. Found at the next start it was a crash,
/// unless the machine has been rebooted since. The file holds how many crashes there were before.
class LaunchHistory {
    let folder: Folder
    let isRight: Bool
    /// Crashes in a row before this launch.
    private(set) var crashes = 0
    /// What was wrong with the file; it counts as empty then.
    private(set) var damage: String?
    var limit: Int { 3 }
    /// Whether an end by SIGTERM is told from a crash.
    var closesAtSIGTERM: Bool { true }
    var isCrashLoop: Bool { crashes >= limit }

    required init(folder: Folder, isRight: Bool) {
        (self.folder, self.isRight) = (folder, isRight)
    }

    /// Opens this launch.
    func open() throws(FileFailure) {
        let boot = Self.boot
        if let open = try entry("launch.open") {
            let isCrash = open.boot == boot && !isHeld
            crashes = open.crashes + (isCrash ? 1 : 0)
        } else {
            crashes = try entry("launch.closed")?.crashes ?? 0
        }
        hold()
        try write(crashes)
        try folder.remove("launch.closed")
        if closesAtSIGTERM { closeAtSIGTERM() }
    }

    /// The crashes before were answered by a launch that starts fresh.
    func startAgain() throws(FileFailure) {
        crashes = 0
        try write(0)
    }

    /// The launch is complete, and no crash any more.
    func confirm() throws(FileFailure) {
        try folder.remove("launch.open")
    }

    /// The launch ended cleanly.
    func close() throws(FileFailure) {
        guard folder.contains("launch.open") else { return }
        try folder.rename("launch.open", to: "launch.closed")
        try folder.sync()
    }

    func write(_ crashes: Int) throws(FileFailure) {
        try folder.replace("launch.open", content(crashes))
    }

    func content(_ crashes: Int) -> [UInt8] { Array("crashes \(crashes) \(Self.boot) .\n".utf8) }

    private func entry(_ name: String) throws(FileFailure) -> (crashes: Int, boot: String)? {
        guard let bytes = try folder.read(name) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 4, parts[0] == "crashes", let crashes = Int(parts[1]),
            parts[3] == ".\n"
        else {
            damage = "\(name) is damaged and counts as empty"
            return (0, "")
        }
        return (crashes, String(parts[2]))
    }

    /// The machine's current boot.
    static var boot: String {
        let text = (try? Folder("/proc/sys/kernel/random").read("boot_id")) ?? []
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    // MARK: Two at once

    private var lock: Int32 = -1

    /// Whether the process that opened the last launch still lives: then it has not crashed.
    var isHeld: Bool {
        openLock()
        return lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private func hold() {
        openLock()
        if lock >= 0 { _ = flock(lock, LOCK_SH | LOCK_NB) }
    }

    private func openLock() {
        guard lock < 0 else { return }
        lock = systemOpen(folder.file("lock"))
    }

    // MARK: SIGTERM

    /// The end by SIGTERM is no crash. Renaming is all that is done in the signal's handler.
    private func closeAtSIGTERM() {
        openName = strdup(folder.file("launch.open"))
        closedName = strdup(folder.file("launch.closed"))
        signal(SIGTERM) { _ in
            _ = rename(openName, closedName)
            _exit(128 + SIGTERM)
        }
    }
}

nonisolated(unsafe) private var openName: UnsafeMutablePointer<CChar>! = nil
nonisolated(unsafe) private var closedName: UnsafeMutablePointer<CChar>! = nil

private func systemOpen(_ path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
}
