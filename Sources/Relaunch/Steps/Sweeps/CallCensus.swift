import CrashStates

/// The calls of a recording that changed files, each with its kind and its place among its kind.
struct CallCensus: Sendable {
    struct Member: Sendable {
        var kind: Fail.Call
        /// Counted from 1 among all calls of its kind, those that did nothing too.
        var ordinal: Int
        /// Counted from 1 among all calls on files of the container.
        var number: Int
        var call: RecordedCall
        /// Whether it syncs nothing that was written before, but names, such as those in a directory.
        var syncsNames = false
    }

    private(set) var calls: [Member] = []
    /// How many calls on files of the container there were.
    let total: Int

    init(of recording: Recording) {
        total = recording.plannableCount
        var counts: [Fail.Call: Int] = [:]
        var written: Set<FileID> = []
        for (index, call) in recording.calls.enumerated() where recording.planNumbers[index] > 0 {
            written.formUnion(call.operations.compactMap(\.writtenFile))
            guard let kind = Fail.Call.kind(of: recording.kinds[index]) else { continue }
            counts[kind, default: 0] += 1
            // A call that fails by itself or changes nothing has nothing to lose, and `sync` has no
            // errors.
            guard call.error == 0, call.changesFiles, call.name != "sync" else { continue }
            calls.append(
                Member(
                    kind: kind, ordinal: counts[kind] ?? 1, number: recording.planNumbers[index],
                    call: call,
                    syncsNames: kind == .fsync
                        && !call.operations.contains { $0.syncs(any: written) }))
        }
    }

    /// Such as `9 writes and 3 fsyncs`.
    var text: String { Self.text(calls) }

    static func text(_ calls: [Member]) -> String {
        var kinds: [Fail.Call] = []
        for call in calls where !kinds.contains(call.kind) { kinds.append(call.kind) }
        return Phrases.list(kinds.map { kind in kind.counted(calls.count { $0.kind == kind }) })
    }
}

extension Operation {
    fileprivate var writtenFile: FileID? {
        switch self {
        case .write(let file, _, _), .stored(let file, _, _), .truncate(let file, _),
            .reserve(let file, _), .zero(let file, _, _, _, _), .collapse(let file, _, _),
            .insert(let file, _, _):
            file
        default: nil
        }
    }

    fileprivate func syncs(any written: Set<FileID>) -> Bool {
        switch self {
        case .sync(let file, _, _): written.contains(file)
        case .syncAll: true
        default: false
        }
    }
}
