extension Recording {
    /// A directory after the recorded calls.
    ///
    /// - Parameter base: The directory as it was before them.
    /// - Throws: ``RecordingError`` for a recording that cannot have happened there.
    public func end(from base: DirectoryTree) throws -> DirectoryTree {
        var tree = base
        for call in calls {
            for operation in call.operations { try tree.apply(operation) }
        }
        return tree
    }

    /// Whether a file can have been changed without a call: only then is a difference of bytes alone no
    /// fault of the recording.
    public var maySeeStores: Bool {
        notes.contains { note in
            switch note {
            case .sharedMapping, .storesNotSeen: true
            default: false
            }
        }
    }

    /// The first difference between the model and the real directory that no call explains and no
    /// store through a mapping can have made; nil where the recording explains everything.
    public func firstUnexplained(of differences: [CrossCheck.Difference])
        -> CrossCheck.Difference?
    {
        differences.first { !$0.isExplained || !maySeeStores }
    }

    /// The stores through a shared mapping that explain differences, as calls after the recorded ones.
    public func stores(explaining differences: [CrossCheck.Difference]) -> [RecordedCall] {
        differences.enumerated().map { index, difference in
            RecordedCall(
                number: calls.count + index + 1, process: 0, thread: 0, name: "store",
                operations: difference.stores, error: 0, text: "store \(difference.path)")
        }
    }
}

extension [RecordedCall] {
    /// How many messages and pieces of output the recorded processes sent.
    public var acknowledgementCount: Int {
        reduce(0) { count, call in
            count
                + call.operations.count { operation in
                    if case .acknowledge = operation { true } else { false }
                }
        }
    }
}
