import Foundation
import RestorationArchive
import Synchronization

/// How the last launches ended, as durable as the archive (D9).
///
/// A launch is *open* from its start until it is confirmed or ended cleanly. An open launch that is
/// found at the next start was a crash (D3), unless the machine has been rebooted since (D11). The
/// clock plays no part (D10).
///
/// It is written twice a launch: at its start, and when it is confirmed. Any thread may close it, so
/// that SIGTERM works even while the main thread is held.
final class LaunchHistory: Sendable {
    /// What the next launch learns.
    struct Past: Equatable, Sendable {
        var crashes = 0
        /// The last launch crashed between `extendStateRestoration` and its completion.
        var crashedWhileExtended = false
        var snapshotIgnoredFor: Int?
        /// Why the history could not be read, and counts as empty.
        var damage: String?
        /// Why the beginning of this launch could not be written.
        var failure: String?
    }

    private let directory: StateDirectory
    private let boot: String
    private let current = Mutex(LaunchRecord())

    init(directory: StateDirectory, boot: String = LaunchHistory.currentBoot()) {
        self.directory = directory
        self.boot = boot
    }

    /// What is known of the launches before this one.
    ///
    /// - Parameter isAnotherAlive: whether a process of another launch lives; that has not crashed.
    func past(isAnotherAlive: Bool = false) -> Past {
        let record: LaunchRecord
        do {
            guard let file = try directory.read(SavedState.historyName) else { return Past() }
            record = try LaunchRecord(file: file)
        } catch {
            return Past(damage: "\(error)")
        }
        let crashed = record.isOpen && record.boot == boot && !isAnotherAlive
        return Past(
            crashes: record.crashes + (crashed ? 1 : 0),
            crashedWhileExtended: crashed && record.isExtended,
            snapshotIgnoredFor: record.snapshotIgnoredFor)
    }

    /// A launch begins: from here on its death is a crash.
    ///
    /// - Parameter isAnotherAlive: whether a process of another launch lives.
    /// - Returns: what is known of the launches before it.
    func open(isAnotherAlive: Bool = false) -> Past {
        var past = past(isAnotherAlive: isAnotherAlive)
        do {
            try begin(crashes: past.crashes, snapshotIgnoredFor: past.snapshotIgnoredFor)
        } catch {
            past.failure = "\(error)"
        }
        return past
    }

    /// Says more exactly what this launch counts from.
    func begin(crashes: Int, snapshotIgnoredFor: Int?) throws(StorageError) {
        try change {
            $0 = LaunchRecord(
                crashes: crashes, isOpen: true, boot: boot, snapshotIgnoredFor: snapshotIgnoredFor)
        }
    }

    /// The launch is confirmed: the count of crashes starts again at zero (D5).
    func confirm() throws(StorageError) {
        try change {
            guard $0.isOpen else { return }
            $0.crashes = 0
            $0.isOpen = false
            $0.isExtended = false
        }
    }

    /// The process ends by a clean quit or by SIGTERM, which is no crash (D11).
    func close() throws(StorageError) {
        try change { $0.isOpen = false }
    }

    /// Restoration was extended, or is complete again.
    func setExtended(_ isExtended: Bool) throws(StorageError) {
        try change {
            guard $0.isOpen else { return }
            $0.isExtended = isExtended
        }
    }

    private func change(_ body: (inout sending LaunchRecord) -> Void) throws(StorageError) {
        try current.withLock { record throws(StorageError) in
            var new = record
            body(&new)
            guard new != record else { return }
            try directory.commit(new.file, to: SavedState.historyName)
            record = new
        }
    }

    /// The identity of the machine's current boot; empty where the system does not tell.
    static func currentBoot() -> String {
        let system = StateDirectory(path: "/proc/sys/kernel/random")
        guard let text = try? system.read("boot_id") else { return "" }
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
