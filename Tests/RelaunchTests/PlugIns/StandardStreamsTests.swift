import Foundation
import Relaunch
import Testing
import TestSupport

// This file imports what the author of a driver imports.

/// A step that does with the session what a driver would do.
private struct Drive: Step {
    let body: @Sendable (isolated Session) throws -> Void
    let location: FileLocation
    var text: String { "Drive" }

    init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, _ body: @escaping @Sendable (isolated Session) throws -> Void
    ) {
        self.body = body
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    func perform(in session: isolated Session) async throws -> Next {
        try body(session)
        return .step
    }
}

extension Session {
    /// Spawns a shell with its standard streams.
    fileprivate func shell(_ script: String, _ stdio: StandardStreams) throws -> TargetProcess {
        try spawn(
            "/bin/sh", arguments: ["-c", script],
            environment: environment(adding: ["TERM": "dumb"]), stdio: stdio)
    }

    /// Takes in what a process writes until a text is there.
    fileprivate func wait(for text: String, from process: TargetProcess) throws {
        while !process.output.text(.output).contains(text) {
            guard process.exitStatus == nil, try process.takeInput(until: deadline) else {
                throw StepFailure("no '\(text)' came", actual: process.output.text(.output))
            }
        }
    }
}

@Suite struct StandardStreamsTests {
    @Test func `a terminal shows, takes what is typed, is resized and hangs up`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                let shell = try session.shell(
                    """
                    trap 'echo "resized to $(stty size)"' WINCH
                    test -t 0 && test -t 1 && test -t 2 && stty size
                    read line; echo "you typed $line"; while :; do sleep 0.02; done
                    """, .terminal(rows: 24, columns: 80))
                try session.wait(for: "24 80\r\n", from: shell)
                try shell.type(Data("milk\n".utf8), until: session.deadline)
                try session.wait(for: "you typed milk\r\n", from: shell)
                try shell.resizeTerminal(rows: 50, columns: 132)
                try session.wait(for: "resized to 50 132\r\n", from: shell)
                #expect(shell.output.text(.output).hasPrefix("24 80\r\nmilk\r\n"), "with the echo")
                #expect(shell.output.text(.error) == "")
                try shell.hangUp()
                #expect(try shell.waitForExit(until: session.deadline) == .signaled(.SIGHUP))
                try shell.hangUp()
                try shell.resizeTerminal(rows: 24, columns: 80)
                try shell.type(Data("to nobody".utf8), until: session.deadline)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `what a process showed at its end is there, and Ctrl-C ends it`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                let shell = try session.shell(
                    "trap 'seq 2000; exit 3' INT; echo ready; while :; do sleep 0.02; done",
                    .terminal(rows: 1, columns: 65535))
                try session.wait(for: "ready", from: shell)
                try shell.type(Data([3]), until: session.deadline)
                #expect(try shell.waitForExit(until: session.deadline) == .exited(3))
                while try shell.takeInput(until: .now) {}
                #expect(shell.output.text(.output).hasSuffix("\r\n1999\r\n2000\r\n"))
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `who does not read the terminal is waited for until the deadline`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                let shell = try session.shell(
                    "stty raw -echo; echo ready; exec sleep 1000", .terminal(rows: 24, columns: 80))
                try session.wait(for: "ready", from: shell)
                let failure = #expect(throws: StepFailure.self) {
                    try shell.type(
                        Data(repeating: 120, count: 1 << 20), until: .now + .milliseconds(50))
                }
                try expectGolden(failure)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a terminal is killed with all of the case, and leaves no descriptor`() async throws
    {
        let before = try terminals()
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                let shell = try session.shell(
                    "trap '' HUP; sleep 1000 & echo ready; wait", .terminal(rows: 24, columns: 80))
                try session.wait(for: "ready", from: shell)
            }
            Launch()
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.notes == [])
        // Other tests of this process may have one open in the meantime.
        #expect(try terminals() <= before + 4)
    }

    /// How many ends of terminals this process has open.
    private func terminals() throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return names.filter { (link("/proc/self/fd/" + $0) ?? "").contains("/ptmx") }.count
    }

    private func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    @Test func `what is inherited is the harness's own, and nothing of it is captured`()
        async throws
    {
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                let process = try session.shell("exec sleep 1000", .inherited)
                for number in 0...2 {
                    let path = "/proc/\(process.id)/fd/\(number)"
                    #expect(link(path) == (link("/proc/self/fd/\(number)") ?? "/dev/null"))
                }
                _ = try process.takeInput(until: .now + .milliseconds(20))
                #expect(process.output.total == 0)
                #expect(try process.signal(.SIGKILL))
                #expect(try process.waitForExit(until: session.deadline) == .signaled(.SIGKILL))
                let failure = #expect(throws: StepFailure.self) { try process.hangUp() }
                try expectGolden(failure)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: [(0, 80), (24, 0), (-1, 80), (65536, 80), (24, Int.max)])
    func `a size that no terminal has is the scenario's mistake`(
        _ rows: Int, _ columns: Int
    ) async throws {
        let result = try await trial(TrialTarget.counter) {
            Drive { session in
                _ = try session.shell("true", .terminal(rows: rows, columns: columns))
            }
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        try expectGolden(result, of: "\(rows) rows, \(columns) columns")
    }
}
