/// What a file system keeps, and in which order, of changes that were not synced when the power
/// fails.
///
/// The built-in ones say what a kernel was seen to do, and why: see ``PowerLossProfile/ext4``,
/// ``PowerLossProfile/xfs`` and ``PowerLossProfile/btrfs``. `relaunch-disk-exam` compares each with the
/// file system itself.
///
/// A profile of one's own begins with a built-in one:
///
///     var profile = PowerLossProfile.ext4.tearing(at: 512)
///     profile.replacement = .notFlushed
///
/// Common to all: a write is taken apart into units; later changes of the same name, the same unit or the
/// same attribute never come without the earlier ones; moving directories keeps its order, and a
/// directory is renamed at once. `close` is not recorded, so that ext4's flush of a truncated file when it
/// is closed (replace-via-truncate) is not counted on: such a file may be found empty.
public struct PowerLossProfile: Sendable, Hashable {
    /// Its name in reports and in the names of states.
    public var name: String
    /// Which changes reach the disk in the order in which they were made.
    public var order: Order
    /// When a file's size grows.
    public var growth: Growth
    /// A block that is overwritten goes elsewhere first, and counts as a change of metadata.
    public var copiesOnWrite: Bool
    /// What a rename over another file waits for.
    public var replacement: Replacement
    /// What fsync keeps.
    public var sync: Sync
    /// Whether a rename is one change.
    public var renames: Renames
    /// What is written at once, in bytes: a power of two.
    ///
    /// 4096 stands on two things: these file systems write a block in one request, and disks with
    /// sectors of that size write it whole or not at all. ALICE counts on a sector of 512 alone, as
    /// ``strict`` does: sweep with that, too, for a disk that is not known. And no call changes a page
    /// while the disk reads it: the kernel sees to that for btrfs with checksums, and for a device that asks
    /// for it (`queue/stable_writes`: RAID 5, integrity data, iSCSI with digests). Other disks may, in the
    /// microseconds in which both meet, get a page with some of a call's bytes: `tearing(at: 16)`.
    public var unit: UInt64
    /// The file system's block, in bytes: what is given to a file, and filled with zeros to its end
    /// where a file ends within it.
    public var block: UInt64
    /// Data in blocks that are new to a file comes in pieces of so many bytes, a power of two; nil: in
    /// units, as all other data.
    ///
    /// Of blocks smaller than a page, ext4 gives a place to all new ones of a page together, and they can be
    /// seen once all of them were written.
    public var page: UInt64? = nil

    /// What is read where the size has come, and the bytes have not.
    public var unwritten: Unwritten = .zeros

    /// What keeps its order.
    public enum Order: Sendable, Hashable {
        /// Nothing.
        case none
        /// Names, sizes and attributes.
        case metadata
        /// Those and data.
        case everything
    }

    /// When a file's size grows on the disk.
    public enum Growth: Sendable, Hashable {
        /// At any time: the file may end with zeros.
        case beforeData
        /// With the data, where a block is new to the file; in a block that it has, at any time.
        case withNewBlocks
        /// Never before the data that makes it grow, though maybe before other data.
        case withData
    }

    /// What a file shows that was not written yet.
    public enum Unwritten: Sendable, Hashable {
        /// Zeros.
        case zeros
        /// In its new blocks, what the disk held there before, such as a part of a file that was removed;
        /// behind the end of one that was cut and grows again, what it had there.
        case garbage
    }

    /// What a rename over another file waits for.
    public enum Replacement: Sendable, Hashable {
        /// Nothing: the file may be empty.
        case notFlushed
        /// The new file's size: its content may be zeros.
        case sizeFlushed
        /// The data of the new file that needed new blocks.
        case dataFlushed
    }

    /// What fsync keeps.
    public enum Sync: Sendable, Hashable {
        /// That file's data and attributes, or that directory's entries; nothing else.
        case exactly
        /// And every change of metadata up to the last one of that file.
        case journal
        /// And the names of that file; of a directory that entries were moved to, these names, but not
        /// that the old ones are gone.
        case log
    }

    /// Whether a rename is one change.
    public enum Renames: Sendable, Hashable {
        /// It is, as POSIX and all file systems that keep a journal have it.
        case whole
        /// A name that is replaced goes, the new name comes, and the old one goes, each by itself.
        case apart
    }

    /// A profile with everything said.
    public init(
        name: String, order: Order, growth: Growth, copiesOnWrite: Bool, replacement: Replacement,
        sync: Sync, renames: Renames = .whole, unit: UInt64, block: UInt64
    ) {
        precondition(unit.nonzeroBitCount == 1, "a unit of \(unit) bytes is no power of two")
        precondition(block.nonzeroBitCount == 1, "a block of \(block) bytes is no power of two")
        self.name = name
        self.order = order
        self.growth = growth
        self.copiesOnWrite = copiesOnWrite
        self.replacement = replacement
        self.sync = sync
        self.renames = renames
        self.unit = unit
        self.block = block
    }

    /// The same for a disk that writes so many bytes at once; 1 for memory that is mapped.
    ///
    /// - Parameter unit: A power of two.
    public func tearing(at unit: UInt64) -> PowerLossProfile {
        precondition(unit.nonzeroBitCount == 1, "a unit of \(unit) bytes is no power of two")
        var profile = self
        profile.name += ", torn at \(unit)"
        profile.unit = unit
        return profile
    }

    /// What each byte of ``Unwritten/garbage`` is in the states.
    package static let garbage = FileContent.garbage

    /// Whether a range that is zeroed stays where it is on the disk, and is only told to read as zeros: ext4
    /// (`ext4_zero_range` makes its extents unwritten ones).
    var zeroesInPlace: Bool { sync == .journal && growth != .withData && order == .metadata }

    /// Whether a range that is zeroed beyond the end is given blocks, and the file its new size, before the rest
    /// is zeroed: ext4 (`ext4_zero_range` calls `ext4_alloc_file_blocks` first).
    var reservesBeforeZeros: Bool { zeroesInPlace || order == .everything }

    /// Whether a commit waits for the zeros that fill a block: those of data that is ordered
    /// (`ext4_block_zero_page_range`).
    var commitsZeros: Bool { zeroesInPlace && unwritten == .zeros }

    /// Whether data goes to blocks that the file has, while its size is changed elsewhere.
    var overwritesInPlace: Bool { !copiesOnWrite && order != .everything }
}
