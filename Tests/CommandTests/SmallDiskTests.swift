import Foundation
import Testing
import TestSupport

/// A machine whose `/dev/shm` is small, as in a container by default, and full before a case ends.
@Suite(.enabled("no small disk can be mounted here") { await SmallDisk.isPossible() })
struct SmallDiskTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ commands: String) async throws -> RelaunchProcess.Outcome {
        let scenario = """
                Scenario("it saves") {
                    Launch(arguments: ["-c", "\(commands)"])
                    Expect(.exitStatus(0))
                }
            """
        try folder.write(
            Sample.file("A", [scenario], target: ".command(\"sh\")"), to: "A.swift")
        return try await SmallDisk.process("\(RelaunchProcess.path) run A.swift", in: folder)
            .finish()
    }

    @Test func aFullDiskIsTheMachinesFaultAndTheVariableIsNamed() async throws {
        let run = try await run("head -c 20000000 /dev/zero > state")
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func aTargetThatFailsWithRoomLeftIsToBlame() async throws {
        let run = try await run("head -c 2000000 /dev/zero > state; exit 1")
        #expect(run.status == 1)
        try expectGolden(run)
    }
}

/// A mount namespace with a `/dev/shm` of 8 MB.
enum SmallDisk {
    /// Whether a process can have one here: as root, or where users may have namespaces of their own.
    static func isPossible() async -> Bool {
        guard let folder = try? TemporaryFolder(), let process = try? process("true", in: folder)
        else { return false }
        return (try? await process.finish().status) == 0
    }

    /// A process that sees it.
    static func process(
        _ command: String, in folder: TemporaryFolder
    ) throws -> RelaunchProcess {
        try RelaunchProcess(
            ["-rm", "sh", "-c", "mount -t tmpfs -o size=8m tmpfs /dev/shm && exec \(command)"],
            in: folder, environment: ["RELAUNCH_CONTAINERS": ""], program: "/usr/bin/unshare")
    }
}
