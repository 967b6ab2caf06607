#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @Suite("The harness and its supervisor")
    struct HarnessTests {
        @Test(
            "A harness that is killed takes its targets with it, whatever it was doing",
            arguments: ["idle-harness", "busy-harness"])
        func targetsDieWithTheHarness(kind: String) throws {
            let program = try TinyTargets.path.get()
            // The outer supervisor inherits whatever the inner ones leave behind.
            let outer = try Supervisor()
            for _ in 1...5 {
                let output = try Pipe()
                let harness = try outer.spawn([program, kind], output: output.writing)
                try #require(output.readLine() == "ready")
                #expect(try outer.processes().count >= 3)
                #expect(outer.signal(harness, SIGKILL) == 0)
                #expect(try eventually { try outer.processes().isEmpty })
                #expect(outer.nextExit()?.pid == harness)
            }
        }

        @Test("A supervisor that is asked to end by a signal kills its targets and says no more")
        func terminatedSupervisorKillsItsTargets() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"])
            kill(supervisor.pid, SIGTERM)
            #expect(eventually { !isAlive(pid) })
            #expect(throws: SupervisorFailure.self) { try supervisor.processes() }
        }

        @Test("A supervisor that is killed takes its targets with it")
        func killedSupervisorTakesItsTargets() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"])
            kill(supervisor.pid, SIGKILL)
            #expect(eventually { !isAlive(pid) })
            #expect(throws: SupervisorFailure.self) { try supervisor.processes() }
        }

        @Test("Stopping a supervisor kills what is left, and can be done twice")
        func stopKillsTheRest() throws {
            let supervisor = try Supervisor()
            let pid = supervisor.pid
            let target = try supervisor.shell("sleep 1000 & (setsid sleep 1000 &) ; wait")
            #expect(try eventually { try supervisor.processes().count == 3 })
            let processes = try supervisor.processes()
            supervisor.stop()
            supervisor.stop()
            #expect(processes.contains(target))
            #expect((processes + [pid]).allSatisfy { !isAlive($0) })
        }

        @Test("A supervisor keeps no descriptor of the harness, and gives none back too few")
        func descriptorsDoNotLeak() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            let path = "/proc/\(supervisor.pid)/fd"
            let before = namesInDirectory(path).count
            #expect(before <= 7 + 2, "besides . and ..")
            for _ in 1...200 {
                let result = try supervisor.trySpawn(
                    ["/bin/true"], output: output.writing, error: output.writing,
                    channel: output.writing)
                #expect(result.step == 0)
            }
            try supervisor.terminateAndReap()
            #expect(namesInDirectory(path).count == before)

            let count = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "count-descriptors"], output: count.writing)
            #expect(count.readLine(within: 30_000) == "0")
        }

        @Test("A supervisor has a name, and a session of its own")
        func supervisorIsRecognizable() throws {
            let supervisor = try Supervisor()
            #expect(textOfFile("/proc/\(supervisor.pid)/comm") == "relaunch-superv\n")
            #expect(getsid(supervisor.pid) == supervisor.pid)
        }
    }
#endif
