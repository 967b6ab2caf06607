#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @Suite("An exit")
    struct ExitTests {
        @Test("is told with its status")
        func eventCarriesStatus() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.shell(
                "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 7")
            let event = try #require(supervisor.nextExit(within: 30_000))
            #expect(event.pid == pid)
            #expect(rl_wait_status_exit_code(event.status) == 7)
            #expect(rl_wait_status_signal(event.status) == 0)
        }

        @Test("by a crash signal leaves no core file")
        func crashLeavesNoCore() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"], directory: directory.path)
            #expect(supervisor.signal(pid, SIGSEGV) == 0)
            let event = try #require(supervisor.nextExit())
            #expect(rl_wait_status_signal(event.status) == SIGSEGV)
            #expect(rl_wait_status_exit_code(event.status) == -1)
            #expect(event.status & 0x80 == 0, "a core was dumped")
            #expect(directory.entries.isEmpty)
        }

        @Test("makes the process unreachable: its number may be another's by now")
        func reapedProcessIsNotSignalled() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/true"])
            _ = try #require(supervisor.nextExit())
            #expect(supervisor.signal(pid, SIGKILL) == ESRCH)
            #expect(supervisor.signal(getpid(), 0) == ESRCH)
            #expect(supervisor.signal(-1, 0) == ESRCH)
        }

        @Test("says whether anything is left, and after how many spawns that was")
        func eventSaysWhatIsLeft() throws {
            let supervisor = try Supervisor()
            _ = try supervisor.spawn(["/bin/true"])
            #expect(try #require(supervisor.nextExit()).empty_after == 1)
            let output = try Pipe()
            _ = try supervisor.shell("sleep 1000 & echo ready; exit 0", output: output.writing)
            #expect(output.readLine() == "ready")
            #expect(try #require(supervisor.nextExit()).empty_after == 0)
            #expect(try supervisor.terminateAndReap().killed == 1)
            _ = try supervisor.spawn(["/bin/sleep", "1000"])
            #expect(try supervisor.terminateAndReap().killed == 1)
            #expect(try #require(supervisor.nextExit(within: 0)).empty_after == 3)
        }

        @Test("of a descendant makes no event")
        func onlySpawnedProcessesAreTold() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.shell("(setsid sleep 0.01 &); exit 0")
            #expect(supervisor.nextExit()?.pid == pid)
            #expect(try eventually { try supervisor.processes().isEmpty })
            #expect(supervisor.nextExit(within: 0) == nil)
        }
    }
#endif
