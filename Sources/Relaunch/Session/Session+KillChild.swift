import CrashStates
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Session {
    /// Kills one process below the target, and waits for its end. It is waited for until there is one: a
    /// process that is just being started has the name of its parent.
    ///
    /// - Parameter name: its name, or a part of its command line.
    func killChild(_ name: String, _ manner: Kill.Manner) throws {
        if running != nil { try checkLives() }
        // What the target does without its child is its own affair.
        expectEnd(.any)
        let limit = deadline
        while true {
            do {
                let child = try self.child(name)
                return try kill(child, manner)
            } catch let failure as StepFailure where failure.kind == .missing {
                guard ContinuousClock.now < limit else { throw failure }
            }
            try wait(until: .now + .milliseconds(5))
        }
    }

    private func child(_ name: String) throws -> RunningProcess {
        guard let main = try awake().process else {
            throw StepFailure(
                blame: .scenario, kind: .unsupported,
                "the target is no process of this machine, so its children are not known")
        }
        let children = try supervisor().processes().filter { $0 != main.id }
            .compactMap(RunningProcess.init)
        let named = children.filter { $0.isCalled(name) }
        if let child = named.first, named.count == 1 { return child }
        throw StepFailure(
            blame: .scenario, kind: .missing,
            named.isEmpty
                ? "the target has no child '\(name)'"
                : "\(named.count) children of the target are called '\(name)'; name one by more of its "
                    + "command line",
            expected: "one process of this name within \(timeLimit.shortText)",
            actual: (named.isEmpty ? children : named).map(\.text).briefList)
    }

    private func kill(_ child: RunningProcess, _ manner: Kill.Manner) throws {
        let begin = ContinuousClock.now
        try end(child, of: manner.signal)
        lastKillPoint = "\(manner) of its child '\(child.text)'"
        log(
            "killed the child '\(child.text)' (\(manner)); it had ended after "
                + begin.duration(to: .now).shortText)
    }

    private func end(_ child: RunningProcess, of signal: Signal) throws {
        let held: HeldProcess
        do { held = try HeldProcess(child.id) } catch Errno.noSuchProcess {
            throw StepFailure(
                kind: .ended, "the child '\(child.text)' had ended by itself before it was killed",
                expected: "it lives until it is killed", actual: "it is gone")
        }
        _ = try held.signal(signal.rawValue)
        let limit = deadline
        while ContinuousClock.now < limit {
            let ready = try waitForInput(
                [worker.cancellationDescriptor, held.descriptor], until: limit)
            if ready.contains(worker.cancellationDescriptor) { throw CancellationError() }
            if ready.contains(held.descriptor) { return }
        }
        throw StepFailure.stillRunning(
            .survived, "the child '\(child.text)' survived \(signal)", within: timeLimit)
    }
}

extension Kill.Manner {
    fileprivate var signal: Signal {
        switch self {
        case .system, .forceQuit: .SIGKILL
        case .crash(let signal): signal
        case .terminate: .SIGTERM
        }
    }
}

/// A process as the system shows it.
private struct RunningProcess {
    let id: Int32
    let name: String
    let commandLine: String

    /// Nil where it has ended.
    init?(_ id: Int32) {
        func read(_ file: String) -> String? {
            FileManager.default.contents(atPath: "/proc/\(id)/\(file)")
                .map { String(decoding: $0, as: UTF8.self) }
        }
        guard let name = read("comm"), let line = read("cmdline") else { return nil }
        self.id = id
        self.name = String(name.prefix { $0 != "\n" })
        let words = line.split(separator: "\0").joined(separator: " ")
        commandLine = String(words.reversed().drop { $0 == " " }.reversed())
    }

    var text: String { commandLine.isEmpty ? name : shortened(commandLine, to: 80) }

    func isCalled(_ word: String) -> Bool {
        name == word.prefix(15) || commandLine.contains(word)
    }
}
