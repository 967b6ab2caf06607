import CrashStates

#if os(Linux)
    import Glibc
    import Testing

    @testable import Relaunch

    @Suite("A recording of a real program")
    struct RecordingProgramTests {
        private static let scripts = [
            "sh":
                """
            mkdir d; echo one > d/a; cp d/a b; cat b d/a >> c; mv c d/c; ln -s d/c l; \
            (echo x > sub; touch sub2) & wait; rm -r d/a; printf 1234 | dd of=b bs=1 seek=1 \
            conv=notrunc 2> /dev/null; tar cf t.tar d l; mkdir e; tar xf t.tar -C e
            """,
            "python3":
                """
            python3 -c '
            import json, os, tempfile, sqlite3, shutil, threading
            with tempfile.NamedTemporaryFile("w", dir=".", delete=False) as f: json.dump([1] * 999, f)
            os.replace(f.name, "state.json")
            shutil.copy("state.json", "copy.json")
            os.makedirs("a/b/c"); shutil.move("copy.json", "a/b/c")
            shutil.copytree("a", "z"); shutil.rmtree("a")
            open("appended", "a").write("x"); open("appended", "a").write("y")
            '
            """,
            "git":
                """
            git init -q . && echo one > f && git add f && \
            git -c user.name=n -c user.email=e commit -qm one && echo two >> f && \
            git -c user.name=n -c user.email=e commit -qam two && git branch -m other && \
            git gc -q
            """,
            "swiftc and what it makes, a program with many threads":
                #"""
            echo '
            import Foundation
            let group = DispatchGroup()
            for task in 0..<8 {
                DispatchQueue.global().async(group: group) {
                    for round in 0..<20 {
                        let file = URL(fileURLWithPath: "file\(task % 3)-\(round % 5)")
                        try! Data("\(task) \(round)".utf8).write(to: file, options: .atomic)
                    }
                }
            }
            group.wait()
            ' > main.swift
            swiftc -o main main.swift && ./main
            """#,
            "sqlite3 with a rollback journal":
                """
            sqlite3 db 'create table t(a); insert into t values(1); \
            insert into t select hex(randomblob(5000)) from t; vacuum;'
            """,
            "sqlite3 with a write-ahead log":
                """
            sqlite3 db 'pragma journal_mode=wal; create table t(a); insert into t values(1); \
            insert into t select hex(randomblob(5000)) from t; vacuum; insert into t values(2);'
            """,
        ]

        @Test("says exactly what is on disk afterwards", arguments: scripts.keys.sorted())
        func replaysToWhatIsOnDisk(name: String) throws {
            let tool = String(name.prefix { $0 != " " })
            guard Executable.onPath(tool) != nil else { return }
            let bench = try RecordingBench()
            let (recording, status) = try bench.shell(try #require(Self.scripts[name]))
            #expect(status == .exited(0))
            #expect(recording.isComplete)
            let differences = try bench.differences(recording)
            #expect(differences.isEmpty)
        }

        @Test("is the same for one that really dies in the middle, at any call")
        func agreesWithTheKernel() throws {
            guard Executable.onPath("git") != nil, let script = Self.scripts["git"] else { return }
            for call in stride(from: 3, to: 120, by: 13) {
                let bench = try RecordingBench()
                let (recording, _) = try bench.shell(script, plan: .killBefore(call: call))
                #expect(recording.planned?.call != nil)
                let differences = try bench.differences(recording)
                #expect(differences.isEmpty, "killed before call \(call)")
            }
        }
    }
#endif
