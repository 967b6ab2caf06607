/// The launch history, as its file stores it.
///
/// A launch is *open* from its start until it is confirmed or ended cleanly. An open launch that
/// the next start finds was a crash (D3), unless the machine has been rebooted since (D11).
package struct LaunchRecord: Equatable, Sendable {
    /// Crashes in a row before the launch.
    package var crashes = 0
    /// Whether the launch is open.
    package var isOpen = false
    /// Whether restoration was extended and not completed (D7).
    package var isExtended = false
    /// The boot of the machine in which the launch began.
    package var boot = ""
    /// The generation of the archive whose request for no snapshot was honored (N3).
    package var snapshotIgnoredFor: Int?

    /// The first eight bytes of the file.
    package static let magic = "RLLAUNCH"
    /// The version of the format that is written.
    package static let version: UInt32 = 1

    /// Makes the record of a launch.
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

    /// Reads the content of the file.
    ///
    /// - Throws: `UnusableFile` where anything is not as it was written.
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
        guard reader.isAtEnd else { throw reader.damage("there are bytes after its end") }
    }
}
