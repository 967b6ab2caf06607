import Foundation
import RelaunchStress
import Testing

/// What a run's directory says, with the summary of its journal and without.
@Suite final class StressDirectoryTests {
    private let path = NSTemporaryDirectory() + "/stress-\(UUID().uuidString)"
    private let options = StressOptions(
        name: "a", executable: "/a", arguments: [], seed: 1, cases: 10)

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func life(_ number: Int) -> LifeResult {
        LifeResult(life: number, launches: 2, reached: ["a", "life \(number)"])
    }

    /// A run of four lives that has been summed up, and goes on with a fifth.
    private func makeRun() throws -> StressRecord {
        let directory = try StressDirectory.make(path, options)
        var record = StressRecord()
        for number in 0..<4 {
            record.take(life(number))
            try directory.write(life(number))
        }
        try directory.writeSummary(of: record)
        record.take(life(4))
        try directory.write(life(4))
        try directory.sync()
        return record
    }

    private func expect(_ record: StressRecord) throws {
        let read = try StressDirectory.read(path).record
        #expect(read.done == record.done && read.launches == record.launches)
        #expect(read.reached == record.reached)
    }

    @Test func aSummaryStandsForTheLinesThatItCovers() throws {
        let record = try makeRun()
        try expect(record)
        // The lines that it covers are not read again.
        let journal = path + "/lives.jsonl"
        var bytes = try #require(FileManager.default.contents(atPath: journal))
        bytes[0] = UInt8(ascii: "?")
        try bytes.write(to: URL(fileURLWithPath: journal))
        try expect(record)
    }

    @Test func withoutASummaryTheJournalSaysTheSame() throws {
        let record = try makeRun()
        try FileManager.default.removeItem(atPath: path + "/record.json")
        try expect(record)
    }

    @Test func aJournalThatIsShorterThanItsSummaryIsRefused() throws {
        _ = try makeRun()
        let file = try #require(FileHandle(forWritingAtPath: path + "/lives.jsonl"))
        try file.truncate(atOffset: 10)
        try file.close()
        #expect(throws: StressDirectoryError.self) { try StressDirectory.read(path) }
    }
}
