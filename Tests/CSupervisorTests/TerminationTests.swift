#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @Suite("A termination")
    struct TerminationTests {
        @Test("kills a process and has told its exit when it returns")
        func killsOne() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"])
            let termination = try supervisor.terminateAndReap()
            #expect(termination.killed == 1)
            #expect(termination.remaining == 0)
            let event = try #require(supervisor.nextExit(within: 0))
            #expect(event.pid == pid)
            #expect(rl_wait_status_signal(event.status) == SIGKILL)
            #expect(kill(pid, 0) == -1 && errno == ESRCH)
        }

        @Test("counts nobody who was dead already")
        func countsTheLiving() throws {
            let supervisor = try Supervisor()
            #expect(try supervisor.terminateAndReap().killed == 0)
            _ = try supervisor.spawn(["/bin/true"])
            _ = try #require(supervisor.nextExit())
            #expect(try supervisor.terminateAndReap().killed == 0)
        }

        @Test("finds a daemon that left its parents and its session")
        func findsDaemon() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            let pid = try supervisor.shell(
                "(setsid sh -c '(echo $$; exec sleep 1000) & wait' &) ; exit 0",
                output: output.writing)
            #expect(supervisor.nextExit()?.pid == pid)
            _ = try #require(output.readLine())
            let daemons = try supervisor.processes()
            #expect(!daemons.isEmpty)
            #expect(try supervisor.terminateAndReap().killed >= 1)
            #expect(daemons.allSatisfy { !isAlive($0) })
        }

        @Test("kills what is stopped, and what ignores every other signal")
        func killsStoppedAndStubborn() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            let stopped = try supervisor.spawn(["/bin/sleep", "1000"])
            #expect(supervisor.signal(stopped, SIGSTOP) == 0)
            #expect(eventually { threadStates(of: stopped) == ["T"] })
            _ = try supervisor.shell(
                // One that waits for its child may do so when both are dying: that child is not counted.
                "trap '' TERM INT HUP QUIT; sleep 1000 & echo ready; exec tail -f /dev/null",
                output: output.writing)
            #expect(output.readLine() == "ready")
            #expect(try eventually { try supervisor.processes().count == 3 })
            #expect(try supervisor.terminateAndReap().killed == 3)
        }

        @Test(
            "gets to the end of a tree, whatever its shape",
            arguments: ["deep", "threads", "vforks"])
        func killsTrees(shape: String) throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            _ = try supervisor.spawn([TinyTargets.path.get(), shape], output: output.writing)
            try #require(output.readLine() == "ready")
            let before = try supervisor.processes()
            if shape == "deep" { #expect(before.count == 50) }
            let termination = try supervisor.terminateAndReap()
            #expect(termination.killed >= 1 && termination.remaining == 0)
            if shape == "deep" { #expect(termination.killed == 50) }
            #expect(before.allSatisfy { !isAlive($0) })
        }

        @Test("catches up with those who fork and run", arguments: ["chain", "bomb"])
        func killsRunaways(kind: String) throws {
            let supervisor = try Supervisor()
            for _ in 1...10 {
                let output = try Pipe()
                _ = try supervisor.spawn([TinyTargets.path.get(), kind], output: output.writing)
                output.closeWriting()
                try #require(output.readLine() == "ready")
                #expect(try supervisor.terminateAndReap().remaining == 0)
                // Whoever had survived would hold the pipe open.
                #expect(output.readAll() == "" && output.isAtEnd)
            }
            #expect(try supervisor.processes().isEmpty)
        }

        @Test("of one supervisor leaves the processes of another alone")
        func supervisorsAreApart() throws {
            let supervisor = try Supervisor()
            let other = try Supervisor()
            let pid = try other.spawn(["/bin/sleep", "1000"])
            #expect(try supervisor.terminateAndReap().killed == 0)
            #expect(isAlive(pid))
            #expect(supervisor.signal(pid, SIGKILL) == ESRCH)
        }

        @Test("takes this long")
        func timings() throws {
            let supervisor = try Supervisor()
            let clock = ContinuousClock()
            var cycles: [Duration] = []
            var freezes: [Duration] = []
            for _ in 1...1000 {
                let start = clock.now
                _ = try supervisor.spawn(["/bin/true"])
                try supervisor.terminateAndReap()
                cycles.append(clock.now - start)
                _ = try #require(supervisor.nextExit(within: 0))
            }
            for _ in 1...200 {
                _ = try supervisor.spawn(["/bin/sleep", "1000"])
                let start = clock.now
                #expect(try supervisor.freeze() == 1)
                try supervisor.thaw()
                freezes.append(clock.now - start)
                try supervisor.terminateAndReap()
                _ = supervisor.nextExit(within: 0)
            }
            print("spawn, terminate and reap: median \(cycles.sorted()[500]) of 1,000")
            print("freeze and thaw: median \(freezes.sorted()[100]) of 200")
            #expect(try supervisor.processes().isEmpty)
        }
    }
#endif
