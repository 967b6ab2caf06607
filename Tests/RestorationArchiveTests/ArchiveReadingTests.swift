import Fuzz
import Testing
import TestSupport

@testable import RestorationArchive

/// What is still read of a damaged archive, and what is said of it.
struct ArchiveReadingTests {
    private let archive = SampleFiles.archive

    @Test("An undamaged archive is read as it was written, without a complaint")
    func undamaged() throws {
        #expect(try StateArchive(file: archive.file) == archive)
        let reading = ArchiveReading(file: archive.file)
        #expect(reading.damages.isEmpty)
        #expect(reading.records.map(\.record) == archive.records)
        #expect(reading.head?.origin == archive.origin)
    }

    @Test("A changed record is named, with its place; the others are read")
    func changedRecord() throws {
        var file = archive.file
        let place = try #require(position(of: "the text of editor", in: file))
        file[place] ^= 0x20
        let reading = ArchiveReading(file: file)
        #expect(reading.damages.map(\.record) == [nil, 1])
        #expect(abs((reading.damages.last?.offset ?? 0) - place) < 200)
        #expect(reading.records.map(\.index) == [0, 1, 2])
        #expect(reading.records[2].record == archive.records[2])
    }

    @Test("A record that cannot be read is left out; those after it are read")
    func unreadableRecord() throws {
        var file = archive.file
        let place = try #require(position(of: "the text of editor", in: file))
        file[place] = 0xFF
        let reading = ArchiveReading(file: file)
        try expectGolden(reading.damages.map(\.reason))
        #expect(reading.records.map(\.index) == [0, 2])
    }

    @Test("A truncated archive says how many records are missing, at every length")
    func truncated() throws {
        let file = archive.file
        for length in file.indices {
            let reading = ArchiveReading(file: Array(file[..<length]))
            #expect(!reading.damages.isEmpty, "cut at \(length)")
            #expect(reading.records.allSatisfy { $0.record == archive.records[$0.index] })
        }
        let last = ArchiveReading(file: file.dropLast())
        #expect(last.records.map(\.index) == [0, 1])
        try expectGolden(last.damages.map(\.reason))
    }

    @Test("What is no archive, or one of a later format, is told from a damaged one")
    func otherFiles() throws {
        try expectGolden(ArchiveReading(file: []).damages.map(\.reason), of: "empty")
        let foreign = ArchiveReading(file: Array(repeating: 7, count: 100))
        try expectGolden(foreign.damages.map(\.reason), of: "foreign")
        #expect(foreign.version == nil)
        let newer = ArchiveReading(
            file: SealedFile.seal([1, 2, 3], magic: StateArchive.magic, version: 99))
        #expect(newer.isOfNewerFormat)
        #expect(newer.damages.isEmpty)
    }

    @Test("Types have readable names where no process has them")
    func typeNames() {
        #expect(TypeName.readable("5Notes20EditorViewControllerC") == "EditorViewController")
        #expect(TypeName.demangled("5Notes20EditorViewControllerC") == "Notes.EditorViewController")
        #expect(TypeName.readable("EditorViewController") == "EditorViewController")
    }

    @Test("The checksum is CRC-64/XZ, at every length")
    func checksum() {
        #expect(Checksum.of(Array("123456789".utf8)[...]) == 0x995D_C9BB_DF19_39FA)
        let bytes = (0..<100).map { UInt8($0) }
        for cut in 0...100 {
            var sum = Checksum()
            sum.add(bytes[..<cut])
            sum.add(bytes[cut...])
            #expect(sum.value == Checksum.of(bytes[...]))
        }
    }

    private func position(of text: String, in file: [UInt8]) -> Int? {
        let text = Array(text.utf8)
        return file.indices.first { file[$0...].starts(with: text) }
    }
}
