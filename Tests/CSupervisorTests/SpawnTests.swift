#if os(Linux)
    import CSupervisor
    import Foundation
    import Glibc
    import Testing

    @Suite("A spawned process")
    struct SpawnTests {
        @Test("gets its arguments, environment, directory and descriptors")
        func startsAsAsked() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let input = try Pipe()
            let output = try Pipe()
            let error = try Pipe()
            let channel = try Pipe()
            let script =
                #"read line; echo "$1 $NAME $(pwd) $line"; echo to error >&2; echo to channel >&3"#
            let result = try supervisor.trySpawn(
                ["sh", "-c", script, "sh", "with space"], path: "/bin/sh",
                environment: ["NAME=Ünïcode"], directory: directory.path, input: input.reading,
                output: output.writing, error: error.writing, channel: channel.writing)
            #expect(result.step == Int32(RL_SPAWN_OK.rawValue))
            for pipe in [output, error, channel] { pipe.closeWriting() }
            write(input.writing, "typed\n", 6)
            #expect(output.readAll() == "with space Ünïcode \(directory.path) typed\n")
            #expect(error.readAll() == "to error\n")
            #expect(channel.readAll() == "to channel\n")
        }

        @Test("has no descriptor but those it was given", arguments: [false, true])
        func inheritsNothingElse(withChannel: Bool) throws {
            let program = try TinyTargets.path.get()
            let earlier = try Supervisor()
            let supervisor = try Supervisor()
            let output = try Pipe()
            let result = try supervisor.trySpawn(
                [program, "list-descriptors"], output: output.writing, error: output.writing,
                channel: withChannel ? output.writing : -1)
            try #require(result.step == 0)
            #expect(output.readLine() == (withChannel ? "0 1 2 3 " : "0 1 2 "))
            #expect(try earlier.processes().isEmpty)
        }

        @Test("is waited for while somebody has its program open for writing")
        func busyProgram() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let script = "\(directory.path)/program"
            try directory.write("#!/bin/sh\nexit 0\n", to: "program")
            #expect(chmod(script, 0o700) == 0)
            let writer = open(script, O_WRONLY | O_CLOEXEC)
            try #require(writer >= 0)
            Thread.detachNewThread {
                usleep(50_000)
                close(writer)
            }
            let result = try supervisor.trySpawn([script])
            #expect(result.step == Int32(RL_SPAWN_OK.rawValue), "\(result.error)")
        }

        @Test("leads a session, blocks and ignores no signal, and writes no core")
        func startsClean() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"])
            #expect(getsid(pid) == pid)
            let status = try #require(textOfFile("/proc/\(pid)/status"))
            #expect(status.contains("SigBlk:\t0000000000000000"))
            #expect(status.contains("SigIgn:\t0000000000000000"))
            let limits = try #require(textOfFile("/proc/\(pid)/limits"))
            let core = try #require(limits.split(separator: "\n").first { $0.contains(" core ") })
            #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["1", "1"])
        }

        @Test("that cannot start says at which step and why")
        func failuresAreNamed() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            try directory.write("no program", to: "plain")

            let missing = try supervisor.trySpawn(["/no/such/program"])
            #expect(missing.step == Int32(RL_SPAWN_EXEC.rawValue) && missing.error == ENOENT)

            let plain = try supervisor.trySpawn(["\(directory.path)/plain"])
            #expect(plain.step == Int32(RL_SPAWN_EXEC.rawValue) && plain.error == EACCES)

            let nowhere = try supervisor.trySpawn(["/bin/true"], directory: "/no/such/directory")
            #expect(nowhere.step == Int32(RL_SPAWN_DIRECTORY.rawValue) && nowhere.error == ENOENT)

            let closed = try supervisor.trySpawn(["/bin/true"], output: 9999)
            #expect(closed.step == Int32(RL_SPAWN_SETUP.rawValue) && closed.error == EBADF)

            let long = try supervisor.trySpawn([
                "/bin/true", String(repeating: "x", count: 3 << 20),
            ])
            #expect(long.step == Int32(RL_SPAWN_ARGUMENTS.rawValue) && long.error == E2BIG)

            #expect(try supervisor.terminateAndReap().killed == 0)
            #expect(supervisor.nextExit(within: 0) == nil)
        }

        @Test("is refused where the supervisor has no room, and not before")
        func capacityIsBounded() throws {
            let supervisor = try Supervisor()
            // Unread exit events take room too; those that the socket holds do not.
            var spawned = 0
            var refusal = rl_spawn_result()
            while spawned < 4 * RL_SPAWNED_LIMIT {
                refusal = try supervisor.trySpawn(["/bin/sleep", "1000"])
                if refusal.step != 0 { break }
                spawned += 1
            }
            #expect(spawned == RL_SPAWNED_LIMIT)
            #expect(refusal.step == Int32(RL_SPAWN_FORK.rawValue) && refusal.error == ENOSPC)
            #expect(try supervisor.terminateAndReap(timeout: 30_000).killed == Int32(spawned))
            var exits = 0
            while exits < spawned, supervisor.nextExit() != nil { exits += 1 }
            #expect(exits == spawned, "events that did not fit into the socket were lost")
        }
    }
#endif
