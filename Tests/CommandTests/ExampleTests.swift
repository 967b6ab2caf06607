import Foundation
import Testing

/// Whatever the help, the README and the documentation tell a user to type does what it is to do, in a
/// folder that has what it names.
@Suite struct ExampleTests {
    @Test func examplesAreFoundInHelpAndDocumentation() {
        let lines = Set(Example.all.map(\.line))
        #expect(lines.count > 30)
        for line in [
            "relaunch", "relaunch run --filter 'draft|crash'", "relaunch audit timer -- --naive",
            "relaunch replay 'Scenarios/Notes.swift::a draft survives'",
            "relaunch --generate-completion-script zsh", "relaunch run Scenarios/Findings",
        ] {
            #expect(lines.contains(line), "'\(line)' is not among the examples")
        }
    }

    @Test(arguments: Example.all)
    func anExampleWorks(_ example: Example) async throws {
        let folder = try TemporaryFolder()
        let line = try await prepare(folder, for: example)
        let products = RelaunchProcess.product("")
        let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
        // The shell is the command itself then, and gets what is meant for it.
        let run = try RelaunchProcess(
            ["-c", line.contains("|") ? line : "exec \(line)"], in: folder,
            environment: ["PATH": "\(folder.path("bin")):\(products):\(path)"], program: "/bin/sh")
        switch example.ending {
        case .byItself(let statuses):
            let outcome = try await run.finish()
            #expect(statuses.contains(outcome.status), "\(outcome.error)")
        case .interrupted(let status, let sign):
            try await run.wait(forError: sign)
            run.signal(SIGINT)
            let outcome = try await run.finish()
            #expect(outcome.status == status, "\(outcome.error)")
        }
    }

