import Foundation
@testable import RelaunchCommand
import Testing

/// The kits that scenario files are compiled with: one for each build, the old ones removed.
@Suite struct KitTests {
    let folder: TemporaryFolder
    let now = Int64(Date.now.timeIntervalSince1970)

    init() throws { folder = try TemporaryFolder("kits") }

    private func kit(_ name: String, usedSecondsAgo age: Int) throws {
        try folder.write("", to: "\(name)/library")
        let used = Date(timeIntervalSince1970: Double(Int(now) - age))
        try FileManager.default.setAttributes(
            [.modificationDate: used], ofItemAtPath: folder.path(name))
    }

    @Test func kitsThatNobodyHasUsedForAnHourAreRemovedApartFromTheNewestThree() throws {
        for (index, name) in ["newest", "second", "third", "old", "older"].enumerated() {
            try kit(name, usedSecondsAgo: 7200 + index)
        }
        KitBuilder.removeOldKits(on: folder.path, now: now)
        #expect(folder.names() == ["newest", "second", "third"])
    }

    @Test func kitsOfTheLastHourAreNotUnused() throws {
        try kit("used", usedSecondsAgo: 60)
        try kit("unused", usedSecondsAgo: 7200)
        try folder.write("", to: "lock")
        #expect(KitBuilder.unusedKits(on: folder.path, now: now) == [folder.path("unused")])
    }

    @Test func aKitThatARunMayStillCompileWithStays() throws {
        for index in 1...5 { try kit("kit \(index)", usedSecondsAgo: 60 * index) }
        KitBuilder.removeOldKits(on: folder.path, now: now)
        #expect(folder.names() == (1...5).map { "kit \($0)" })
    }
}
