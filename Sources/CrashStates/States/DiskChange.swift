/// A change that reaches the disk whole or not at all: a call is one of them, or several.
struct DiskChange: Sendable {
    /// The number of the call.
    var call: Int
    var effects: [Effect]
    /// Earlier changes without which this one has no meaning, by index.
    var needs: [Int] = []
    /// Earlier changes that the file system writes first, by index.
    var follows: [Int] = []
    /// Earlier changes of which at least one is there, by index; none for no such condition.
    var anyOf: [Int] = []
    /// The bytes of the file that it is about: a sync of other bytes leaves it as it is. Nil for a
    /// change that every sync of the file is about.
    var range: Range<UInt64>?
    /// Its sync failed: no later one writes it.
    var isDropped = false
    /// Its index, where everything may be committed after it and a log begins anew.
    var commitPoint: Int?
    /// The window before which it is not on the disk: that of the sync that added it.
    var earliest = 0
    /// From which window on it is on the disk for sure; nil for never.
    var durableFrom: Int?
    /// In words.
    var text: String

    /// The names that it changes, and what they then stand for.
    var names: [(entry: Entry, file: FileID?)] {
        for effect in effects {
            if case .names(let names) = effect { return names }
        }
        return []
    }

    /// The commits beside which a log makes a difference; nil for what is not about a log.
    var logCommits: Set<Int>? {
        switch effects.first {
        case .log(let effects, _): Set(effects.keys)
        case .fork(let commits): Set(commits.keys)
        default: nil
        }
    }

    enum Effect: Sendable {
        /// Names and what they then stand for.
        case names([(entry: Entry, file: FileID?)])
        /// What a log makes of names and attributes, by the change after which there was a commit. Of those
        /// that are left out nothing is known.
        case log([Int: [Effect]], leftOut: Set<Int>)
        /// The log is another one than the calls since the commit say: by that commit, what then stands for it.
        case fork([Int: Int])
        /// The attributes of a file.
        case describe(FileID, TreeLog.Description)
        case data(FileID, offset: UInt64, ArraySlice<UInt8>)
        case grow(FileID, size: UInt64)
        /// Zeros in what is stored of a file, also behind its end.
        case zeros(FileID, Range<UInt64>)
        /// What the disk held before, likewise.
        case garbage(FileID, Range<UInt64>)
        /// A cut within a block that leaves the block's end as it is, to be seen if the file grows again.
        case cut(FileID, size: UInt64)
        /// A file is as it was, but for its names.
        case asBefore(FileID, Inode)
        /// A change of shape or attributes.
        case other(Operation)
    }
}

extension DirectoryTree {
    /// Makes a change, whatever the tree is like: changes before it may be missing.
    mutating func apply(_ change: DiskChange) throws {
        call = change.call
        if let point = change.commitPoint { commit = point }
        try apply(change.effects)
    }

    private mutating func apply(_ effects: [DiskChange.Effect]) throws {
        for effect in effects {
            switch effect {
            case .names(let names): for name in names { setEntry(name.entry, to: name.file) }
            case .log(let effects, let leftOut):
                if leftOut.contains(commit) { isUnknown = true }
                if let effects = effects[commit] { try apply(effects) }
            case .fork(let commits): commit = commits[commit] ?? commit
            case .describe(let file, let description):
                try update(file) { try $0.describe(description) }
            case .grow(let file, let size): update(file) { $0.content.grow(to: size) }
            case .zeros(let file, let range):
                try update(file) {
                    try $0.content.zero(from: range.lowerBound, to: range.upperBound)
                }
            case .garbage(let file, let range):
                try update(file) {
                    try $0.content.spoil(from: range.lowerBound, to: range.upperBound)
                }
            case .cut(let file, let size):
                try update(file) { try $0.content.cutLeavingTail(to: size) }
            case .data(let file, let offset, let bytes):
                let call = call
                try update(file) { inode in
                    // What lies beyond the size that reached the disk is never seen.
                    let size = inode.content.size
                    guard offset < size else { return }
                    try inode.content.write(
                        bytes.prefix(Int(min(size - offset, 1 << 40))), at: offset)
                    inode.modified = .call(call)
                }
            case .asBefore(let file, let inode):
                update(file) { $0 = inode.named($0.links) }
            case .other(let operation): try applyLeniently(operation)
            }
        }
    }

    private mutating func applyLeniently(_ operation: Operation) throws {
        switch operation {
        case .collapse(let file, let offset, let count), .insert(let file, let offset, let count):
            guard let size = self[file]?.content.size, offset <= size else { return }
            if case .collapse = operation, offset + count > size { return }
            try apply(operation)
        case .removeAttribute(let file, let name): update(file) { $0.removeAttribute(name) }
        default: try apply(operation)
        }
    }
}
