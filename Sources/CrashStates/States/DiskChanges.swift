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
    var tree: DirectoryTree
    private(set) var acknowledgements = Acknowledgements()
    private var start = 0
    /// Whether states that have none of the changes of the next window are new, too: the outside has been
    /// told something, or a log keeps a file without what was changed before it.
    private var startsAnew = true
    var call = RecordedCall(
        number: 0, process: 0, thread: 0, name: "", operations: [], error: 0, text: "")

    private var lastMetadata: Int?
    private var lastDirectoryMove: Int?
    private var lastAt: [Entry: Int] = [:]
    var files: [FileID: Past] = [:]

    /// What has been changed of one file.
    struct Past {
        var lastName: Int?
        var lastSize: Int?
        var lastShape: Int?
        var lastAttribute: Int?
        /// The last change of metadata that touched it.
        var lastMetadata: Int?
        /// The last change of each unit.
        var units: [UInt64: Int] = [:]
        /// Blocks below this one have their place on the disk.
        var allocated: UInt64 = 0
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
        tree = base
        initial = base
        for call in calls {
            self.call = call
            for operation in call.operations { try take(operation) }
        }
        closeWindow()
    }

    private mutating func take(_ operation: Operation) throws {
        switch operation {
        case .create(let file, let kind, let entry, let mode):
            addNames([(entry, file)], of: file, isDirectory: kind == .directory)
            if let directory = tree[entry.directory] {
                initial.add(file, Inode(kind: kind, mode: mode, in: directory))
            }
        case .link(let file, let entry): addNames([(entry, file)], of: file, isDirectory: false)
        case .unlink(let file, let entry): addNames([(entry, nil)], of: file, isDirectory: false)
        case .rename(let file, let source, let target, let replaced):
            if replaced != file {
                addNames(
                    [(source, nil), (target, file)], of: file,
                    isDirectory: tree[file]?.kind == .directory, replaces: replaced != nil)
            }
        case .exchange(let first, let firstEntry, let second, let secondEntry):
            let isDirectory = [first, second].contains { tree[$0]?.kind == .directory }
            addNames(
                [(firstEntry, second), (secondEntry, first)], of: first, and: second,
                isDirectory: isDirectory, replaces: true)
        case .write(let file, let offset, let bytes), .stored(let file, let offset, let bytes):
            addWrite(file, offset, bytes)
        case .truncate(let file, let size):
            addShape(operation, file, kept: min(size, tree[file]?.content.size ?? 0))
        case .zero(let file, let offset, let count, let grows):
            addShape(operation, file, kept: nil, allocatedTo: grows ? offset + count : nil)
        case .collapse(let file, _, _), .insert(let file, _, _):
            addShape(operation, file, kept: nil, isWhole: true)
        case .setMode(let file, _), .setOwner(let file, _, _), .setAttribute(let file, _, _),
            .removeAttribute(let file, _):
            addAttribute(operation, file)
        case .sync(let file, let dataOnly): sync(file, dataOnly: dataOnly)
        case .syncAll: makeDurable(Array(changes.indices))
        case .acknowledge(let kind, let bytes):
            closeWindow()
            acknowledgements.add(kind, bytes)
            startsAnew = true
            start = call.number
        }
        try tree.apply(operation)
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

    private mutating func makeDurable(_ indices: [Int]) {
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

    private mutating func sync(_ file: FileID, dataOnly: Bool) {
        guard let past = files[file] else { return }
        var indices = past.data
        switch profile.sync {
        case .exactly:
            indices += past.entries
            if !dataOnly { indices += past.attributes }
        case .journal:
            if !dataOnly, let last = past.lastMetadata { indices.append(last) }
            indices += past.entries.suffix(1)
        case .log:
            indices += past.entries
            if !dataOnly { indices += past.attributes + past.names + namesAbove(file) }
        }
        makeDurable(indices)
    }

    /// The changes of the names of the directories above a file, which a log keeps with a new file.
    private func namesAbove(_ file: FileID) -> [Int] {
        var names: [Int] = []
        var next = tree[file]?.links.first?.directory
        while let directory = next, directory != tree.root {
            names += files[directory]?.names ?? []
            next = tree[directory]?.links.first?.directory
        }
        return names
    }

    // MARK: Adding changes

    @discardableResult
    mutating func add(
        _ effects: [DiskChange.Effect], needs: [Int?], isMetadata: Bool, follows: [Int] = [],
        _ text: String
    ) -> Int {
        let index = changes.count
        var change = DiskChange(
            call: call.number, effects: effects,
            needs: Array(Set(needs.compactMap { $0 })).sorted(),
            text: "\(text) (call \(call.number))")
        if profile.ordersEverything {
            if index > 0 { change.follows = [index - 1] }
        } else {
            change.follows = follows
            if profile.ordersMetadata, isMetadata, let lastMetadata {
                change.follows.append(lastMetadata)
            }
        }
        changes.append(change)
        return index
    }

    private mutating func addNames(
        _ names: [(entry: Entry, file: FileID?)], of file: FileID, and other: FileID? = nil,
        isDirectory: Bool, replaces: Bool = false
    ) {
        let moved = [file, other].compactMap { $0 }
        var needs = names.map { lastAt[$0.entry] } + moved.map { files[$0]?.lastName }
        let isMove = isDirectory && names.count > 1
        if isMove { needs.append(lastDirectoryMove) }
        let waits = replaces && profile.flushesReplacement
        let follows = waits ? moved.flatMap { files[$0]?.allocating ?? [] } : []
        let index = add(
            [.names(names)], needs: needs, isMetadata: true, follows: follows, "`\(call.text)`")
        lastMetadata = index
        if isMove { lastDirectoryMove = index }
        for (entry, file) in names {
            lastAt[entry] = index
            // POSIX keeps a moved name with the directory that it was moved to.
            if file != nil || names.count == 1 || profile.sync != .exactly {
                files[entry.directory, default: Past()].entries.append(index)
            }
            files[entry.directory, default: Past()].lastMetadata = index
        }
        for file in moved {
            var past = files[file] ?? past(of: file)
            past.lastName = index
            past.lastMetadata = index
            past.names.append(index)
            files[file] = past
        }
    }

    func past(of file: FileID) -> Past {
        var past = Past()
        past.allocated = tree[file]?.content.blocks ?? 0
        return past
    }

    private mutating func addShape(
        _ operation: Operation, _ file: FileID, kept: UInt64?, allocatedTo: UInt64? = nil,
        isWhole: Bool = false
    ) {
        var past = files[file] ?? past(of: file)
        let needs = [past.lastShape, profile.growsAfterData ? nil : past.lastSize]
        let index = add(
            [.other(operation)], needs: needs + (isWhole ? past.data : []), isMetadata: true,
            "`\(call.text)`")
        lastMetadata = index
        past.lastShape = index
        past.lastSize = index
        past.lastMetadata = index
        past.data.append(index)
        if let kept {
            past.allocated = min(past.allocated, FileContent.blocks(kept))
            if kept == 0 { past.allocating = [] }
        }
        if let allocatedTo { past.allocated = max(past.allocated, FileContent.blocks(allocatedTo)) }
        files[file] = past
    }

    private mutating func addAttribute(_ operation: Operation, _ file: FileID) {
        var past = files[file] ?? past(of: file)
        let index = add(
            [.other(operation)], needs: [past.lastAttribute], isMetadata: true, "`\(call.text)`")
        lastMetadata = index
        past.lastAttribute = index
        past.lastMetadata = index
        past.attributes.append(index)
        files[file] = past
    }
}
