/// The launch history, as its file holds it.
///
/// A launch is *open* from its start until it is confirmed or ended cleanly. An open launch that is
/// found at the next start was a crash (D3), unless the machine has been rebooted since (D11).
package struct LaunchRecord: Equatable, Sendable {
    /// Crashes in a row before the launch.
    package var crashes = 0
    package var isOpen = false
    /// Restoration was extended and not completed (D7).
    package var isExtended = false
    /// Which boot of the machine the launch belongs to.
    package var boot = ""
    /// The generation of the archive whose wish for no snapshot has been fulfilled (N3).
    package var snapshotIgnoredFor: Int?

    package static let magic = "RLLAUNCH"
    package static let version: UInt32 = 1

    package init(
        crashes: Int = 0, isOpen: Bool = false, isExtended: Bool = false, boot: String = "",
        snapshotIgnoredFor: Int? = nil
    ) {
        self.crashes = crashes
        self.isOpen = isOpen
        self.isExtended = isExtended
        self.boot = boot
        self.snapshotIgnoredFor = snapshotIgnoredFor
    }

    /// The content of the file.
    package var file: [UInt8] {
        SealedFile.seal(magic: Self.magic, version: Self.version) { writer in
            writer.write(count: crashes)
            writer.write(byte: (isOpen ? 1 : 0) | (isExtended ? 2 : 0))
            writer.write(boot)
            writer.write(count: (snapshotIgnoredFor ?? -1) + 1)
        }
    }

    package init(file: [UInt8]) throws(UnusableFile) {
        var reader = try SealedFile.open(file, magic: Self.magic, version: Self.version)
        do {
            try self.init(from: &reader)
        } catch {
            throw .damaged(error)
        }
    }

    private init(from reader: inout ByteReader) throws(Damage) {
        crashes = try reader.readCount()
        let flags = try reader.readByte()
        isOpen = flags & 1 != 0
        isExtended = flags & 2 != 0
        boot = try reader.readString()
        let generation = try reader.readCount()
        snapshotIgnoredFor = generation == 0 ? nil : generation - 1
        guard reader.isAtEnd else { throw reader.damage("something follows its end") }
    }
}
