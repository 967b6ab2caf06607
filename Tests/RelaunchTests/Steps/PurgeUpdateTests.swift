@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Purged caches, updates and backups, with targets that rely on what they take away.
@Suite(.enabled(if: TrialTarget.hasPython, "python3 is not on the PATH"))
struct PurgeUpdateTests {
    private let directory = try? TemporaryDirectory()

    /// A value is saved, the target dies, the world changes, and the value is asked for.
    private func trial(
        of methods: String, control: Control = .automatic, _ change: any Step
    ) async throws -> CaseResult {
        let directory = try #require(directory)
        return try await RelaunchTests.trial(
            WorldTarget.python(methods, in: directory), TrialOptions(control: control)
        ) {
            Launch()
            Perform("set", ["key": "text", "value": "milk"])
            Background()
            Kill(.system)
            change
            Launch()
            Expect(.restored)
            Expect("text", equals: "milk")
        }.only()
    }

    // MARK: W1

    @Test func `a state that lies in Application Support outlives purged caches`() async throws {
        let result = try await trial(of: "", PurgeCaches())
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: ["HOME / 'Library/Caches/text'", "HOME / 'tmp/text'"])
    func `user data in a cache is missed after a purge`(_ place: String) async throws {
        let kept = WorldTarget.keeping(in: place)
        let result = try await trial(of: kept, PurgeCaches())
        #expect(result.verdict == .failed)
        #expect(result.failure?.blame == .target)
        try expectGolden(result, of: place, showing: .timeline)
        let unharmed = try await trial(of: kept, Wait(for: .milliseconds(1)))
        #expect(unharmed.verdict == .passed, "\(unharmed.failures)")
    }

    // MARK: W2

