/// A key whose hash is the same in every run.
protocol StableKey: Equatable, Sendable {
    var stableHash: UInt64 { get }
}

extension FileID: StableKey {
    var stableHash: UInt64 { StableHash.mixed(number) }
}

/// A dictionary whose copies share what they have in common: a copy costs nothing, a change costs
/// the path to what is changed. The order of its elements depends on the keys alone.
///
/// A hash trie of 32 branches a level. Two copies are compared in time proportional to what
/// differs.
struct PersistentMap<Key: StableKey, Value: Sendable>: Sendable {
    private var root = Node()
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(key: Key) -> Value? {
        var hash = key.stableHash
        var node = root
        var depth = 0
        while depth < Node.depthLimit {
            guard let position = node.position(of: hash) else { return nil }
            switch node.slots[position] {
            case .leaf(let found, let value): return found == key ? value : nil
            case .node(let inner): node = inner
            case .vacant: return nil
            }
            hash &>>= 5
            depth += 1
        }
        return node.bucketValue(key)
    }

    /// Sets or removes the value of a key.
    mutating func set(_ key: Key, to value: Value?) {
        if let value {
            if root.insert(key, value, hash: key.stableHash, depth: 0) { count += 1 }
        } else if root.remove(key, hash: key.stableHash, depth: 0) {
            count -= 1
        }
    }

    func forEach(_ body: (Key, Value) throws -> Void) rethrows { try root.forEach(body) }

    /// Calls `body` with the keys whose values may differ, and both values; skips what both share.
    func forEachDifference(
        from old: PersistentMap, _ body: (Key, _ old: Value?, _ new: Value?) throws -> Void
    ) rethrows {
        try root.forEachDifference(from: old.root, depth: 0, body)
    }
}

extension PersistentMap {
    fileprivate enum Slot: Sendable {
        case leaf(Key, Value)
        case node(Node)
        /// Only while a slot is being changed in place.
        case vacant
    }

    fileprivate struct Node: Sendable {
        /// 12 levels use 60 bits of the hash; what is the same in all of them shares a bucket.
        static var depthLimit: Int { 12 }

        var bitmap: UInt32 = 0
        var slots: [Slot] = []

        private static func bit(_ hash: UInt64) -> UInt32 { 1 &<< UInt32(hash & 31) }

        private func rank(_ bit: UInt32) -> Int { (bitmap & (bit &- 1)).nonzeroBitCount }

        func position(of hash: UInt64) -> Int? {
            let bit = Self.bit(hash)
            return bitmap & bit == 0 ? nil : rank(bit)
        }

        func bucketValue(_ key: Key) -> Value? {
            for case .leaf(let found, let value) in slots where found == key { return value }
            return nil
        }

        private func bucketPosition(_ key: Key) -> Int? {
            slots.firstIndex { if case .leaf(let found, _) = $0 { found == key } else { false } }
        }

        /// Whether the key is new.
        mutating func insert(_ key: Key, _ value: Value, hash: UInt64, depth: Int) -> Bool {
            if depth == Self.depthLimit {
                if let position = bucketPosition(key) {
                    slots[position] = .leaf(key, value)
                    return false
                }
                slots.append(.leaf(key, value))
                return true
            }
            guard let position = position(of: hash) else {
                let bit = Self.bit(hash)
                slots.insert(.leaf(key, value), at: rank(bit))
                bitmap |= bit
                return true
            }
            switch slots[position] {
            case .leaf(let other, let otherValue):
                if other == key {
                    slots[position] = .leaf(key, value)
                    return false
                }
                var inner = Node()
                let otherHash = other.stableHash &>> UInt64(5 * (depth + 1))
                _ = inner.insert(other, otherValue, hash: otherHash, depth: depth + 1)
                _ = inner.insert(key, value, hash: hash &>> 5, depth: depth + 1)
                slots[position] = .node(inner)
                return true
            case .node(var inner):
                slots[position] = .vacant
                let isNew = inner.insert(key, value, hash: hash &>> 5, depth: depth + 1)
                slots[position] = .node(inner)
                return isNew
            case .vacant:
                return false
            }
        }

        /// Whether the key was there.
        mutating func remove(_ key: Key, hash: UInt64, depth: Int) -> Bool {
            if depth == Self.depthLimit {
                guard let position = bucketPosition(key) else { return false }
                slots.remove(at: position)
                return true
            }
            guard let position = position(of: hash) else { return false }
            switch slots[position] {
            case .leaf(let found, _):
                guard found == key else { return false }
                slots.remove(at: position)
                bitmap &= ~Self.bit(hash)
                return true
            case .node(var inner):
                slots[position] = .vacant
                let wasThere = inner.remove(key, hash: hash &>> 5, depth: depth + 1)
                if inner.slots.isEmpty {
                    slots.remove(at: position)
                    bitmap &= ~Self.bit(hash)
                } else if inner.slots.count == 1, case .leaf = inner.slots[0] {
                    slots[position] = inner.slots[0]
                } else {
                    slots[position] = .node(inner)
                }
                return wasThere
            case .vacant:
                return false
            }
        }

        func forEach(_ body: (Key, Value) throws -> Void) rethrows {
            for slot in slots {
                switch slot {
                case .leaf(let key, let value): try body(key, value)
                case .node(let inner): try inner.forEach(body)
                case .vacant: break
                }
            }
        }

        private func isSame(as other: Node) -> Bool {
            slots.count == other.slots.count
                && slots.withUnsafeBufferPointer { left in
                    other.slots.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
                }
        }
    }
}

