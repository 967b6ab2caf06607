import FoundationEssentials
import RelaunchProtocol
import Testing

@Suite("The bytes of a channel")
struct LineReaderTests {
    @Test("are the same lines, however they are cut", arguments: [1, 2, 3, 5, 7, 64, 1000])
    func chunks(size: Int) throws {
        let lines = ["", "a", "{\"ü\":\"👩‍👩‍👧\"}", String(repeating: "x", count: 300), " \r", "last"]
        let bytes = Array((lines.joined(separator: "\n") + "\nnot finished").utf8)
        var reader = LineReader()
        var received: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            while let line = try reader.next() {
                received.append(String(decoding: line, as: UTF8.self))
            }
        }
        #expect(received == lines)
        #expect(!reader.isEmpty)
    }

    @Test("may all be read at the end")
    func late() throws {
        var reader = LineReader()
        for _ in 0..<1000 { reader.append(Data("one\ntwo\n".utf8)) }
        for _ in 0..<1000 {
            #expect(try reader.next() == Data("one".utf8))
            #expect(try reader.next() == Data("two".utf8))
        }
        #expect(try reader.next() == nil)
        #expect(reader.isEmpty)
    }

    @Test("may hold a line of 16 MiB")
    func longestLine() throws {
        var reader = LineReader()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024)
        for _ in 0..<Message.maximumLength / chunk.count {
            reader.append(chunk)
            #expect(try reader.next() == nil)
        }
        reader.append(Array("\nnext\n".utf8))
        #expect(try reader.next()?.count == Message.maximumLength)
        #expect(try reader.next() == Data("next".utf8))
    }

    @Test("are refused at the first byte beyond 16 MiB, and ever after")
    func tooLongLine() throws {
        var reader = LineReader()
        reader.append(Array("fine\n".utf8))
        reader.append([UInt8](repeating: UInt8(ascii: "x"), count: Message.maximumLength))
        #expect(try reader.next() == Data("fine".utf8))
        #expect(try reader.next() == nil)
        for _ in 1...3 {
            reader.append([UInt8(ascii: "y")])
            let error = #expect(throws: ProtocolError.self) { try reader.next() }
            guard case .lineTooLong(let line)? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            #expect(line.hasPrefix("xxx"))
            reader.append(Array("\nmore\n".utf8))
        }
    }

    @Test("are refused when a line is too long although its newline has come")
    func tooLongWholeLine() throws {
        var reader = LineReader(maximumLength: 10)
        reader.append(Array("0123456789\n0123456789x\nok\n".utf8))
        #expect(try reader.next() == Data("0123456789".utf8))
        #expect(throws: ProtocolError.lineTooLong(line: "0123456789x")) { try reader.next() }
        #expect(throws: ProtocolError.lineTooLong(line: "0123456789x")) { try reader.next() }
    }

    @Test("are refused when they are not UTF-8, be it a character that is cut off")
    func notUTF8() throws {
        var reader = LineReader()
        reader.append([0x61, 0xFF, 0x0A, 0xE2, 0x82, 0x0A] as [UInt8])
        #expect(throws: ProtocolError.notUTF8(line: "a\u{FFFD}")) { try reader.next() }
        #expect(throws: ProtocolError.notUTF8(line: "\u{FFFD}")) { try reader.next() }
    }

    @Test(
        "take time in proportion, byte by byte and many lines in one chunk",
        .timeLimit(.minutes(10))
    )
    func linear() throws {
        // Quadratic, each of these would move or search some 10¹¹ bytes. The limit is for a machine that
        // does everything else at the same time.
        var reader = LineReader()
        for _ in 0..<500_000 {
            reader.append(CollectionOfOne(UInt8(ascii: "x")))
            _ = try reader.next()
        }
        reader.append(Array(String(repeating: "\n", count: 500_000).utf8))
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 500_000)
    }
}
