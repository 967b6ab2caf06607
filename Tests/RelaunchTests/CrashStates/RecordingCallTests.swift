@testable import CrashStates

#if os(Linux)
    import Glibc
    import Testing

    @testable import Relaunch

    @Suite("A recording of one program")
    struct RecordingCallTests {
        @Test(
            "says exactly what is on disk afterwards",
            arguments: [
                "writes", "sizes", "names", "attributes", "failures", "temporary", "outside",
                "store", "children", "fifo", "threads", "lists", "sockets",
            ])
        func replaysToWhatIsOnDisk(part: String) throws {
            let bench = try RecordingBench()
            let program = try RecordedProgram.path.get()
            let (recording, status) = try bench.record(program, [part])
            #expect(status == .exited(0))
            #expect(recording.isComplete)
            #expect(!recording.calls.isEmpty && !bench.names.isEmpty)
            let differences = try bench.differences(recording)
            #expect(differences.isEmpty)
        }

        @Test("tells each call in words, with paths relative to the container")
        func tellsInWords() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["save"])
            #expect(
                recording.calls.map(\.text) == [
                    "create state.tmp", "write 12 bytes at 0 in state.tmp",
                    "write 13 bytes at 12 in state.tmp", "write 11 bytes at 25 in state.tmp",
                    "fsync state.tmp", "rename state.tmp → state", "fsync .",
                ])
            #expect(recording.calls.map(\.number) == Array(1...7))
            #expect(recording.planNumbers == Array(1...7))
            #expect(recording.notes.isEmpty)
        }

        @Test("tells where a socket was made, and leaves those out that are no files")
        func tellsSockets() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["sockets"])
            #expect(
                recording.calls.map(\.text) == [
                    "bind socket", "bind socket: Address already in use", "chmod 600 socket",
                    "bind \(String(repeating: "n", count: 108))",
                ])
        }

        @Test("says of a mapped file what is not visited")
        func tellsMappings() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["store"])
            #expect(
                recording.notes.map(\.description) == [
                    "mapped is mapped into memory and can change without a call: deaths between two "
                        + "such changes are visited only where there is a call between them"
                ])
        }

        @Test("says once of many mapped files what is not visited")
        func tellsMappingsOnce() {
            let mapped = ["a", "b", "c", "d", "e"].map { path in
                RecordingNote.sharedMapping(FileID(1), path: path)
            }
            #expect(
                RecordingNote.lines(of: mapped + [.callLimit]) == [
                    "a, b, c and 2 more are mapped into memory and can change without a call: deaths "
                        + "between two such changes are visited only where there is a call between them",
                    "the limit of calls was reached: the rest is not recorded",
                ])
        }

        @Test("has what failed with its errno, and no operation for it")
        func keepsFailures() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["failures"])
            let failed = recording.calls.filter { $0.error != 0 }
            #expect(
                failed.map(\.text) == [
                    "mkdir present: File exists", "unlink absent: No such file or directory",
                    "rename absent → present: No such file or directory",
                    "open new: File exists",
                ])
            #expect(failed.allSatisfy { $0.operations.isEmpty })
            #expect(failed.map(\.error) == [EEXIST, ENOENT, ENOENT, EEXIST])
        }

        @Test("tells a file from another one that has got its name, and keeps the unlinked one")
        func keepsIdentities() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["names"])
            let made = recording.calls.compactMap { call -> FileID? in
                guard call.text == "create unlinked",
                    case .create(let id, _, _, _) = call.operations[0]
                else { return nil }
                return id
            }
            #expect(made.count == 2 && Set(made).count == 2)
            let unseen = recording.calls.flatMap(\.operations).contains {
                if case .write(let id, _, let bytes) = $0 {
                    return id == made.first && bytes == Array("nobody sees it".utf8)
                }
                return false
            }
            #expect(unseen)
        }

        @Test("has what was said to the outside, in its place between the calls")
        func keepsAcknowledgements() throws {
            let bench = try RecordingBench()
            let output = try TestPipe()
            let channel = try TestPipe()
            try bench.recorder.start()
            let script = "echo 1 > a; echo said; echo 2 > b; echo told >&3; echo 3 > c"
            let shell = try bench.spawn(
                "/bin/sh", ["-c", script], output: output.writing, channel: channel.writing)
            #expect(try bench.end(of: shell) == .exited(0))
            let recording = try bench.recorder.stop()
            let operations = recording.calls.flatMap(\.operations).filter {
                switch $0 {
                case .acknowledge, .write: true
                default: false
                }
            }
            try #require(operations.count == 5)
            #expect(operations[1] == .acknowledge(.output, bytes: Array("said\n".utf8)))
            #expect(operations[3] == .acknowledge(.channel, bytes: Array("told\n".utf8)))
            #expect(recording.plannableCount == 6)
        }

        @Test("finds what was stored through a shared mapping, between the calls where it was")
        func findsStores() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["store"])
            #expect(
                recording.notes.contains {
                    if case .sharedMapping(_, let path) = $0 { return path == "mapped" }
                    return false
                })
            let names = recording.calls.map(\.name)
            #expect(
                names == [
                    "openat", "ftruncate", "store", "openat", "write", "store", "pwrite64", "msync",
                    "store",
                ])
            guard case .sync = recording.calls[7].operations.first else {
                Issue.record("msync is no sync of the file")
                return
            }
        }

        @Test("finds what was stored before the outside was told of it")
        func findsStoresBeforeTelling() throws {
            let bench = try RecordingBench()
            let output = try TestPipe()
            try bench.recorder.start()
            let program = try bench.spawn(
                RecordedProgram.path.get(), ["store-and-tell"], output: output.writing)
            #expect(try bench.end(of: program) == .exited(0))
            let names = try bench.recorder.stop().calls.map(\.name)
            #expect(names == ["openat", "ftruncate", "store", "write"])
        }

        @Test(
            "has of a msync the bytes that it is about, and takes one that does not wait for none")
        func keepsTheRangeOfAMsync() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(RecordedProgram.path.get(), ["partial-msync"])
            let syncs = recording.calls.filter { $0.name == "msync" }.map(\.operations)
            try #require(syncs.count == 2)
            guard case .sync(_, dataOnly: true, range: 8_192..<8_292)? = syncs[0].first else {
                Issue.record("\(syncs)")
                return
            }
            #expect(syncs[1].isEmpty)
        }

        @Test("has what was written directly, and where it went in a file that is appended to")
        func keepsUnusualWrites() throws {
            let bench = try RecordingBench()
            let (recording, status) = try bench.record(
                RecordedProgram.path.get(), ["direct-and-no-append"])
            #expect(status == .exited(0))
            let writes = recording.calls.flatMap(\.operations).compactMap { operation in
                if case .write(_, let offset, let bytes) = operation {
                    (offset, bytes.first)
                } else {
                    nil
                }
            }
            #expect(writes.map(\.0) == [0, 0, 2])
            #expect(writes.map(\.1) == Array("dof".utf8).map(Optional.some))
        }

        @Test("says that an fsync has failed, so that a later one is not believed")
        func keepsFailedSyncs() throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(
                "/usr/bin/python3",
                ["-c", "import os; os.fsync(os.open('file', os.O_CREAT | os.O_RDWR))"],
                plan: .fail(call: 2, errno: EIO))
            guard case .failedSync? = recording.calls.last?.operations.first else {
                Issue.record("\(recording.calls)")
                return
            }
        }

        @Test("is empty where the step does nothing, and can follow another one")
        func canBeEmpty() throws {
            let bench = try RecordingBench()
            let (nothing, _) = try bench.shell("exit 3")
            #expect(nothing.calls.isEmpty && nothing.isComplete)
            let (something, _) = try bench.shell("echo x > y")
            #expect(something.calls.map(\.text) == ["create y", "write 2 bytes at 0 in y"])
            #expect(throws: RecorderError.notRecording) { try bench.recorder.stop() }
        }

        @Test("begins where it is told to: what was before is not in it")
        func beginsInTheMiddle() throws {
            let bench = try RecordingBench()
            let input = try TestPipe()
            let output = try TestPipe()
            let shell = try bench.supervisor.spawn(
                Supervisor.Command(
                    executable: "/bin/sh",
                    arguments: [
                        "-c", "echo 1 > a; echo ready; read x; echo 2 >> a; echo done; read x",
                    ],
                    directory: bench.container, input: input.reading, output: output.writing,
                    recorded: bench.container))
            #expect(output.read() == "ready\n")
            try bench.recorder.start()
            write(input.writing, "\n", 1)
            #expect(output.read() == "done\n")
            let recording = try bench.recorder.stop()
            #expect(
                recording.calls.map(\.text) == [
                    "open a", "write 2 bytes at 2 in a", "write 5 bytes to standard output",
                ])
            write(input.writing, "\n", 1)
            #expect(try bench.end(of: shell) == .exited(0))
        }

        @Test("ends where a limit is reached, and says so")
        func keepsLimits() throws {
            let bench = try RecordingBench()
            let program = try RecordedProgram.path.get()
            let few = RecordingLimits(calls: 10)
            let (calls, status) = try bench.record(program, ["many"], limits: few)
            #expect(status == .exited(0))
            #expect(calls.calls.count == 10)
            #expect(calls.notes == [.callLimit] && !calls.isComplete)
            let small = RecordingLimits(bytes: 4000)
            let (bytes, _) = try bench.record(program, ["many"], limits: small)
            #expect((5...30).contains(bytes.calls.count))
            #expect(bytes.notes == [.byteLimit] && !bytes.isComplete)
        }
    }
#endif
