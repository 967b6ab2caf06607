import Foundation
import Testing

/// A package of a user's own: it lies outside this repository, and knows Relaunch by its documentation and
/// its products alone. Its sources are in Tests/PlugIns, its manifest is below.
///
/// It is built in a folder of `.build` that stays, so that a second run compiles the package and not
/// Relaunch. `scripts/test` runs it before the other tests, when nothing else needs the processors.
@Suite(.serialized) struct PlugInPackageTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let scratch = repository.appending(path: ".build/plug-ins").path
    private static let sources = repository.appending(path: "Tests/PlugIns")

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "MyPlugIns",
            platforms: [.macOS(.v15)],
            dependencies: [
                .package(name: "Relaunch", path: "\(repository.path)")
            ],
            targets: [
                .target(
                    name: "MyPlugIns",
                    dependencies: [.product(name: "Relaunch", package: "Relaunch")]),
                .testTarget(
                    name: "MyPlugInsTests",
                    dependencies: [
                        "MyPlugIns",
                        .product(name: "Relaunch", package: "Relaunch"),
                        .product(name: "RelaunchTesting", package: "Relaunch"),
                    ],
                    exclude: ["ledger"]),
                .executableTarget(
                    name: "crash-states-of",
                    dependencies: [.product(name: "CrashStates", package: "Relaunch")]),
                .executableTarget(
                    name: "memo",
                    dependencies: [.product(name: "RelaunchTarget", package: "Relaunch")]),
            ]
        )

        """

    @Test func `it uses public symbols of documented modules alone`() throws {
        let page = try text("Sources/Relaunch/Documentation.docc/PlugIns.md")
        let products = page.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.output.1) }
        let modules = Set(products + ["Foundation", "MyPlugIns", "Testing"])
        #expect(modules.isSuperset(of: ["CrashStates", "Relaunch", "RelaunchTesting"]))

        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
            .filter { $0.hasSuffix(".swift") }
        #expect(files.count > 5)
        for file in files {
            for line in try text("Tests/PlugIns/\(file)").split(separator: "\n") {
                let code = line.trimmingPrefix(/\s+/)
                if code.hasPrefix("//") { continue }
                #expect(!code.contains(/@testable|@_spi|(^|[^.\w])package\s/), "\(file): \(code)")
                guard code.contains(/(^|\s)import\s/) else { continue }
                let module = code.wholeMatch(of: /import (\w+)/).map { String($0.output.1) }
                #expect(module.map(modules.contains) == true, "\(file): \(code)")
            }
        }
    }

    @Test func `its suite passes, and its tool finds crash states`() async throws {
        let folder = try TemporaryFolder("plug-ins")
        try folder.write(Self.manifest, to: "Package.swift")
        for name in ["Sources", "Tests"] {
            try FileManager.default.copyItem(
                atPath: Self.sources.appending(path: name).path, toPath: folder.path(name))
        }
        try folder.write(Self.memo, to: "Sources/memo/main.swift")
        // The versions of other packages that this repository is built with.
        try folder.write(text("Package.resolved"), to: "Package.resolved")

        let run = try await RelaunchProcess(
            ["1200", "swift", "test", "--scratch-path", Self.scratch], in: folder,
            environment: ["VERDICTS": folder.path("verdicts")], program: "/usr/bin/timeout"
        ).finish(within: 1260)
        try #require(run.status == 0, "\(run.output)\n\(run.error)")
        let verdicts = try folder.read("verdicts").split(separator: "\n")
        #expect(verdicts.count { $0.hasPrefix("passed: ") } == 9, "\(verdicts)")
        let branch = "it reads what each version has written › version 2"
        #expect(verdicts.contains("passed: \(branch)"))
        try await expectCommandPlugIn(in: folder)

        // A save that writes aside, and one that does not.
        #expect(
            try await crashStates(of: "printf new >new; mv new state")
                == Array(repeating: "good", count: 4))
        #expect(try await crashStates(of: "printf new >state") == ["good", "BAD", "good"])
    }

    /// A target of the package's own, which forgets everything.
    private static let memo = """
        import RelaunchTarget

        guard let harness = Harness.connect() else { fatalError("run me by relaunch") }
        harness.handler = { request in
            if case .state = request { ["text": ""] } else { .null }
        }
        _ = try harness.hello(Hello(name: "memo", version: "1"))
        try harness.enter(.launching)
        try harness.enter(.restoring)
        try harness.reportNotRestored(reason: "noSavedState")
        try harness.enter(.active)
        try harness.run()

        """

    /// The command plug-in builds `relaunch` and the target, both while SwiftPM holds its lock.
    private func expectCommandPlugIn(in folder: TemporaryFolder) async throws {
        try folder.write(
            Sample.file(
                "Memo",
                ["    Scenario(\"it starts\") { Launch(); Expect(\"text\", equals: \"\") }"],
                target: ".app(\"memo\")"), to: "Scenarios/Memo.swift")
        let run = try await swiftPackageRelaunch("run", in: folder)
        try #require(run.status == 0, "\(run.output)\n\(run.error)")
        #expect(run.output.contains(/Memo › it starts/))
        #expect(!folder.names(in: ".build").contains("debug"), "it is built once")

        try folder.write(
            Sample.file(
                "Memo",
                [
                    "    Scenario(\"it starts\") { Launch(); Expect(\"text\", equals: \"milk\") }"
                ], target: ".app(\"memo\")"), to: "Scenarios/Memo.swift")
        let failing = try await swiftPackageRelaunch("run", in: folder)
        #expect(failing.status == 1)
        #expect(
            failing.output.contains(/replay: +swift package relaunch replay/), "\(failing.output)")
    }

    private func swiftPackageRelaunch(
        _ arguments: String..., in folder: TemporaryFolder
    ) async throws -> RelaunchProcess.Outcome {
        let command = ["1200", "swift", "package", "--scratch-path", Self.scratch, "relaunch"]
        return try await RelaunchProcess(
            command + arguments, in: folder, program: "/usr/bin/timeout"
        ).finish(within: 1260)
    }

    @Test func `its plug-ins serve a scenario file, without a package`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Scenarios/.keep")
        let copies = [
            "Sources/MyPlugIns": "Scenarios/Support",
            "Tests/MyPlugInsTests/ledger": "Scenarios/ledger",
        ]
        for (original, copy) in copies {
            try FileManager.default.copyItem(
                atPath: Self.sources.appending(path: original).path, toPath: folder.path(copy))
        }
        try folder.write(
            """
            import Relaunch

            let ledger = Suite(
                "Ledger", target: .ledger("./ledger"), timeLimit: .seconds(60),
                reporters: { [VerdictFile()] }
            ) {
                Scenario("a kill while it saves leaves the old entries or the new ones") {
                    Launch()
                    Enter("milk")
                    Background()
                    Foreground()
                    Enter("eggs")
                    Sweep(.system) { Background() }
                    Launch()
                    Expect("entries", isOneOf: ["milk"], ["milk", "eggs"])
                    Expect(.fileAtDeath(named: "ledger.txt"))
                }

                Scenario("it reads older files", control: .none(because: "the step writes it")) {
                    ForEachContent(of: "ledger.txt", ["bare": "milk\\n", "quoted": "\\"milk\\"\\n"])
                    Launch()
                    Expect(.entries("milk"))
                }

                Scenario("what was never saved comes back") {
                    Launch()
                    Enter("milk")
                    Kill(.system)
                    Launch()
                    Expect(.entries("milk"))
                }
            }

            """, to: "Scenarios/Ledger.swift")
        let run = try await relaunch(
            "run", in: folder, environment: ["VERDICTS": folder.path("verdicts")])
        #expect(run.status == 1, "\(run.error)")
        let verdicts = try folder.read("verdicts").split(separator: "\n")
        #expect(
            Set(verdicts.dropLast()) == [
                "passed: a kill while it saves leaves the old entries or the new ones",
                "passed: it reads older files › bare", "passed: it reads older files › quoted",
                "failed: what was never saved comes back",
            ])
        #expect(verdicts.last == "end: 1")
    }

    /// What `crash-states-of` says of each crash state of a script, in the order of the states.
    private func crashStates(of script: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "state")
        try folder.write("#!/bin/sh\n\(script)\n", to: "save.sh", isExecutable: true)
        try folder.write(
            "#!/bin/sh\ncase $(cat state) in old | new) ;; *) exit 1 ;; esac\n", to: "check.sh",
            isExecutable: true)
        let run = try await RelaunchProcess(
            ["./save.sh", "./check.sh"], in: folder,
            program: Self.scratch + "/debug/crash-states-of"
        ).finish()
        #expect(run.status == 0, "\(run.error)")
        return run.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
    }
}
