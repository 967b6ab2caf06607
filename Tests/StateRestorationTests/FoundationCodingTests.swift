import CodingSamples
import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// What an app puts into a coder that it has from Foundation, and that `NSCoding` or its bridge can take on
/// iOS: it comes back equal and as what it was, or the save says which value it cannot take (S7).
@MainActor
struct FoundationCodingTests {
    @Test(
        "S7: what Foundation can encode on iOS comes back as what it was",
        arguments: CodingSample.all)
    func comesBack(sample: CodingSample) throws {
        let context = CoderContext()
        var issues: [String] = []
        context.report = { text, _ in issues.append(text) }
        let encoder = RestorationCoder(encodingFor: "test", context: context)
        encoder.encode(sample.value, forKey: "value")
        #expect(context.failure == nil)
        var archive = StateArchive()
        archive.application = encoder.state
        let copy = try StateArchive(file: archive.file)
        let decoder = RestorationCoder(decoding: copy.application, for: "test", context: context)
        let back = decoder.decodeObject(forKey: "value")
        #expect(sample.isBack(back), "\(back ?? "nil"), a \(type(of: back))")
        #expect(issues.isEmpty)
    }

    /// What keeps nothing of itself on Linux, or would end the process that decodes it.
    nonisolated static let refused: [(name: String, value: @Sendable () -> Any)] = [
        ("DateFormatter", { DateFormatter() }), ("NumberFormatter", { NumberFormatter() }),
        ("ISO8601DateFormatter", { ISO8601DateFormatter() }),
        ("Notification", { NSNotification(name: .init("n"), object: nil) }),
        ("CheckingResult", { firstMatch() }), ("URLComponents", { URLComponents() }),
        ("NSPredicate", { NSPredicate(value: true) }), ("Range", { 1..<3 }),
        (
            "NSSortDescriptor",
            { NSSortDescriptor(keyPath: \Date.timeIntervalSince1970, ascending: true) }
        ),
        ("AttributedString", { AttributedString("a") }), ("Duration", { Duration.seconds(1) }),
        ("NSBundle", { Bundle.main }), ("NSFileManager", { FileManager.default }),
    ]

    nonisolated private static func firstMatch() -> Any {
        let expression = try? NSRegularExpression(pattern: "a")
        return expression?.firstMatch(in: "a", range: NSRange(0..<1)) ?? "no match"
    }

    @Test(
        "S7, S16: what cannot come back is refused by the save, with its key and type",
        arguments: refused.indices)
    func isRefused(index: Int) throws {
        let (name, make) = Self.refused[index]
        for value in [make(), ["inside": make()]] {
            let context = CoderContext()
            RestorationCoder(encodingFor: "test", context: context).encode(value, forKey: "place")
            let failure = try #require(context.failure, "\(name)")
            #expect(failure.contains("test"))
            #expect(failure.contains("\"place\""))
            #expect(failure.contains(name.replacing("NS", with: "")), "\(failure)")
        }
    }
}
