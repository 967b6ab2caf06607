extension PowerLossProfile {
    /// What POSIX promises and no more: nothing is kept or ordered that was not synced, and the
    /// name of a new file is kept only when its directory is synced. Writes tear at sectors of 512
    /// bytes, sizes grow before the data comes.
    ///
    /// ``alice`` is weaker: it takes renames apart.
    public static let strict = PowerLossProfile(
        name: "strict", order: .none, growth: .beforeData, copiesOnWrite: false,
        replacement: .notFlushed, sync: .exactly, unit: 512, block: 4096)

    /// Renames come apart, too: the default model of ALICE (Pillai et al., *All File Systems Are Not
    /// Created Equal*, OSDI 2014, and `alicedefaultfs.py` in github.com/madthanu/alice) but for one thing:
    /// what was not written reads as zeros here, and as garbage there (``unwritten``).
    public static let alice = PowerLossProfile(
        name: "alice", order: .none, growth: .beforeData, copiesOnWrite: false,
        replacement: .notFlushed, sync: .exactly, renames: .apart, unit: 512, block: 4096)

    /// ext4 as it is mounted by default since Linux 5.6:
    /// `data=ordered,delalloc,auto_da_alloc,dioread_nolock`.
    ///
    /// Metadata keeps its order. Data that overwrites comes at any time. A size may come before the
    /// data, so that the file ends with zeros: within a block that the file has, the size is changed when
    /// `write` returns and its data is not in the list that a commit waits for (`ext4_da_write_end`,
    /// `ext4_da_should_update_i_disksize`); of new blocks it is changed when their data is submitted
    /// (`mpage_map_and_submit_extent`), and with `dioread_nolock` they are unwritten extents, for which
    /// a commit does not wait (`ext4_map_blocks` leaves them out of `ext4_jbd2_inode_add_write`). So a
    /// rename over another file, which submits the data of the new one (`ext4_alloc_da_blocks`, the
    /// documentation's `auto_da_alloc`), is sure of its size alone. A range that is zeroed, or a hole, within what
    /// was just appended sets the size up to its end at once (`ext4_update_disksize_before_punch`, since Linux 6.18).
    public static let ext4 = ext4()

    /// ext4 with `data=journal`: everything in order.
    public static let ext4DataJournal = PowerLossProfile(
        name: "ext4DataJournal", order: .everything, growth: .withData, copiesOnWrite: false,
        replacement: .dataFlushed, sync: .journal, unit: 4096, block: 4096)

    /// An option of ext4 that changes what a power failure can leave.
    public enum Ext4Option: Sendable, Hashable {
        /// Mounted with `dioread_lock`, as it was by default before Linux 5.6: a commit waits for the
        /// data of new blocks.
        case dioreadLock
        /// Mounted with `noauto_da_alloc`: a rename over another file waits for nothing.
        case noAutoDaAlloc
        /// Mounted with `data=writeback,dioread_lock`: no commit waits for data
        /// (`ext4_should_order_data`), and new blocks belong to the file before they are written, as the
        /// disk held them.
        ///
        /// One thing is left out: blocks that a cut frees may be given to another file before the cut is
        /// committed (`ext4_free_blocks`), so that the old file has some of that one's bytes.
        case dataWriteback
        /// Made with blocks of so many bytes, such as 1024: what is overwritten may tear at them. Those
        /// of a page that are new to a file come together, since they are unwritten extents until the
        /// whole page was written (`ext4_convert_unwritten_io_end_vec` takes one handle of the journal for
        /// all, and a commit flushes the disk first); a commit that waits for data waits for that of all.
        case blockSize(UInt64)
    }

    /// ext4 with options: `.ext4(.dioreadLock)`.
    public static func ext4(_ options: Ext4Option...) -> PowerLossProfile {
        var profile = PowerLossProfile(
            name: "ext4", order: .metadata, growth: .beforeData, copiesOnWrite: false,
            replacement: .sizeFlushed, sync: .journal, unit: 4096, block: 4096)
        for option in options {
            switch option {
            case .dioreadLock where !options.contains(.dataWriteback):
                profile.growth = .withNewBlocks
                if profile.replacement == .sizeFlushed { profile.replacement = .dataFlushed }
            case .dioreadLock: break
            case .dataWriteback: profile.unwritten = .garbage
            case .noAutoDaAlloc: profile.replacement = .notFlushed
            case .blockSize(let size):
                profile.block = size
                profile.unit = min(profile.unit, size)
                profile.page = 4096
            }
        }
        let names = options.map(\.name)
        if !names.isEmpty { profile.name += "(" + names.joined(separator: ", ") + ")" }
        return profile
    }

    /// btrfs since Linux 3.17, with data that is copied on write.
    ///
    /// Metadata keeps its order; data comes at any time later, also that of a file which has replaced
    /// another (that 5a3f23d515a2, "Btrfs: add extra flushing for renames and truncates", no longer
    /// holds was confirmed to GLib in its merge request 2425). The size that is written is the one that
    /// the file has when any of its data is written (`btrfs_inode_safe_disk_i_size_write`, with the
    /// feature `no_holes`), also in the midst of a call of several pages.
    ///
    /// fsync and fdatasync write a log of the file, its names, and what belongs to them, which a mount replays on
    /// top of the last commit. The states are computed as Linux 6.18 does it (`fs/btrfs/tree-log.c`): for every
    /// moment at which everything may have been committed, what had come to the log since, and what replaying that
    /// makes of the commit. So a synced file is there, and much of what was done before it may not be. A name of a
    /// new, synced file that is moved, removed or replaced leaves the log (`btrfs_del_inode_ref_in_log`): what had
    /// it at the last commit is there again, though it was removed. After a second save by rename without a sync
    /// the file may be as it was before the first one, which was synced; a sync of the directory prevents that.
    ///
    /// What no call tells can be either way: a commit at any moment, with or without data that was just written; a
    /// sync of another file at any moment, which writes the log; that a file was read, so that its sync writes
    /// something; and whether the kernel has known a file since it was made.
    public static let btrfs = PowerLossProfile(
        name: "btrfs", order: .metadata, growth: .withData, copiesOnWrite: true,
        replacement: .notFlushed, sync: .log, unit: 4096, block: 4096)

    /// btrfs mounted with `nodatacow`, or a file with the attribute `C`: data is overwritten in place.
    public static let btrfsNoDataCow = PowerLossProfile(
        name: "btrfs(nodatacow)", order: .metadata, growth: .withData, copiesOnWrite: false,
        replacement: .notFlushed, sync: .log, unit: 4096, block: 4096)

    /// xfs: metadata in order; a size is logged when the data that makes the file grow has been
    /// written (`xfs_end_ioend`, `xfs_setfilesize`), whatever other data has not; a rename over another
    /// file waits for nothing.
    public static let xfs = PowerLossProfile(
        name: "xfs", order: .metadata, growth: .withData, copiesOnWrite: false,
        replacement: .notFlushed, sync: .journal, unit: 4096, block: 4096)

    /// Every built-in profile of a file system as it is mounted by default, the strict one, and a
    /// journal of data.
    public static let all = [strict, ext4, ext4DataJournal, btrfs, xfs]
}

extension PowerLossProfile.Ext4Option {
    fileprivate var name: String {
        switch self {
        case .dioreadLock: "dioread_lock"
        case .noAutoDaAlloc: "noauto_da_alloc"
        case .dataWriteback: "data=writeback"
        case .blockSize(let size): "blocks of \(size)"
        }
    }
}
