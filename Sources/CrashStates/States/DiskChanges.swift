/// Takes the calls of a recording apart into changes, and says which need or follow which, and when
/// they are on the disk for sure.
struct DiskChanges: Sendable {
    private(set) var changes: [DiskChange] = []
    private(set) var windows: [Window] = []

    /// A stretch of the recording in which nothing becomes durable and nothing is told to the
    /// outside.
    struct Window: Sendable {
        /// Changes up to this one, exclusively, have been made.
        var end: Int
        /// A state must have one of the changes from here on: all others an earlier window has.
        var fresh: Int?
        /// The number of the call that opened the window.
        var start: Int
        var acknowledgements: Acknowledgements
    }

    /// The container before any change; what the recording makes is there, without a name.
    private(set) var initial: DirectoryTree

    let profile: PowerLossProfile
    /// The container as the target saw it.
    var names: TreeLog.Names
    var tree: DirectoryTree { names.tree }
    private(set) var acknowledgements = Acknowledgements()
    private var start = 0
    /// Whether states that have none of the changes of the next window are new, too: the outside has been
    /// told something, or a log keeps a file without what was changed before it.
    private var startsAnew = true
    var call = RecordedCall(
        number: 0, process: 0, thread: 0, name: "", operations: [], error: 0, text: "")

    var lastMetadata: Int?
    var lastDirectoryMove: Int?
    /// What logs of fsyncs have.
    var logs = Logs()
    /// So many moments at which everything may have been committed are not followed.
    var leftOutCommits = 0
    var lastAt: [Entry: Int] = [:]
    var files: [FileID: Past] = [:]
    /// Files of which a state may hold bytes behind their ends, which nobody sees.
    var cutFiles: Set<FileID> = []

    /// What has been changed of one file.
    struct Past {
        var lastName: Int?
        var lastSize: Int?
        var lastShape: Int?
        /// The last change of each attribute: an extended one by its name, and all that is not by none.
        var lastAttributes: [[UInt8]: Int] = [:]
        /// The last change of metadata that touched it.
        var lastMetadata: Int?
        /// Writes are told apart by so many bytes.
        var grain: UInt64 = 512
        /// The last change of each grain of data.
        var units: [UInt64: Int] = [:]
        /// Changes of shape, and the bytes whose place they change.
        var shapes: [(index: Int, range: Range<UInt64>)] = []
        /// The disk's size is surely no less, or was that before what is pending.
        var settledSize: UInt64 = 0
        /// The sizes to which it grows by what is pending.
        var growths: Set<UInt64> = []
        /// Bytes below this one have their place on the disk, or will have it with an earlier change.
        var reserved: UInt64 = 0
        /// Blocks below that one that have none.
        var holes: [Range<UInt64>] = []
        /// What reads as zeros, and is as it was on the disk until it is written again.
        var zeroed: [Zeroed] = []
        /// Data beyond the end that the disk knows, and the change of size that shows it.
        var hidden: [Int: Int] = [:]
        var data: [Int] = []
        var allocating: [Int] = []
        var attributes: [Int] = []
        /// Of a directory: changes of its entries.
        var entries: [Int] = []
        var names: [Int] = []
    }

    /// - Throws: ``RecordingError`` for calls that do not fit the base.
    init(base: DirectoryTree, calls: [RecordedCall], profile: PowerLossProfile) throws {
        self.profile = profile
        names = TreeLog.Names(tree: base)
        initial = base
        beginLogs()
        for call in calls {
            self.call = call
            names.tree.call = call.number
            for operation in call.operations { try take(operation) }
        }
        closeWindow()
    }

    private mutating func take(_ operation: Operation) throws {
        let first = changes.count
        switch operation {
        case .create(let file, let kind, let entry, let mode):
            addNames([(entry, file)], of: file, isDirectory: kind == .directory)
            if let directory = tree[entry.directory] {
                var inode = Inode(kind: kind, mode: mode, in: directory)
                inode.modified = .call(call.number)
                initial.add(file, inode)
            }
        case .link(let file, let entry): addNames([(entry, file)], of: file, isDirectory: false)
        case .unlink(let file, let entry):
            addNames([(entry, nil)], of: file, isDirectory: false)
        case .rename(let file, let source, let target, let replaced):
            if replaced != file { addRename(file, source, target, replaced) }
        case .exchange(let first, let firstEntry, let second, let secondEntry):
            let isDirectory = [first, second].contains { tree[$0]?.kind == .directory }
            addNames(
                [(firstEntry, second), (secondEntry, first)], of: first, and: second,
                isDirectory: isDirectory)
        case .write(let file, let offset, let bytes), .stored(let file, let offset, let bytes):
            try addWrite(file, offset, bytes)
        case .truncate(let file, let size): addTruncate(file, to: size)
        case .reserve(let file, let size): addReservation(file, to: size)
        case .zero: addZero(operation)
        case .collapse(let file, let offset, _), .insert(let file, let offset, _):
            addShift(operation, file, at: offset)
        case .setMode(let file, _), .setOwner(let file, _, _), .setTime(let file, _),
            .setAttribute(let file, _, _), .removeAttribute(let file, _):
            addAttribute(operation, file)
        case .sync(let file, let dataOnly, let range):
            sync(file, dataOnly: dataOnly, range: range)
        case .failedSync(let file): failSync(file)
        case .syncAll:
            makeDurable(Array(changes.indices))
            endLogs()
        case .acknowledge(let kind, let bytes):
            closeWindow()
            acknowledgements.add(kind, bytes)
            startsAnew = true
            start = call.number
        }
        let old = try names.apply(operation)
        follow(operation, old: old, since: first)
    }