    @Test func theShortestTargetHasAboutFiftyLines() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardized.path
        let text = try String(
            contentsOfFile: root + "/Sources/Examples/Python/shopping.py", encoding: .utf8)
        #expect(text.split(separator: "\n").count <= 60)
        let run = try await relaunch(
            "run", root + "/Scenarios/Shopping.swift", in: try TemporaryFolder())
        #expect(run.status == 0, "\(run.error)")
    }

    /// The first suite of an article, with what it names beside it.
    @Test(arguments: ["Commands", "Services", "Terminals", "Browsers"])
    func theSuiteOfAnArticlePasses(_ article: String) async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardized
        let page = "Sources/Relaunch/Documentation.docc/\(article).md"
        let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
        let suite = text.components(separatedBy: "```")[1].trimmingPrefix("swift\n")
        let folder = try TemporaryFolder()
        try folder.write(String(suite), to: "Scenarios/Suite.swift")
        try FileManager.default.copyItem(
            atPath: root.path + "/Sources/Examples/Python/kv.py",
            toPath: folder.path("Scenarios/kv.py"))
        let run = try await relaunch("run", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }

    /// The recipe for two files that one save changes, with a program that is right and one that is not.
    @Test func theRecipeForTwoFilesFindsThatTheyDisagree() async throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Relaunch/Documentation.docc/Scenarios.md")
        let text = try String(contentsOf: page.standardized, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "### Two files").dropFirst().first)
        let recipe = section.components(separatedBy: "```")[1].trimmingPrefix("swift\n")
        let folder = try TemporaryFolder()
        try folder.write(String(recipe), to: "Scenarios/Todo.swift")

        let naive = """
            mkdir -p state
            echo "$2" >> state/list
            wc -l < state/list > state/count
            """
        // Both files are made aside, and become the state at once.
        let right = """
            other=a
            [ "$(readlink state)" = a ] && other=b
            rm -rf $other next
            mkdir $other
            cat state/list > $other/list 2> /dev/null
            echo "$2" >> $other/list
            wc -l < $other/list > $other/count
            ln -s $other next
            mv -T next state
            """
        for (program, status) in [(naive, Int32(1)), (right, 0)] {
            try folder.write("#!/bin/sh\n\(program)\n", to: "Scenarios/todo", isExecutable: true)
            let run = try await relaunch("run", in: folder)
            #expect(run.status == status, "\(run.error)")
        }
    }

    /// Puts into the folder what the line names, and returns the line with what no text can know.
    private func prepare(_ folder: TemporaryFolder, for example: Example) async throws -> String {
        try folder.write("#!/bin/sh\nexec cat\n", to: "bin/jq", isExecutable: true)
        // A person would use it; one that ends lets the case go on.
        for debugger in ["gdb", "lldb"] {
            try folder.write("#!/bin/sh\n", to: "bin/\(debugger)", isExecutable: true)
        }
        try folder.write(
            "#!/bin/sh\ndate >> Documents/log\n", to: "counter", isExecutable: true)
        try folder.write("#!/bin/sh\necho milk\n", to: "todo.py", isExecutable: true)
        if example.command == "clean" {
            // What is cached beside the build is for the other tests.
            try FileManager.default.copyItem(
                atPath: RelaunchProcess.path, toPath: folder.path("bin/relaunch"))
        }
        if example.command == "adopt" {
            for (name, text) in AdoptSample.app { try folder.write(text, to: "App/\(name)") }
        }
        if example.command == "init" {
            try folder.write(Self.manifest, to: "Package.swift")
            try folder.write("print(\"notes\")\n", to: "Sources/notes/main.swift")
            try folder.write(Sample.passing("My", ["one"]), to: "My/My.swift")
            return example.line
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("app"), withDestinationPath: RelaunchProcess.product("counter-c"))
        try folder.write(Self.notes, to: "Scenarios/Notes.swift")
        if example.line.contains("Sweeps") {
            try folder.write(Self.sweeps, to: "Scenarios/Sweeps.swift")
        }
        if example.line.contains("--until-failure") {
            let wrong = Sample.file("Wrong", [Sample.scenario("it fails", status: 1)])
            try folder.write(wrong, to: "Scenarios/Wrong.swift")
        }
        for name in ["Findings/Git", "Stores/Alice"] {
            try folder.write(
                Sample.passing("Found", ["what was found"]), to: "Scenarios/\(name).swift")
        }
        if example.line.contains("nvim") {
            // It speaks for another program than Neovim here.
            let driver = try folder.write(
                "#!/bin/sh\nexec \"\(folder.path("app"))\"\n", to: "bin/relaunch-driver-nvim")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: driver)
        }
        try await prepareStress(in: folder, for: example)
        guard example.command == "archive" else { return example.line }
        return try await prepareArchive(in: folder, for: example.line)
    }

    /// A run that was killed, shares of one, or a suite of ours.
    private func prepareStress(in folder: TemporaryFolder, for example: Example) async throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
            .standardized.path
        for name in ["Scenarios/Git.swift", "Scenarios/Service.swift"]
        where example.line.contains(name) {
            let suite = try String(contentsOfFile: root + "/" + name, encoding: .utf8)
            try folder.write(
                suite.replacingOccurrences(of: "../Sources/", with: root + "/Sources/"), to: name)
        }
        let words = example.line.split(separator: " ").map(String.init)
        let notes = RelaunchProcess.product("notes")
        if let place = words.firstIndex(of: "--resume") {
            let run = try RelaunchProcess(
                ["stress", notes, "--output", words[place + 1]], in: folder)
            try await run.wait(forError: "written to")
            run.signal(SIGKILL)
            _ = try await run.finish()
        }
        guard example.command == "merge" else { return }
        let shares = words.dropFirst(2).prefix { !$0.hasPrefix("-") }
        for (index, share) in shares.enumerated() {
            let run = try await relaunch(
                "stress", notes, "--cases", "\(shares.count)", "--seed", "7", "--slice",
                "\(index + 1)/\(shares.count)", "--output", share, in: folder)
            try #require(run.status == 0, "\(run.error)")
        }
    }

    /// A kept container, whose name no text can know.
    private func prepareArchive(
        in folder: TemporaryFolder, for line: String
    ) async throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
        let run = try await relaunch(
            "replay", "Scenarios/Notes.swift::a draft", "--keep", in: folder,
            environment: ["PATH": "\(RelaunchProcess.product("")):\(path)"])
        let kept = try #require(folder.names(in: ".relaunch/kept").first, "\(run.error)")
        let saved = ".relaunch/kept/\(kept)/Library/Saved Application State/notes.savedState"
        try FileManager.default.copyItem(
            atPath: folder.path(saved), toPath: folder.path("notes.savedState"))
        return line.replacing(/\.relaunch\/kept\/[^ ]+/, with: ".relaunch/kept/\(kept)")
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Notes", targets: [.executableTarget(name: "notes")])
        """

    private static let notes = """
        import Relaunch

        let notes = Suite("Notes", target: .app("notes")) {
            Scenario("a draft survives being killed in the background") {
                Launch()
                Perform("edit", ["note": "groceries", "text": "milk"])
                Background()
                Kill(.system)
                Launch()
                Expect(.restored)
                // The line that the examples name.
                Expect("editor.text", equals: "milk")
            }

            Scenario("it comes back after a crash") {
                Launch()
                Perform("edit", ["note": "groceries", "text": "milk"])
                Background()
                Foreground()
                Kill(.crash(.SIGSEGV))
                Launch()
                Expect("editor.text", equals: "milk")
            }
        }
        """

    private static let sweeps = """
        import Relaunch

        let sweeps = Suite("Sweeps", target: .app("notes")) {
            Scenario("killed anywhere while it restores, it restores the next time") {
                Launch()
                Perform("edit", ["note": "groceries", "text": "milk"])
                Background()
                Kill(.system)
                Sweep(.system) { Launch() }
                Launch()
                Expect(.restored)
            }
        }
        """
}
