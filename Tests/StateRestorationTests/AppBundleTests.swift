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

    @MainActor
    @Test("S9, R9: the main bundle and the archive name one version, before any method is called")
    func mainBundle() {
        let device = SimulatedDevice()
        device.save()
        var versions: [String?] = []
        let run = device.launch {
            // Before the first method of the delegate is called.
            versions.append(Bundle.main.infoDictionary?["CFBundleVersion"] as? String)
            return TestDelegate {
                $0.onShouldRestore = { coder in
                    versions.append(
                        coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey)
                            as? String)
                }
            }
        }
        #expect(run.wasRestored)
        #expect(versions == ["1", "1"])
        #expect(Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String == "1")
        #expect(Bundle.main.bundleIdentifier == "org.example.app")

        device.version = "2"
        device.launch()
        #expect(Bundle.main.infoDictionary?["CFBundleVersion"] as? String == "2")
        #expect(Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String == "2")
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
