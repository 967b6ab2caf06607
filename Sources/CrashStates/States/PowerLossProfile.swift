/// What a file system keeps, and in which order, of changes that were not synced when the power
/// fails.
///
/// The rules are those that have been published, not what one kernel happens to do. Sources:
///
/// * **ALICE**: Pillai et al., *All File Systems Are Not Created Equal*, OSDI 2014, and the default
///   model of its tool (`alicedefaultfs.py` in github.com/madthanu/alice): which operations are
///   atomic and which keep their order. That model is weaker than ``strict`` in two ways: it takes
///   renames apart, and it leaves garbage where data was not written.
/// * **ext4**: the kernel's `Documentation/admin-guide/ext4.rst` on `data=ordered`, `data=journal`,
///   `delalloc` and `auto_da_alloc`, which forces the data of a replacing file to disk before the
///   rename is committed; "ext4: Add ordered mode support for delalloc" (cd1aac32923a, 2008).
/// * **btrfs**: Mason, "Btrfs: add extra flushing for renames and truncates" (5a3f23d515a2, 2009),
///   which flushed a file before a rename put it over another; that this no longer holds since
///   Linux 3.17 was confirmed by btrfs developers to GLib (merge request 2425, "Remove outdated
///   BTRFS fsync optimization"); Manana, "Btrfs: fix metadata inconsistencies after directory
///   fsync" (2f2ff0ee5e43).
/// * **xfs**: ALICE; the size on disk grows when the data has been written.
///
/// Common to all: a rename is one change; a write is taken apart into blocks; later changes of the
/// same name, the same block or the same attribute never come without the earlier ones; moving
/// directories keeps its order. Blocks that were never written read as zeros, not as what the disk
/// held before. `close` is not recorded, so that ext4's flush of a truncated file when it is closed
/// (replace-via-truncate) is not counted on: such a file may be found empty.
public struct PowerLossProfile: Sendable, Hashable {
    /// Its name in reports and in the names of states.
    public let name: String

    /// Names, sizes and attributes reach the disk in the order in which they were changed.
    let ordersMetadata: Bool
    /// Data goes through the journal: everything reaches the disk in order.
    let ordersEverything: Bool
    /// A file's size never grows before the data is there.
    let growsAfterData: Bool
    /// A block that is overwritten goes elsewhere first and counts as a change of metadata.
    let copiesOnWrite: Bool
    /// A rename over another file waits for the data of the new one.
    let flushesReplacement: Bool
    let sync: Sync
    /// What is written at once, in bytes.
    ///
    /// 4096 stands on two things: these file systems write a block in one request, and disks with
    /// sectors of that size write it whole or not at all. ALICE counts on a sector of 512 alone, as
    /// ``strict`` does: sweep with that, too, for a disk that is not known.
    let unit: UInt64

    /// Whether a unit that holds the old end of a file may come without the growth: it is written
    /// where it is, and the size is changed after that. A journal of data, and a unit that goes
    /// elsewhere, have both at once.
    var tearsAtOldEnd: Bool { growsAfterData && !copiesOnWrite && !ordersEverything }

    enum Sync: Sendable, Hashable {
        /// That file's data and attributes, or that directory's entries; nothing else.
        case exactly
        /// And every change of metadata up to the last one of that file.
        case journal
        /// And the names of that file.
        case log
    }

    /// What POSIX promises and no more: nothing is kept or ordered that was not synced, and the
    /// name of a new file is kept only when its directory is synced. Writes tear at sectors of 512
    /// bytes, sizes grow before the data comes.
    public static let strict = PowerLossProfile(
        name: "strict", ordersMetadata: false, ordersEverything: false, growsAfterData: false,
        copiesOnWrite: false, flushesReplacement: false, sync: .exactly, unit: 512)

    /// ext4 as it is mounted by default, `data=ordered,auto_da_alloc`: metadata in order; data that
    /// extends a file before its size, but with delayed allocation maybe long after later metadata;
    /// data that overwrites at any time; a rename over an existing file only after the new one's
    /// data.
    public static let ext4 = PowerLossProfile(
        name: "ext4", ordersMetadata: true, ordersEverything: false, growsAfterData: true,
        copiesOnWrite: false, flushesReplacement: true, sync: .journal, unit: 4096)

    /// ext4 with `data=journal`: everything in order.
    public static let ext4DataJournal = PowerLossProfile(
        name: "ext4DataJournal", ordersMetadata: true, ordersEverything: true, growsAfterData: true,
        copiesOnWrite: false, flushesReplacement: true, sync: .journal, unit: 4096)

    /// btrfs since Linux 3.17: metadata in order, data at any time later, also that of a file which
    /// has replaced another; an fsync keeps that file and its names, and nothing that came before
    /// it.
    public static let btrfs = PowerLossProfile(
        name: "btrfs", ordersMetadata: true, ordersEverything: false, growsAfterData: true,
        copiesOnWrite: true, flushesReplacement: false, sync: .log, unit: 4096)

    /// xfs: as ext4, without the flush at a rename.
    public static let xfs = PowerLossProfile(
        name: "xfs", ordersMetadata: true, ordersEverything: false, growsAfterData: true,
        copiesOnWrite: false, flushesReplacement: false, sync: .journal, unit: 4096)

    /// Every built-in profile.
    public static let all = [strict, ext4, ext4DataJournal, btrfs, xfs]
}
