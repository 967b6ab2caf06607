import Foundation
import Testing
import TestSupport

/// `relaunch adopt`: what becomes of an iOS app's code.
@Suite struct AdoptTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let names = AdoptSample.all.keys.sorted()
    /// What a person has to do the rest of.
    private static let unfinished: Set = ["Names"]

    private func write(_ name: String, endingLinesWith lineBreak: String = "\n") throws -> String {
        let text = try #require(AdoptSample.all[name])
        try folder.write(text.replacing("\n", with: lineBreak), to: name + ".swift")
        return name + ".swift"
    }

    @Test(arguments: names)
    func whatWouldChangeIsShown(_ name: String) async throws {
        let file = try write(name)
        let before = try folder.read(file)
        let run = try await relaunch("adopt", file, in: folder)
        #expect(run.status == (Self.unfinished.contains(name) ? 101 : 0), "\(run.error)")
        try expectGolden(run, of: name)
        #expect(try folder.read(file) == before)
        #expect(!folder.names().contains { $0.hasPrefix(file + ".") })
    }

    @Test(arguments: names, [[], ["--keep-attributes"]])
    func aSecondTimeNothingIsLeftToChange(_ name: String, _ options: [String]) async throws {
        let file = try write(name)
        let first = try await RelaunchProcess(["adopt", "--write", file] + options, in: folder)
            .finish()
        #expect(first.output.isEmpty)
        let adopted = try folder.read(file)
        #expect(adopted != AdoptSample.all[name])
        let second = try await RelaunchProcess(["adopt", file] + options, in: folder).finish()
        #expect(second.output.isEmpty, "\(second.output)")
        #expect(second.status == first.status)
    }

    @Test(arguments: names)
    func linesEndAsTheyDid(_ name: String) async throws {
        let file = try write(name)
        _ = try await relaunch("adopt", "--write", file, in: folder)
        let adopted = try folder.read(file)
        _ = try write(name, endingLinesWith: "\r\n")
        _ = try await relaunch("adopt", "--write", file, in: folder)
        let text = try folder.read(file)
        #expect(text.replacing("\r\n", with: "\n") == adopted)
        #expect(text.utf8.filter { $0 == 13 }.count == adopted.utf8.filter { $0 == 10 }.count)
    }

    /// What `patch` makes of the diff is what --write writes.
    @Test(.enabled(if: Tool.isThere("patch")), arguments: names)
    func theDiffIsOneThatPatchReads(_ name: String) async throws {
        let file = try write(name)
        // Without a line break at the end.
        try folder.write(String(try folder.read(file).dropLast()), to: file)
        let before = try folder.read(file)
        let run = try await relaunch("adopt", file, in: folder)
        try folder.write(run.output, to: "changes.diff")
        _ = try await relaunch("adopt", "--write", file, in: folder)
        let written = try folder.read(file)
        try folder.write(before, to: file)
        let patched = try await Tool.shell("patch --quiet -p1 <changes.diff", in: folder)
        #expect(patched.status == 0, "\(patched.error)")
        #expect(try folder.read(file) == written)
    }

    @Test func attributesCanStayForTheSystemsThatKnowThem() async throws {
        let run = try await relaunch("adopt", "--keep-attributes", write("Attributes"), in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func filesThatBelongTogetherAreReadTogether() async throws {
        try folder.write(
            """
            import UIKit
            class LampViewController: UIViewController {
            \tvar isOn = false
            }
            """, to: "Lamp.swift")
        try folder.write(
            """
            import UIKit
            extension LampViewController {
                @objc func toggle() { isOn.toggle() }
                override func viewDidLoad() {
                    super.viewDidLoad()
                    let button = UIButton()
                    button.addTarget(self, action: #selector(toggle), for: .touchUpInside)
                }
            }
            """, to: "Lamp+View.swift")
        let alone = try await relaunch("adopt", "Lamp+View.swift", in: folder)
        #expect(alone.status == 101)
        try expectGolden(alone, of: "alone")
        let both = try await relaunch("adopt", "Lamp.swift", "Lamp+View.swift", in: folder)
        #expect(both.status == 0, "\(both.error)")
        try expectGolden(both, of: "both")
    }

    @Test func whatAnOverrideUsesCanBeUsedWhereItArrives() async throws {
        try folder.write(
            "import UIKit\nclass Lamp: UIViewController { var isOn = false }\n", to: "Lamp.swift")
        try folder.write(
            """
            import UIKit

            fileprivate extension String { static let lamp = "lamp" }
            private let unused = 0

            extension Lamp {
                private enum Keys: String { case isOn }

                override func encodeRestorableState(with coder: NSCoder) {
                    super.encodeRestorableState(with: coder)
                    coder.encode(isOn, forKey: Keys.isOn.rawValue + .lamp)
                }
            }
            """, to: "Lamp+Restoring.swift")
        let run = try await relaunch(
            "adopt", "--write", "Lamp.swift", "Lamp+Restoring.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        let left = try folder.read("Lamp+Restoring.swift").split(separator: "\n").map(String.init)
        #expect(
            Set(left).isSuperset(of: [
                #"extension String { static let lamp = "lamp" }"#,
                "    enum Keys: String { case isOn }", "private let unused = 0",
            ]), "\(left)")
    }

    @Test func whatAnotherFrameworkBringsIsImportedByItsOwnName() async throws {
        try folder.write("import CoreData\n\nlet page = URL(string: \"a:b\")\n", to: "A.swift")
        let run = try await relaunch("adopt", "--write", "A.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            try folder.read("A.swift").split(separator: "\n").prefix(5) == [
                "#if canImport(CoreData)", "import CoreData", "#else", "import Foundation",
                "#endif",
            ])
    }

    @Test func whatFoundationHasOnApplesSystemsAloneComesFromStateRestoration() async throws {
        try folder.write(
            "import Foundation\n\nextension NSUserActivity { var page: Any? { userInfo } }\n",
            to: "A.swift")
        let run = try await relaunch("adopt", "--write", "A.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            try folder.read("A.swift").split(separator: "\n").prefix(4) == [
                "import Foundation", "#if !canImport(UIKit)", "import StateRestoration", "#endif",
            ])
    }

    @Test func whatTheCompilerSaysHasTheLinesOfTheResult() async throws {
        try folder.write("import UIKit\n\nlet missing = Missing()\n", to: "A.swift")
        let run = try await relaunch("adopt", "A.swift", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func codeThatHasNothingOfThisKindIsLeftAsItIs() async throws {
        try folder.write("struct Point { var x = 0 }\n", to: "A.swift")
        try folder.write("print(Point())\n", to: "main.swift")
        let run = try await relaunch("adopt", "--write", "A.swift", "main.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    /// Of an app as it is on iOS, with nothing added but what lets scenarios drive it.
    @Test func anAppComesBack() async throws {
        for (name, text) in AdoptSample.app { try folder.write(text, to: "App/\(name)") }
        let files = AdoptSample.app.keys.sorted().map { "App/" + $0 }
        let run = try await RelaunchProcess(["adopt", "--write"] + files, in: folder).finish()
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
        try await compile(files, to: "app")
        let scenario = """
                Scenario("a draft comes back") {
                    Launch()
                    Perform("type", ["text": "milk"])
                    Background(); Kill(.system)
                    Launch()
                    Expect(.restored)
                    Expect("draft", equals: "milk")
                    Perform("discard")
                    Background(); Foreground()
                    Expect("draft", equals: "")
                    Expect("backgrounds", equals: 1)
                }
            """
        try folder.write(
            Sample.file("App", [scenario], target: ".app(\"./app\")"), to: "Suite.swift")
        let suite = try await relaunch("run", "Suite.swift", in: folder)
        #expect(suite.status == 0, "\(suite.error)")
    }

    /// Links an app with what `notes` is linked with.
    private func compile(_ files: [String], to program: String) async throws {
        let build = RelaunchProcess.product("") + "/"
        let list = try String(
            contentsOfFile: build + "notes.product/Objects.LinkFileList", encoding: .utf8)
        let objects = list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'"]) }
            .filter { !$0.contains("/Notes.build/") }
        let arguments =
            ["swiftc", "-parse-as-library", "-swift-version", "5", "-module-name", "App"]
            + ["-suppress-warnings", "-I", build + "Modules", "-o", program] + files + objects
        let run = try await RelaunchProcess(arguments, in: folder, program: "/usr/bin/env").finish()
        try #require(run.status == 0, "\(run.output)\(run.error)")
    }
}