    @Test func `an update moves Documents and Library to another path`() async throws {
        let result = try await trial(of: "", UpdateApp())
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a stored absolute path is broken by an update`() async throws {
        let absolute = """
            def background(self):
                (HOME / "Documents/text").write_text(json.dumps(self.values))
                (HOME / "Library/where").write_text(str(HOME / "Documents/text"))
                super().background()
            def restore(self):
                super().restore()
                self.values = {}
                where = HOME / "Library/where"
                if where.exists() and pathlib.Path(where.read_text()).exists():
                    self.values = json.loads(pathlib.Path(where.read_text()).read_text())
            """
        let result = try await trial(of: absolute, UpdateApp())
        #expect(result.verdict == .failed)
        let unharmed = try await trial(of: absolute, PurgeCaches())
        #expect(unharmed.verdict == .passed, "\(unharmed.failures)")
    }

    @Test func `what lies beside Documents and Library is left behind`() async throws {
        let result = try await trial(
            of: WorldTarget.keeping(in: "HOME / '.target/text'"), UpdateApp())
        #expect(result.verdict == .failed)
        try expectGolden(result, showing: .timeline)
    }

    @Test func `build A saves, build B restores, and back`() async throws {
        let directory = try #require(directory)
        let old = try WorldTarget.script("", in: directory, name: "old")
        _ = try WorldTarget.script(
            """
            def state(self):
                return {"build": "new", **self.values}
            """, in: directory, name: "new")
        let result = try await RelaunchTests.trial(
            .app(old), TrialOptions(control: .automatic)
        ) {
            Launch()
            Expect("build", .isMissing)
            Perform("set", ["key": "text", "value": "milk"])
            Background()
            Kill(.system)
            UpdateApp(to: "new")
            Launch()
            Expect("build", equals: "new")
            Expect("text", equals: "milk")
            Perform("set", ["key": "text", "value": "bread"])
            Background()
            Kill(.system)
            UpdateApp(to: "old")
            Launch()
            Expect("build", .isMissing)
            Expect("text", equals: "bread")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `the bundle of an update names the version and the app`() async throws {
        let directory = try #require(directory)
        let target = try WorldTarget.python(
            """
            def state(self):
                return {"plist": pathlib.Path(__file__).with_name("Info.plist").read_text()}
            """, in: directory)
        let result = try await RelaunchTests.trial(target) {
            UpdateApp(version: "2.0")
            Launch()
            Expect("plist", satisfies: { $0.string?.contains("<string>2.0</string>") == true })
            Expect(
                "plist", satisfies: { $0.string?.contains("<string>target.py</string>") == true })
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `the bundle of an update keeps the rest of its Info.plist`() async throws {
        let directory = try #require(directory)
        let target = try WorldTarget.python(
            """
            def state(self):
                return {"plist": pathlib.Path(__file__).with_name("Info.plist").read_text()}
            """, in: directory)
        let list = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
            <key>CFBundleVersion</key><string>1</string>\
            <key>UIMainStoryboardFile</key><string>Start</string>\
            <key>UIApplicationSceneManifest</key>\
            <dict><key>UIApplicationSupportsMultipleScenes</key><true/></dict></dict></plist>
            """
        try list.write(toFile: directory.path + "/Info.plist", atomically: true, encoding: .utf8)
        let result = try await RelaunchTests.trial(target) {
            UpdateApp(version: "2.0")
            Launch()
            for kept in ["<string>2.0</string>", "<string>Start</string>", "<true/>"] {
                Expect("plist", satisfies: { $0.string?.contains(kept) == true })
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `an update in a swept state leaves the next state alone`() async throws {
        let result = try await RelaunchTests.trial(
            WorldTarget.python("", in: try #require(directory)), TrialOptions(control: .automatic)
        ) {
            Launch()
            Perform("set", ["key": "text", "value": "old"])
            Background()
            Foreground()
            Perform("set", ["key": "text", "value": "new"])
            Sweep(.system) { Background() }
            UpdateApp()
            Launch()
            Expect("text", isOneOf: "old", "new")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.launches > 4)
    }

    // MARK: W3

    /// Marks a file or folder as excluded.
    private static let mark = """
        def exclude(self, path):
            os.setxattr(path, "\(RestoreFromBackup.excludedAttribute)", b"1")

        """

    @Test func `nothing that is marked comes back, nor what is in a marked folder`() async throws {
        let directory = try #require(directory)
        let target = try WorldTarget.python(
            Self.mark + """
                def background(self):
                    for name in ["Documents/folder", "Documents/folder/inner"]:
                        (HOME / name).mkdir()
                    for name in ["Documents/kept", "Documents/file", "Documents/folder/inner/deep",
                                 "Library/Caches/cache", "tmp/temporary"]:
                        (HOME / name).write_text("here")
                    self.exclude(HOME / "Documents/file")
                    self.exclude(HOME / "Documents/folder")
                    super().background()
                """, in: directory)
        let result = try await RelaunchTests.trial(target) {
            Launch()
            Background()
            Kill(.system)
            RestoreFromBackup()
            Launch()
            Expect(file: "Documents/kept", equals: "here")
            Expect(file: "Documents/file", .isMissing)
            Expect(file: "Documents/folder", .isMissing)
            Expect(file: "Library/Caches/cache", .isMissing)
            Expect(file: "tmp/temporary", .isMissing)
            Expect(file: "Library/Caches", .isPresent)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, showing: .timeline)
    }

    @Test func `an atomic save loses the mark`() async throws {
        let target = try WorldTarget.python(
            Self.mark + """
                def background(self):
                    (HOME / "Documents/file").write_text("one")
                    self.exclude(HOME / "Documents/file")
                    replace_file(HOME / "Documents/file", "two")
                    super().background()
                """, in: try #require(directory))
        let result = try await RelaunchTests.trial(target) {
            Launch()
            Background()
            Kill(.system)
            RestoreFromBackup()
            Launch()
            Expect(file: "Documents/file", .isMissing)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.actual == #""two""#)
    }

    @Test func `a mark goes along with a copy of the container`() async throws {
        let target = try WorldTarget.python(
            Self.mark + """
                def background(self):
                    (HOME / "Documents/file").write_text("one")
                    self.exclude(HOME / "Documents/file")
                    super().background()
                """, in: try #require(directory))
        let result = try await RelaunchTests.trial(target) {
            Launch()
            Background()
            Kill(.system)
            Damage(WorldTarget.savedFile, .truncatedAnywhere(atMost: 4))
            RestoreFromBackup()
            Launch()
            Expect(file: "Documents/file", .isMissing)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
