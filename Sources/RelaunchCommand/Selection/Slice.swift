/// One part of a run that is spread over several machines.
struct Slice: Equatable {
    enum Division: String {
        /// By turns over the selected scenarios in their order: parts of equal size.
        case turns
        /// By a hash of what the scenario is called: a part never changes because of other scenarios.
        case hash
    }

    var division: Division
    /// From 1.
    var number: Int
    var count: Int
    /// Where it comes from, to be told; nil where it was asked for on the command line.
    var origin: String?

    struct Invalid: Error, CustomStringConvertible {
        var description: String
    }

    init(division: Division, number: Int, count: Int, origin: String? = nil) {
        self.division = division
        self.number = number
        self.count = count
        self.origin = origin
    }

    /// Reads `m/n`.
    init(_ text: String, option: String, division: Division) throws(Invalid) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
            (1...count).contains(number)
        else {
            throw Invalid(
                description: """
                    '\(text)' after \(option) is not a slice: write m/n with 1 ≤ m ≤ n, such as 2/3 for the \
                    second of three
                    """)
        }
        self.init(division: division, number: number, count: count)
    }

    /// - Parameters:
    ///   - index: the scenario's place among all that are selected, from 0.
    ///   - identity: what the scenario is called, file included.
    func contains(index: Int, identity: String) -> Bool {
        switch division {
        case .turns: index % count == number - 1
        case .hash: ContentKey.number(of: identity) % UInt128(count) == UInt128(number - 1)
        }
    }

    var text: String { "\(number)/\(count)" }
}