// MARK: - Differences

extension PersistentMap.Node {
    fileprivate typealias Change = (Key, _ old: Value?, _ new: Value?) throws -> Void

    fileprivate func forEachDifference(
        from old: Self, depth: Int, _ body: Change
    ) rethrows {
        if isSame(as: old) { return }
        if depth == Self.depthLimit { return try bucketDifference(from: old, body) }
        var rest = bitmap | old.bitmap
        while rest != 0 {
            let branch = UInt64(rest.trailingZeroBitCount)
            rest &= rest &- 1
            let mine = position(of: branch).map { slots[$0] } ?? .vacant
            let theirs = old.position(of: branch).map { old.slots[$0] } ?? .vacant
            try Self.difference(theirs, mine, depth: depth + 1, body)
        }
    }

    private static func difference(
        _ old: PersistentMap.Slot, _ new: PersistentMap.Slot, depth: Int, _ body: Change
    ) rethrows {
        switch (old, new) {
        case (.node(let old), .node(let new)):
            try new.forEachDifference(from: old, depth: depth, body)
        case (.node(let old), .leaf(let key, let value)):
            var isFound = false
            try old.forEach { oldKey, oldValue in
                if oldKey == key {
                    isFound = true
                    try body(key, oldValue, value)
                } else {
                    try body(oldKey, oldValue, nil)
                }
            }
            if !isFound { try body(key, nil, value) }
        case (.leaf(let key, let value), .node(let new)):
            var isFound = false
            try new.forEach { newKey, newValue in
                if newKey == key {
                    isFound = true
                    try body(key, value, newValue)
                } else {
                    try body(newKey, nil, newValue)
                }
            }
            if !isFound { try body(key, value, nil) }
        case (.leaf(let oldKey, let oldValue), .leaf(let newKey, let newValue)):
            if oldKey == newKey {
                try body(newKey, oldValue, newValue)
            } else {
                try body(oldKey, oldValue, nil)
                try body(newKey, nil, newValue)
            }
        case (.vacant, .leaf(let key, let value)): try body(key, nil, value)
        case (.leaf(let key, let value), .vacant): try body(key, value, nil)
        case (.vacant, .node(let new)): try new.forEach { try body($0, nil, $1) }
        case (.node(let old), .vacant): try old.forEach { try body($0, $1, nil) }
        case (.vacant, .vacant): break
        }
    }

    private func bucketDifference(from old: Self, _ body: Change) rethrows {
        try old.forEach { key, value in try body(key, value, bucketValue(key)) }
        try forEach { key, value in
            if old.bucketValue(key) == nil { try body(key, nil, value) }
        }
    }
}
