import RelaunchProtocol

// What can be done to a target: the built-in steps and those of plug-ins are made of these.
extension Session {
    /// Launches the target. Where a kill point is given, it dies there, of `manner`.
    public func launch(
        arguments: [String] = [], environment: [String: String] = [:],
        killedAt point: KillPoint? = nil,
        by manner: Kill.Manner = .system
    ) async throws {
        try prepareControl()
        try await launch(
            arguments: arguments, environment: environment, killedAt: point, by: manner,
            isOptional: false)
    }

    /// - Parameter isOptional: whether the target may also live, where it does not come to the kill point.
    func launch(
        arguments: [String] = [], environment: [String: String] = [:], killedAt point: KillPoint?,
        by manner: Kill.Manner, isOptional: Bool
    ) async throws {
        if running != nil {
            throw StepFailure(blame: .scenario, kind: .wrongLife, "the target is running already")
        }
        let begin = ContinuousClock.now
        if record.hello != nil { caseState.hasSpoken = true }
        caseState.record = LaunchRecord()
        // A program at a terminal may come to its end when it has done what it is for.
        caseState.expectedEnd = target.driver.can(.terminal) ? .success : nil
        caseState.latestLaunch = LatestLaunch(arguments: arguments, environment: environment)
        if point != nil { caseState.lastKillPoint = nil }
        // In an action of a command that is to die, it is what dies.
        let kill = arm(point, by: manner) ?? caseState.targetDies
        let request = LaunchRequest(
            executable: executable, arguments: target.arguments + arguments,
            environment: self.environment(adding: environment), kill: kill,
            observations: observations, device: world.device)
        launches += 1
        let runsToItsEnd = target.driver.can(.endsByItself)
        let text = commandText(target.executable, target.arguments + arguments)
        if runsToItsEnd { lastRun = nil }
        let running: any RunningTarget
        do { running = try await target.driver.launch(request, in: self) } catch let failure
            as StepFailure
        {
            record = failure.record ?? record
            throw failure
        } catch {
            throw PlugInError.marking(error, from: target.driver)
        }
        self.running = running
        record = running.record
        caseState.latestLaunch.duration = begin.duration(to: .now)
        switch running.launchProgress {
        case .done:
            log("launched\(launchSummary) after \(begin.duration(to: .now).shortText)")
            if observations.contains(.state), evidence.initialState == nil {
                evidence.initialState = try await running.askForState(in: self)
            }
            if let kill, !isOptional { try await dieAfterwards(kill) }
        case .atKillPoint:
            try await die(at: kill)
            if runsToItsEnd, let output = running.process?.output {
                lastRun = CompletedRun(text, status: nil, output)
            }
            if point == nil, kill != nil { throw TargetDies() }
        case .ended(let status):
            log("ran \(text) for \(begin.duration(to: .now).shortText): \(status)")
            try terminateAndReap("'\(text)'", endedWith: status)
            lastRun = CompletedRun(text, status: status, running.process?.output ?? .init())
            if let output = running.process?.output { lastOutput = output.lastLines() }
        }
    }

    /// Launches the target once more as the scenario has launched it last, with the same arguments and
    /// environment, for a look that the scenario does not say. A control does not count it. What a command
    /// has left is looked at as it is.
    func launchAgain() async throws {
        if target.isAskedAtRest { return }
        let latest = caseState.latestLaunch
        try await launch(
            arguments: latest.arguments, environment: latest.environment, killedAt: nil,
            by: .system, isOptional: false)
    }

    private var launchSummary: String {
        switch record.restoration {
        case .restored: ": it says it restored"
        case .skipped(let reason): ": it says it did not restore (\(reason))"
        case nil where target.driver.can(.reports): ": it says nothing about restoration"
        case nil: ""
        }
    }

    /// In a control, puts the container back as it was before the first launch, just before the judged
    /// launch.
    public func prepareControl() throws {
        if caseState.isPart { return }
        caseState.isLookedAt = false
        caseState.debugged?.countLaunch()
        guard var plan = caseState.control, !plan.isWiped else { return }
        plan.launch += 1
        if plan.launch == 1, plan.judgedLaunch > 1 {
            let path = runDirectory.newPath()
            try container.copy(to: path)
            plan.original = Container(existing: path)
        }
        if plan.launch == plan.judgedLaunch {
            try container.replaceContents(with: plan.original)
            plan.isWiped = true
            log("control: the container is as it was before the first launch")
        }
        caseState.control = plan
    }

    /// Looks at what a command has left: to see what is there, somebody would launch it.
    func look() throws {
        guard target.isAskedAtRest, !caseState.isLookedAt, !caseState.isPart else { return }
        try prepareControl()
        caseState.isLookedAt = true
    }

    /// Performs an action of the target and remembers what it answered.
    public func perform(
        _ action: String, _ arguments: [String: JSON], killedAt point: KillPoint? = nil,
        by manner: Kill.Manner = .system
    ) async throws {
        let running = try awake()
        try checkDescribedLives()
        expectEnd(.success)
        if target.isAskedAtRest { try prepareControl() }
        let kill = arm(point, by: manner)
        let (result, progress) = try await running.askToPerform(
            action, arguments, killedAt: kill, in: self)
        record = running.record
        self.result = result
        if progress == .done {
            log("performed \(Self.words(for: action, arguments))")
            if target.driver.savesActions { try await observeSave() }
        } else if target.driver.savesActions {
            evidence.isActionInterrupted = true
        }
        try await finish(progress, "performing '\(action)'", kill)
    }

