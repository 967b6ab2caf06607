#if os(Linux)
    import Relaunch
    import Testing
    import TestSupport

    /// What ordinary programs do, and what a sweep of them says.
    @Suite("A sweep of a program that")
    struct SweptProgramTests {
        private func sweep(_ program: String, _ arguments: String...) async throws -> CaseResult {
            try await trial(TrialTarget.command("true")) {
                Run("sh", "-c", "printf old > state")
                Sweep(.system) { Run(program, arguments: arguments) }
                Launch()
                Expect(.exitStatus(0))
            }.only()
        }

        @Test("copies permissions with a file", arguments: ["-p", "-a"])
        func copies(option: String) async throws {
            let result = try await sweep("cp", option, "state", "copy")
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("edits a file in its place, and keeps its permissions")
        func edits() async throws {
            let result = try await trial(TrialTarget.command("cat state; stat -c ' %a' state")) {
                Run("sh", "-c", "printf old > state; chmod 640 state")
                Sweep(.system) { Run("sed", "-i", "s/old/new/", "state") }
                Launch()
                Expect(.output(isOneOf: ["old 640", "new 640"]))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("goes by which file is the newer one finds them in their order")
        func newest() async throws {
            let newest = "newest=$(ls -t zero first second 2>/dev/null | head -n 1)"
            let expected = "for name in zero first second; do test ! -e $name || last=$name; done"
            let command = "\(newest); \(expected); test $newest = $last"
            for death in [Sweep.Death.system, .powerLoss(.ext4DataJournal)] {
                let result = try await trial(TrialTarget.command(command)) {
                    Run("sh", "-c", "echo 0 > zero")
                    Sweep(death) { Run("sh", "-c", "echo 1 > first; echo 2 > second") }
                    Launch()
                    Expect(.exitStatus(0))
                }.only()
                #expect(result.verdict == .passed, "\(result.failures)")
            }
        }

        @Test(
            "sets the time of a file finds it from then on, also after a power failure",
            arguments: [Sweep.Death.system, .powerLoss(.ext4DataJournal)])
        func times(death: Sweep.Death) async throws {
            let isSet = "test $(stat -c %Y copy) = 1000000000"
            let isTouched = "test -z \"$(find . -type f -newer stamp)\""
            let command =
                "(test ! -e copied || \(isSet)) && (test ! -e stamped || (rm stamped; \(isTouched)))"
            let result = try await trial(TrialTarget.command(command)) {
                Run("sh", "-c", "echo old > copy; echo old > stamp; echo old > source")
                Sweep(death) {
                    Run(
                        "sh", "-c",
                        """
                        touch -d @1000000000 copy; echo 1 > copied; rm copied
                        echo new > source; touch stamp; : > stamped
                        """)
                }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("makes a socket", .enabled(if: TrialTarget.hasPython))
        func listens() async throws {
            let result = try await trial(TrialTarget.command("test ! -e door || test -S door")) {
                Sweep(.system) {
                    Run(
                        "python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind('door')"
                    )
                }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test(
            "gives directories names that are no text, or leaves devices and whiteouts, is swept",
            .enabled(if: TrialTarget.hasPython),
            arguments: [
                """
                for name in (b"d\\xff", b"d\\xfe"):
                    os.mkdir(name)
                    open(name + b"/file", "w").write("x" * 5000)
                os.mkdir(b"d\\xff/g\\xff")
                os.link(b"d\\xff/file", b"d\\xff/g\\xff/linked")
                open(b"d\\xfe/file", "w").write("yy")
                """,
                """
                try: os.mknod("device", stat.S_IFCHR | 0o600, os.makedev(1, 3))
                except PermissionError: pass
                open("file", "w").write("x")
                """,
                """
                import ctypes
                open("old", "w").write("x")
                ctypes.CDLL(None).renameat2(-100, b"old", -100, b"new", 4)  # RENAME_WHITEOUT
                open("file", "w").write("x")
                """,
                """
                import ctypes
                open("file", "w").write("x")
                calls = ctypes.CDLL(None)
                handle = (ctypes.c_uint * 34)(128)
                mount = ctypes.c_int()
                calls.name_to_handle_at(-100, b"file", handle, ctypes.byref(mount), 0)
                calls.open_by_handle_at(-100, handle, os.O_WRONLY | os.O_TRUNC)
                open("other", "w").write("x")
                """,
            ])
        func unusualNames(lines: String) async throws {
            for death in [Sweep.Death.system, .powerLoss] {
                let result = try await trial(TrialTarget.command("true")) {
                    Sweep(death, statesPerWindow: 100) {
                        Run("python3", "-c", "import os, stat\n" + lines)
                    }
                    Launch()
                    Expect(.exitStatus(0))
                }.only()
                #expect(result.verdict == .passed, "\(result.failures)")
            }
        }

        @Test(
            "leaves an orphan that signals its parent goes on", .enabled(if: TrialTarget.hasPython),
            arguments: ["TERM", "USR1", "TSTP", "HUP"])
        func orphans(signal: String) async throws {
            let result = try await trial(TrialTarget.command("test -e orphan")) {
                Run(
                    "python3", "-c",
                    """
                    import os, signal, time
                    if os.fork() == 0:
                        parent = os.getpid()
                        if os.fork() == 0:
                            while os.getppid() == parent: time.sleep(0.001)
                            os.kill(os.getppid(), signal.SIG\(signal))
                            open("orphan", "w").close()
                        os._exit(0)
                    while not os.path.exists("orphan"): time.sleep(0.001)
                    """)
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("nests directories too deep says so", .enabled(if: TrialTarget.hasPython))
        func nests() async throws {
            let result = try await sweep(
                "python3", "-c",
                """
                import os
                for _ in range(45): os.mkdir("d" * 100); os.chdir("d" * 100)
                """)
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .scenario)
            let message = result.failure?.message ?? ""
            try expectGolden(message)
        }

        @Test("removes its container has failed by that")
        func removes() async throws {
            let gone = try await sweep("sh", "-c", "rm -rf \"$HOME\"")
            #expect(gone.verdict == .failed)
            try expectGolden(gone, of: "gone")

            let other = try await sweep("sh", "-c", "rm -rf \"$HOME\"; mkdir \"$HOME\"; >$HOME/new")
            #expect(other.verdict == .failed)
            try expectGolden(other, of: "other")
        }

        @Test("leaves something running is told that it was killed")
        func leaves() async throws {
            let result = try await sweep("sh", "-c", "sleep 1000 & echo a > b")
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }
    }
#endif
