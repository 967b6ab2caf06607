import RelaunchProtocol

extension Session {
    /// Kills the target and proves that it and everything it has spawned is dead.
    ///
    /// - Parameter place: where in its life it is killed, in words.
    public func kill(_ manner: Kill.Manner, where place: String) async throws {
        guard let running else {
            throw StepFailure(blame: .scenario, "no target is running here; launch it first")
        }
        observeFiles()
        record = running.record
        let begin = ContinuousClock.now
        lastKillPoint = "\(manner), \(place)"
        try await running.kill(manner, in: self)
        if let process = running.process {
            switch manner {
            case .system, .forceQuit: break
            case .crash(let signal): try crash(process, signal)
            case .terminate: try terminate(process)
            }
        }
        try bury()
        if manner == .forceQuit { try container.discard(record.hello?.savedState ?? []) }
        log("killed (\(manner)) \(place); proved dead after \(begin.duration(to: .now).shortText)")
    }

    /// Sends a signal of a crash from outside; the target must die of it.
    private func crash(_ process: TargetProcess, _ signal: Signal) throws {
        guard try process.signal(signal) else { return }
        try resume()
        guard let status = try process.waitForExit(until: deadline) else {
            try bury()
            throw StepFailure(
                "the target survived \(signal): it catches the signal and lives on",
                expected: "died of \(signal)", actual: "still running after \(timeLimit.shortText)")
        }
        if status != .signaled(signal) {
            note("\(signal) was sent, and the target \(status)")
        }
    }

    /// Asks the target to end.
    private func terminate(_ process: TargetProcess) throws {
        guard try process.signal(.SIGTERM) else { return }
        try resume()
        guard try process.waitForExit(until: deadline) != nil else {
            try bury()
            throw StepFailure(
                "the target ignores SIGTERM", expected: "ended within \(timeLimit.shortText)",
                actual: "still running")
        }
    }

    /// Lets the target quit by itself and waits for its end.
    public func quit() async throws {
        let running = try awake()
        observeFiles()
        let progress = try await running.deliver(.quit, killedAt: nil, in: self)
        record = running.record
        var status: ExitStatus?
        if case .ended(let end) = progress { status = end }
        if status == nil, let process = running.process {
            status = try process.waitForExit(until: deadline)
            guard status != nil else {
                try bury()
                throw StepFailure(
                    "the target was told to quit and did not end",
                    expected: "ended within \(timeLimit.shortText)", actual: "still running")
            }
        }
        try bury()
        lastKillPoint = "quit by itself"
        log("quit: the target \(status.map { "\($0)" } ?? "ended")")
        if let status, status != .exited(0) {
            throw StepFailure(
                "the target did not end well when it was told to quit",
                expected: "exited with status 0", actual: "\(status)")
        }
    }
}
