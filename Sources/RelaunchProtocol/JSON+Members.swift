extension JSON {
    /// The members of an object, found by the bytes of their names.
    ///
    /// A dictionary would take `"é"` in one character and in two for the same name, as Swift compares
    /// strings. A target that loses the normal form of a name has lost the name.
    public struct Members: Sendable, Hashable {
        private var storage: [Name: JSON] = [:]

        /// No members.
        public init() {}

        /// The members of a dictionary.
        public init(_ dictionary: [String: JSON]) {
            storage.reserveCapacity(dictionary.count)
            for (name, value) in dictionary { self[name] = value }
        }

        /// These members; of two with one name the last counts.
        public init(_ members: some Sequence<(String, JSON)>) {
            for (name, value) in members { self[name] = value }
        }

        /// The value of a member, or nil where there is none.
        public subscript(name: String) -> JSON? {
            get { storage[Name(text: name)] }
            set { storage[Name(text: name)] = newValue }
        }

        /// The names, in no order.
        public var keys: [String] { storage.keys.map(\.text) }

        /// The values, in the same order as the names.
        public var values: [JSON] { Array(storage.values) }

        /// The names, in the order of their bytes: that of characters, for all but a few.
        public var sortedKeys: [String] { storage.keys.sorted().map(\.text) }

        /// The members in a dictionary; of names that Swift takes for the same only one is kept.
        public var dictionary: [String: JSON] { Dictionary(map { $0 }) { $1 } }

        /// Takes a member out, and returns its value.
        @discardableResult
        public mutating func removeValue(forKey name: String) -> JSON? {
            storage.removeValue(forKey: Name(text: name))
        }

        /// Takes in other members; `combine` chooses between the values of one name.
        public mutating func merge(
            _ others: Members, uniquingKeysWith combine: (JSON, JSON) throws -> JSON
        ) rethrows {
            try storage.merge(others.storage, uniquingKeysWith: combine)
        }

        /// These members and others; `combine` chooses between the values of one name.
        public func merging(
            _ others: Members, uniquingKeysWith combine: (JSON, JSON) throws -> JSON
        ) rethrows -> Members {
            var all = self
            try all.merge(others, uniquingKeysWith: combine)
            return all
        }

        /// The same names with other values.
        public func mapValues(_ transform: (JSON) throws -> JSON) rethrows -> Members {
            var all = Members()
            all.storage = try storage.mapValues(transform)
            return all
        }

        /// The members for which something holds.
        public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Members {
            var some = Members()
            some.storage = try storage.filter { try isIncluded(($0.key.text, $0.value)) }
            return some
        }
    }

    /// An object with the members of a dictionary.
    public static func object(_ members: [String: JSON]) -> JSON { .object(Members(members)) }
}

extension JSON.Members: Collection {
    /// A name and the value under it.
    public typealias Element = (key: String, value: JSON)

    /// A place among the members, which any change makes invalid.
    public struct Index: Comparable {
        fileprivate let index: Dictionary<JSON.Name, JSON>.Index
        public static func < (lhs: Index, rhs: Index) -> Bool { lhs.index < rhs.index }
    }

    /// The place of the first member; the members are in no order.
    public var startIndex: Index { Index(index: storage.startIndex) }
    /// The place after the last member.
    public var endIndex: Index { Index(index: storage.endIndex) }
    /// The place after another one, which must be that of a member.
    public func index(after index: Index) -> Index {
        Index(index: storage.index(after: index.index))
    }
    /// How many members there are.
    public var count: Int { storage.count }

    /// The member at a place.
    public subscript(position: Index) -> Element {
        let member = storage[position.index]
        return (member.key.text, member.value)
    }
}

extension JSON.Members: ExpressibleByDictionaryLiteral {
    /// Of two values under one name the last counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}

extension JSON {
    /// A member's name, which is its bytes.
    fileprivate struct Name: Hashable, Comparable, Sendable {
        let text: String

        static func == (lhs: Name, rhs: Name) -> Bool {
            lhs.text.utf8.count == rhs.text.utf8.count
                && lhs.text.utf8.elementsEqual(rhs.text.utf8)
        }

        static func < (lhs: Name, rhs: Name) -> Bool {
            lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
