#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @Suite("A freeze")
    struct FreezeTests {
        @Test("stops a writer and its children; a thaw lets them go on")
        func stopsWriters() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            _ = try supervisor.shell(
                "(while :; do echo child; done) & while :; do echo parent; done",
                output: output.writing)
            #expect(output.readSome().isEmpty == false)
            for _ in 1...20 {
                let count = try supervisor.freeze()
                let processes = try supervisor.processes()
                #expect(count == 2 && processes.count == 2)
                #expect(processes.allSatisfy { threadStates(of: $0) == ["T"] })
                while output.unread > 0 { _ = output.readSome() }
                #expect(output.unread == 0)
                try supervisor.thaw()
                #expect(output.readSome().isEmpty == false)
            }
        }

        @Test("is the same when it is frozen twice")
        func freezesTwice() throws {
            let supervisor = try Supervisor()
            #expect(try supervisor.freeze() == 0)
            _ = try supervisor.spawn(["/bin/sleep", "1000"])
            #expect(try supervisor.freeze() == 1)
            #expect(try supervisor.freeze() == 1)
            #expect(try supervisor.terminateAndReap().killed == 1)
            try supervisor.thaw()
        }

        @Test(
            "holds every process, whatever the tree",
            arguments: ["deep", "threads", "bomb", "chain"])
        func stopsTrees(shape: String) throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            _ = try supervisor.spawn([TinyTargets.path.get(), shape], output: output.writing)
            try #require(output.readLine() == "ready")
            // Who dies at each moment can hide a child at each moment.
            for _ in 1...(shape == "chain" ? 500 : 5) {
                let count = try supervisor.freeze()
                let processes = try supervisor.processes()
                #expect(Int(count) == processes.count)
                #expect(
                    processes.allSatisfy {
                        threadStates(of: $0)?.isSubset(of: ["T", "Z"]) ?? false
                    })
                try supervisor.thaw()
            }
            #expect(try supervisor.terminateAndReap().remaining == 0)
        }

        @Test("waits for the end of a vfork, whose parent cannot stop")
        func stopsBetweenVforks() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            let pid = try supervisor.spawn(
                [TinyTargets.path.get(), "vforks"], output: output.writing)
            try #require(output.readLine() == "ready")
            for _ in 1...100 {
                #expect(try supervisor.freeze() >= 1)
                #expect(threadStates(of: pid) == ["T"])
                try supervisor.thaw()
            }
        }

        @Test("lets a process that is killed meanwhile die")
        func frozenProcessCanBeKilled() throws {
            let supervisor = try Supervisor()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"])
            _ = try supervisor.freeze()
            #expect(supervisor.signal(pid, SIGKILL) == 0)
            #expect(supervisor.nextExit()?.pid == pid)
        }
    }
#endif