    /// An action as the timeline tells it: `write {"text":"a"}`.
    private static func words(for action: String, _ arguments: [String: JSON]) -> String {
        arguments.isEmpty ? action : "\(action) \(shortened(JSON.object(arguments).text))"
    }

    /// Delivers an event of the system.
    public func deliver(
        _ event: LifecycleEvent, killedAt point: KillPoint? = nil, by manner: Kill.Manner = .system
    ) async throws {
        let running = try awake()
        // A kill by the clock finds the target at work: only before can it be asked.
        let isTimed = point != nil && point?.hold == nil
        expectEnd(.success)
        let before = evidence
        if event == .background, isTimed { try await observeInterruptedSave() }
        let kill = arm(point, by: manner)
        let begin = ContinuousClock.now
        let progress = try await running.askToTake(event, killedAt: kill, in: self)
        record = running.record
        if progress == .done {
            log("\(event.rawValue): finished after \(begin.duration(to: .now).shortText)")
        }
        if event == .background, progress == .done {
            evidence = before
            try await observeSave()
        }
        if event == .background, progress == .atKillPoint, !isTimed {
            try await observeInterruptedSave()
        }
        try await finish(progress, "the event '\(event.rawValue)'", kill)
    }

    private func finish(
        _ progress: TargetProgress, _ doing: String, _ kill: ArmedKill?
    ) async throws {
        switch progress {
        case .done where running == nil:
            if kill != nil { note("\(doing) was over before the kill") }
        case .done:
            if let kill { try await dieAfterwards(kill) }
        case .atKillPoint:
            // What a command did is dead already.
            if running != nil { try await die(at: kill) }
        case .ended(let status):
            try terminateAndReap()
            throw StepFailure(kind: .ended, "the target \(status) while \(doing)")
        }
    }

    /// A step that was to be cut short is over. By the clock that is chance; at a place it is a failure.
    private func dieAfterwards(_ kill: ArmedKill) async throws {
        if let time = kill.time {
            try wait(until: time)
            return try await die(at: kill)
        }
        let known = record.hello?.checkpoints ?? []
        if case .checkpoint(let name) = kill.point, !known.contains(name) {
            throw StepFailure(
                blame: .scenario, kind: .missing, "the target has no checkpoint '\(name)'",
                expected: name.quoted,
                actual: known.isEmpty ? "it has none" : alternatives(known.map(\.quoted)))
        }
        throw StepFailure(
            "the step ended before the target reached its kill point",
            expected: "killed \(kill.point)", actual: "the kill point was not reached")
    }

    private func die(at kill: ArmedKill?) async throws {
        try await self.kill(
            kill?.manner ?? .system, where: kill.map { "\($0.point)" } ?? "between two steps",
            isByTheClock: kill?.time != nil)
    }

    /// Stops the whole tree of the target's processes, as a system stops an app in the background.
    public func suspend() throws {
        _ = try supervisor().freeze(within: timeLimit)
        isSuspended = true
    }

    /// Lets the stopped processes go on.
    public func resume() throws {
        guard isSuspended else { return }
        try supervisor().thaw()
        isSuspended = false
    }

    /// Takes in what the target writes until then. For scenarios that name a time; to wait for
    /// readiness, use a condition.
    public func wait(until time: ContinuousClock.Instant) throws {
        while ContinuousClock.now < time {
            if let process = running?.process {
                _ = try process.takeInput(until: time)
                if process.exitStatus != nil, process.channelIsClosed { break }
            } else {
                let ready = try waitForInput([worker.cancellationDescriptor], until: time)
                if !ready.isEmpty { throw CancellationError() }
            }
        }
        let ready = try waitForInput([worker.cancellationDescriptor], until: time)
        if !ready.isEmpty { throw CancellationError() }
    }

    /// The running target, awake; for a command, what its files say.
    func awake() throws -> any RunningTarget {
        guard let running = running ?? atRest else {
            throw StepFailure(
                blame: .scenario, kind: .wrongLife, "no target is running here; launch it first")
        }
        if isSuspended {
            throw StepFailure(
                blame: .scenario, kind: .wrongLife,
                "the target is suspended since `Background()`; `Foreground()` it first")
        }
        return running
    }

    /// What is asked of a target that the suite describes and that runs to its end: nothing has to run
    /// for it.
    private var atRest: CommandAtRest? {
        target.isAskedAtRest ? CommandAtRest(target) : nil
    }

    /// The whole observable state of the running target.
    public func state() async throws -> JSON {
        let running = try awake()
        if !target.interface.states.isEmpty { try checkDescribedLives() }
        // What the target has said by then is known then.
        defer { record = running.record }
        return try await running.askForState(in: self)
    }

    /// A picture of what the screen shows. Fails as a wrong scenario where no target runs or it is
    /// suspended.
    public func screenshot() async throws -> Picture {
        let running = try awake()
        defer { record = running.record }
        return try await running.askForScreenshot(in: self)
    }
}
