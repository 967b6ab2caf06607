import Foundation
import Testing
import TestSupport

/// What scripts/install and scripts/package make, used where nothing is known of this checkout.
@Suite struct InstallTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    /// The build that these tests are part of.
    private static let build = URL(filePath: RelaunchProcess.path).deletingLastPathComponent().path

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("a folder") }

    @Test func aPrefixWorksWhereverItIsMoved() async throws {
        let prefix = folder.path("first prefix")
        let installed = try await script("install", "--built", Self.build, prefix)
        #expect(installed.status == 0, "\(installed.error)")
        try expectGolden(installed, of: "installed")
        let moved = folder.path("another prefix")
        try FileManager.default.moveItem(atPath: prefix, toPath: moved)
        try await expectIndependent(moved)
        try await expectAdopting(moved)

        // Over what is there, as an update does.
        let update = try await script("install", "--built", Self.build, moved)
        #expect(update.status == 0, "\(update.error)")
        #expect(folder.names(in: "another prefix/lib/relaunch") == ["kit"])
        #expect(folder.names(in: "another prefix/bin") == ["relaunch"])
    }

    private static let hasDpkg = FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb")

    @Test(.enabled(if: hasDpkg, "dpkg is not here"))
    func aDebianPackageIsInstalledAndUsed() async throws {
        let made = try await script("package", "--built", Self.build, folder.path)
        #expect(made.status == 0, "\(made.error)")
        #expect(made.error.isEmpty, "\(made.error)")
        let package = try #require(folder.names().first { $0.hasSuffix(".deb") })
        try folder.write("", to: "root/var/lib/dpkg/status")
        let root = folder.path("root")
        // Installed by dpkg itself where that is allowed. The libraries are not those of this root.
        let arguments =
            getuid() == 0
            ? ["dpkg", "--root=\(root)", "--force-depends", "--install", package]
            : ["dpkg-deb", "--extract", package, root]
        let dpkg = try await run(arguments)
        #expect(dpkg.status == 0, "\(dpkg.error)")
        let content = try await run(["dpkg-deb", "--contents", package])
        #expect(!content.output.contains("relaunch-tests"), "\(content.output)")
        let names = content.output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").last }
        try expectGolden(
            names.filter { !$0.contains("/kit/") && !$0.hasSuffix("/") }.joined(separator: "\n")
                + "\n", of: "files")
        try await expectIndependent(root + "/usr")
    }

    @Test(arguments: [
        ["install", "--built"], ["install", "--built", "nonesuch"], ["install", "--fast"],
        ["install", "a", "b"], ["install", ""], ["package", "nonesuch"], ["package", "--fast"],
        ["package", "--built"], ["package", ".", "."],
    ])
    func whatCannotBeMeantIsRefused(arguments: [String]) async throws {
        let refused = try await script(arguments[0], Array(arguments.dropFirst()))
        #expect(refused.status == 64)
        try expectGolden(refused, of: arguments.joined(separator: " "))
        #expect(folder.names().isEmpty)
    }

    @Test func theCommandsForContinuousIntegrationAreRight() async throws {
        let page = try String(
            contentsOf: Self.repository.appending(
                path: "Sources/Relaunch/Documentation.docc/ContinuousIntegration.md"),
            encoding: .utf8
        )
        .replacing("${{ matrix.part }}", with: "1")
        let lines = page.matches(of: /(?m)^( +- run: | +- | +sh '|)relaunch (run [^'\n]+)/)
        #expect(lines.count == 4)
        try folder.write(Sample.passing("A", ["it runs"]), to: "Scenarios/A.swift")
        for line in lines {
            let arguments = line.output.2.split(separator: " ").map(String.init)
            let run = try await RelaunchProcess(arguments, in: folder).finish()
            #expect(run.status == 0, "\(arguments) \(run.error)")
        }
    }

    /// Runs a scenario file by an installed `relaunch`, and sees to it that nothing of this checkout has
    /// a part in it.
    private func expectIndependent(_ prefix: String) async throws {
        let program = prefix + "/bin/relaunch"
        try folder.write(Sample.passing("Installed", ["it runs"]), to: "project/A.swift")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let swiftc = try #require(
            path.split(separator: ":").map { "\($0)/swiftc" }
                .first { FileManager.default.isExecutableFile(atPath: $0) })
        let compiler = try folder.write(
            "#!/bin/sh\necho \"$*\" >>'\(folder.path)/compiled'\nexec '\(swiftc)' \"$@\"\n",
            to: "compiler/swiftc", isExecutable: true)
        let clean = [
            "env", "-i", "-C", folder.path("project"), "HOME=\(folder.path("home"))",
            "PATH=\(URL(filePath: compiler).deletingLastPathComponent().path):/usr/bin:/bin",
        ]
        let run = try await run(clean + [program, "run", "A.swift"])
        #expect(run.status == 0, "\(run.error)")
        #expect(try !folder.read("compiled").contains(Self.repository.path))

        let host = try #require(folder.names(in: "project/.relaunch/cache").first)
        for file in [program, folder.path("project/.relaunch/cache/\(host)/host")] {
            let loaded = try await self.run(clean + ["LD_TRACE_LOADED_OBJECTS=1", file]).output
            #expect(loaded.contains("libc.so"))
            #expect(!loaded.contains(/=> not found/), "\(loaded)")
            #expect(!loaded.contains(Self.repository.path), "\(loaded)")
            // The command is to start wherever the toolchain lies.
            if file == program { #expect(!loaded.contains("libswift"), "\(loaded)") }
        }
        try FileManager.default.removeItem(atPath: folder.path("project"))
    }

    /// The sources of what `relaunch adopt` needs are installed too, and built for who calls it.
    private func expectAdopting(_ prefix: String) async throws {
        try folder.write(AdoptSample.entryPoint, to: "project/App.swift")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let run = try await run([
            "env", "-i", "-C", folder.path("project"), "HOME=\(folder.path("home"))",
            "PATH=\(path)", prefix + "/bin/relaunch", "adopt", "App.swift",
        ])
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("+@main"))
        #expect(folder.names(in: "project/.relaunch").contains("adopt-kits"))
        try FileManager.default.removeItem(atPath: folder.path("project"))
    }

    private func script(_ name: String, _ arguments: String...) async throws
        -> RelaunchProcess.Outcome
    { try await script(name, arguments) }

    private func script(_ name: String, _ arguments: [String]) async throws
        -> RelaunchProcess.Outcome
    {
        let program = Self.repository.appending(path: "scripts/\(name)").path
        return try await RelaunchProcess(arguments, in: folder, program: program).finish()
    }

    private func run(_ command: [String]) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(command, in: folder, program: "/usr/bin/env").finish()
    }
}
