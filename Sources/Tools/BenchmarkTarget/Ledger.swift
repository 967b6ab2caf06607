import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Keeps records of 16 bytes in one file, and marks in many places of another, large one.
///
/// Actions say what the next save is to do: `append` so many records, each in a write of its own, or
/// `replace` the records by so many, all at once; `store` a file of so many MiB; `mark` so many places
/// of it. `work` takes time at once.
final class Ledger {
    private static let recordSize = 16
    /// Apart, so that each place lies in a page of its own.
    private static let placeDistance = 1 << 20
    private static let mark = Array("marked here".utf8)

    private static let path = "Documents/records"

    private let records: Int32
    private let store: Int32
    private var pending: [(what: String, count: Int)] = []

    init() throws {
        records = open(Self.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        store = open("Documents/store", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard records >= 0, store >= 0 else { throw Complaint.ofSystem("open") }
    }

    func serve() throws {
        guard let harness = Harness.connect() else { throw Complaint("there is no harness") }
        harness.handler = { [self] request in try answer(request) }
        let count: JSON = ["type": "object", "properties": ["count": ["type": "integer"]]]
        _ = try harness.hello(
            Hello(
                name: "ledger", version: "1.0",
                actions: [
                    "append": count, "replace": count, "store": count, "mark": count, "work": count,
                ]))
        try harness.enter(.launching)
        if size(of: records) > 0 {
            try harness.reportRestored()
        } else {
            try harness.reportNotRestored(reason: "noSavedState")
        }
        try harness.enter(.active)
        try harness.run()
    }

    private func answer(_ request: Harness.Request) throws -> JSON {
        switch request {
        case .perform("work", let arguments): Self.work(milliseconds: Self.count(in: arguments))
        case .perform(let action, let arguments):
            pending.append((action, Self.count(in: arguments)))
        case .lifecycle(.background):
            for (what, count) in pending { try save(what, count) }
            pending.removeAll()
        case .state:
            return [
                "records": .integer(Int64(size(of: records) / Self.recordSize)),
                "marks": .integer(Int64(markCount)),
            ]
        default: break
        }
        return [:]
    }

    private static func count(in arguments: [String: JSON]) -> Int {
        if case .integer(let count) = arguments["count"] { Int(count) } else { 1 }
    }

    /// Computes until so much time has passed, as a program that prepares what it will save.
    private static func work(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var sum: UInt64 = 1
        repeat {
            for _ in 0..<10_000 { sum = sum &* 6_364_136_223_846_793_005 &+ 1 }
        } while ContinuousClock.now < end && sum != 0
    }

    // MARK: Files

    private func size(of file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    private func save(_ what: String, _ count: Int) throws {
        switch what {
        case "append":
            let first = size(of: records) / Self.recordSize
            try put(first..<first + count, into: records)
        case "replace": try replace(count)
        case "store":
            let block = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            for number in 0..<count {
                guard pwrite(store, block, block.count, number << 20) == block.count else {
                    throw Complaint.ofSystem("pwrite")
                }
            }
        case "mark":
            for number in 0..<count {
                let place = number * Self.placeDistance
                guard pwrite(store, Self.mark, Self.mark.count, place) == Self.mark.count else {
                    throw Complaint.ofSystem("pwrite")
                }
            }
        default: throw Complaint("there is no action '\(what)'")
        }
    }

    private func put(_ numbers: Range<Int>, into file: Int32) throws {
        for number in numbers {
            let record = [UInt64(number).bigEndian, UInt64(number).byteSwapped]
            guard write(file, record, Self.recordSize) == Self.recordSize else {
                throw Complaint.ofSystem("write")
            }
        }
    }

    /// Writes a new file and lets it take the place of the old one.
    private func replace(_ count: Int) throws {
        let new = Self.path + ".new"
        let file = open(new, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Complaint.ofSystem("open") }
        defer { close(file) }
        try put(0..<count, into: file)
        guard rename(new, Self.path) == 0, dup2(file, records) >= 0 else {
            throw Complaint.ofSystem("rename")
        }
    }

    /// How many places are marked, from the first one on.
    private var markCount: Int {
        var bytes = [UInt8](repeating: 0, count: Self.mark.count)
        var count = 0
        while pread(store, &bytes, bytes.count, count * Self.placeDistance) == bytes.count,
            bytes == Self.mark
        {
            count += 1
        }
        return count
    }
}
