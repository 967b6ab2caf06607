import Foundation
import Testing

@testable import StateRestoration

struct AppBundleTests {
    @Test("S9: identifier and version are those of the Info.plist beside the executable")
    func informationFile() throws {
        let folder = NSTemporaryDirectory() + "AppBundleTests-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let list = ["CFBundleIdentifier": "org.example.notes", "CFBundleVersion": "3"]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: folder + "/Info.plist"))
        let bundle = AppBundle(executable: folder + "/notes", arguments: LaunchArguments([]))
        #expect(bundle.identifier == "org.example.notes")
        #expect(bundle.version == "3")
        #expect(bundle.name == "notes")
    }

    @Test("Without an Info.plist the executable's name does, and a launch argument goes before all")
    func withoutInformation() {
        let arguments = LaunchArguments(["-CFBundleVersion", "2", "other"])
        let bundle = AppBundle(executable: "/nonexistent/notes", arguments: arguments)
        #expect(bundle == AppBundle(identifier: "notes", version: "2"))
    }

    @Test("The identifier never leads out of the directory that it names")
    func strangeIdentifiers() {
        for identifier in ["../../etc", "a/b", "", "."] {
            let arguments = LaunchArguments(["-CFBundleIdentifier", identifier])
            let bundle = AppBundle(executable: "/nonexistent/notes", arguments: arguments)
            #expect(!bundle.identifier.contains("/"))
            #expect(!bundle.identifier.hasPrefix("."))
            #expect(!bundle.identifier.isEmpty)
        }
    }
}
