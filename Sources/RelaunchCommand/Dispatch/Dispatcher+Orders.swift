import Relaunch

extension Dispatcher {
    /// Settles which scenarios run, file after file: a slice counts over all of them in their order.
    func selectNext() {
        for file in files where !file.isSelected {
            guard case .found = file.stage, let suite = file.suite else {
                if file.isDone { continue }
                // Hashes and whole runs do not depend on the files before.
                if plan.slice?.division == .turns { return }
                continue
            }
            select(file, suite)
        }
    }

    private func select(_ file: FileRun, _ suite: SuiteDescription) {
        if case .replay(let selector) = plan.purpose {
            do throws(NoMatch) {
                let match = try selector.match(in: suite)
                tally.hasSelection = true
                file.select(nil, orders: [FileOrders.Order(match)], rounds: plan.rounds)
                reports.publish(.suiteFound(suite))
            } catch {
                unmatched.append(error)
                file.select(nil, orders: [])
            }
            return
        }
        reports.know(suite)
        let named = Dictionary(grouping: named(in: suite, of: file), by: \.scenario)
        var chosen: [ScenarioDescription] = []
        for scenario in suite.scenarios
        where named[scenario.name] != nil
            && plan.selects(suite: suite.name, scenario: scenario.name)
            && (!plan.runsFailedOnly || plan.hasFailedBefore(scenario.name, in: file.file))
        {
            let identity = "\(stableName(of: file.file))::\(scenario.name)"
            if plan.slice?.contains(index: selectedBefore, identity: identity) ?? true {
                chosen.append(scenario)
            }
            selectedBefore += 1
        }
        if selectedBefore > 0 { tally.hasSelection = true }
        var selection = suite
        selection.scenarios = chosen
        let isRun = plan.purpose != .list && !chosen.isEmpty
        let orders = chosen.flatMap { scenario in
            named[scenario.name, default: []].map { match in
                FileOrders.Order(
                    match, isUrgent: plan.hasFailedBefore(scenario.name, in: file.file))
            }
        }
        file.select(selection, orders: isRun ? orders : [], rounds: plan.rounds)
        if isRun { reports.publish(.suiteFound(selection)) }
    }

    /// What the command line names of a file, each scenario once or, where cases of it are named, each
    /// case once.
    private func named(
        in suite: SuiteDescription, of file: FileRun
    ) -> [ScenarioSelector.Match] {
        let selectors = plan.selectors.filter { $0.isAbout(file.file) }
        if selectors.isEmpty { return suite.scenarios.map { .init(scenario: $0.name) } }
        var named: [ScenarioSelector.Match] = []
        for selector in selectors {
            do throws(NoMatch) {
                for match in try selector.matches(in: suite) where !named.contains(match) {
                    named.append(match)
                }
            } catch {
                unmatched.append(error)
            }
        }
        let whole = Set(named.filter(\.branches.isEmpty).map(\.scenario))
        return named.filter { $0.branches.isEmpty || !whole.contains($0.scenario) }
    }

    /// What a file is called on every machine and from wherever it is named.
    private func stableName(of file: ScenarioFile) -> String {
        Path.isInside(file.absolutePath, state.root)
            ? String(file.absolutePath.dropFirst(state.root.count)) : Path.name(of: file.path)
    }

    /// Finds the target of a file that has something to run, and what it is updated to, builds what has
    /// to be built, and configures its host.
    func resolveTarget(of file: FileRun) {
        guard let target = file.suite?.target else { return }
        let host: ChildProcess
        switch file.stage {
        case .found(let found)
        where file.isSelected && !(file.orders.pending.isEmpty && file.results.isEmpty):
            host = found
        case .building(let waiting, let build) where build.result != nil: host = waiting
        default: return
        }
        do throws(TargetProblem) {
            guard target.capabilities?.contains(.package) == true else {
                if isLaunched(target, by: file) {
                    try targetBuilder.program(target.executable, for: file.file)
                }
                return configure(file, host, executable: nil)
            }
            guard let path = try place(of: target.executable, for: file) else { return }
            for name in target.updates ?? [] {
                do throws(TargetProblem) {
                    guard try place(of: name, for: file) != nil else { return }
                } catch .noProduct, .notOnPath {
                    // The scenarios that name it are wrong, and say so; others are not.
                }
            }
            configure(file, host, executable: path)
        } catch {
            fail(file, .noTarget, error.description, closes: true)
        }
    }

    /// Whether the executable is needed: not where every scenario is skipped, perhaps since it is missing.
    private func isLaunched(_ target: TargetDescription, by file: FileRun) -> Bool {
        target.capabilities?.contains(.executable) == true
            && file.selection?.scenarios.allSatisfy { $0.skipped != nil } != true
    }

    /// Where an executable is; nil where it is being built, which the file waits for.
    private func place(
        of executable: String, for file: FileRun
    ) throws(TargetProblem) -> String? {
        switch try targetBuilder.find(executable, for: file.file) {
        case .ready(let path): return path
        case .building(let build):
            if let result = build.result { return try result.get() }
            file.wait(for: build)
            return nil
        }
    }

    private func configure(_ file: FileRun, _ host: ChildProcess, executable: String?) {
        var configuration = HostConfiguration(
            file: file.file.path, seed: plan.seed, runsControls: plan.runsControls,
            keepsContainers: plan.keepsContainers, leavesOpen: plan.leavesOpen,
            debuggedLaunch: plan.debugging?.launch, executable: executable,
            keptDirectory: state.kept, replayCommand: plan.replayCommand,
            replaySuffix: plan.audit?.replaySuffix ?? "", kernelCheckPoints: plan.kernelCheckPoints,
            isKernelCheckAsked: plan.isKernelCheckAsked,
            selection: file.selection?.scenarios.map(\.name), jobs: plan.jobs,
            elapsed: reports.elapsed,
            results: file.results.map { EncodedEvent(Event(time: 0, kind: .caseFinished($0))) })
        configuration.realImages = plan.realImages
        configuration.timeoutFactor = plan.timeoutFactor
        configuration.caseLimit = plan.caseLimit
        configuration.retries = plan.retries
        configuration.tracesProtocol = plan.trace != nil
        do {
            try host.channel?.send(HostOrder.configure(configuration))
            file.run()
        } catch {
            processes.signal(host, SIGKILL)
            fail(file, .harness, "'\(file.file.path)' cannot be configured: \(error)")
        }
    }

    /// Hands out orders while there are places: round after round, what failed before first, and then in
    /// the order of files and scenarios.
    func orderNext() {
        var free = freePlaces
        while free > 0, let (file, host) = nextInTurn, let order = file.orders.next() {
            free -= 1
            do {
                try host.channel?.send(
                    HostOrder.run(
                        scenario: order.scenario, branches: order.branches,
                        round: plan.rounds == 1 ? nil : order.round))
            } catch {
                processes.signal(host, SIGKILL)
                return fail(file, .harness, "'\(file.file.path)' takes no orders: \(error)")
            }
        }
    }

    /// The file whose next order comes first.
    private var nextInTurn: (FileRun, ChildProcess)? {
        var first: (file: FileRun, host: ChildProcess, turn: FileOrders.Turn)?
        for file in files {
            guard case .running(let host) = file.stage, let turn = file.orders.turn else {
                continue
            }
            if first.map({ turn < $0.turn }) ?? true { first = (file, host, turn) }
        }
        return first.map { ($0.file, $0.host) }
    }
}