    // MARK: Windows

    private mutating func closeWindow() {
        let first = windows.last?.end ?? 0
        guard startsAnew || first < changes.count else { return }
        windows.append(
            Window(
                end: changes.count, fresh: startsAnew ? nil : first, start: start,
                acknowledgements: acknowledgements))
        startsAnew = false
    }

    func isPending(_ index: Int) -> Bool { changes[index].durableFrom == nil }

    /// What a sync has added comes to the disk with it, and not before.
    mutating func delay(_ indices: Range<Int>) {
        for index in indices { changes[index].earliest = windows.count }
    }

    /// A sync that failed was about these.
    mutating func drop(_ indices: [Int]) {
        for index in indices { changes[index].isDropped = true }
    }

    mutating func makeDurable(_ indices: [Int]) {
        let isOrdered = profile.sync == .journal
        var rest = indices
        var found: Set<Int> = []
        while let index = rest.popLast() {
            guard changes[index].durableFrom == nil, found.insert(index).inserted else { continue }
            rest += changes[index].needs
            if isOrdered { rest += changes[index].follows }
        }
        guard !found.isEmpty else { return }
        closeWindow()
        for index in found { changes[index].durableFrom = windows.count }
        if profile.sync == .log { startsAnew = true }
        start = call.number
    }

    // MARK: Adding changes

    @discardableResult
    mutating func add(
        _ effects: [DiskChange.Effect], needs: [Int?], isMetadata: Bool, follows: [Int] = [],
        range: Range<UInt64>? = nil, anyOf: [Int] = [], isCommitPoint: Bool = false,
        _ text: String
    ) -> Int {
        let index = changes.count
        var change = DiskChange(
            call: call.number, effects: effects,
            needs: Array(Set(needs.compactMap { $0 })).sorted(),
            anyOf: anyOf, range: range, text: text.isEmpty ? "" : "\(text) (call \(call.number))")
        if profile.order == .everything {
            if index > 0 { change.follows = [index - 1] }
        } else {
            change.follows = follows
            if profile.order == .metadata, isMetadata {
                change.follows += [lastMetadata].compactMap { $0 }
            }
        }
        if isCommitPoint, profile.sync == .log { change.commitPoint = index }
        changes.append(change)
        return index
    }

    /// Data that lies beyond the end comes with its size, since it cannot be seen before. With another
    /// change of the same bytes of the disk, which can be seen, it is there before.
    mutating func reveal(_ indices: [Int?], _ past: inout Past) {
        for case let index? in indices {
            guard let size = past.hidden.removeValue(forKey: index) else { continue }
            changes[index].needs.removeAll { $0 == size }
            reveal(changes[index].needs, &past)
        }
    }

    func past(of file: FileID) -> Past {
        var past = Past()
        past.grain = min(past.grain, profile.unit)
        past.settledSize = tree[file]?.content.size ?? 0
        past.reserved = profile.blockEnd(past.settledSize)
        if profile.unwritten == .garbage, let content = tree[file]?.content {
            past.holes = content.zeroBlocks
        }
        return past
    }

    private mutating func addAttribute(_ operation: Operation, _ file: FileID) {
        var past = files[file] ?? past(of: file)
        // A log may have the extended ones without the rest (`LOG_INODE_EXISTS`).
        let name: [UInt8] =
            switch operation {
            case .setAttribute(_, let name, _), .removeAttribute(_, let name): name
            default: []
            }
        let index = add(
            [.other(operation)], needs: [past.lastAttributes[name]], isMetadata: true,
            isCommitPoint: true, "`\(call.text)`")
        lastMetadata = index
        past.lastAttributes[name] = index
        past.lastMetadata = index
        past.attributes.append(index)
        files[file] = past
    }
}
