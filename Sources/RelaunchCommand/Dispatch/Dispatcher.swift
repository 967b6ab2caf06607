import CrashStates
import Relaunch

/// Owns the state of a run: it compiles files, launches their hosts, hands out orders and collects what
/// comes back, all on one thread that waits in one place.
///
/// A step of the run is: wait until something has happened, take it in (`receive…`), then start
/// whatever can be started now (`advance`).
final class Dispatcher {
    let plan: RunPlan
    let reports: ReportSet
    let processes: ProcessTable
    /// Compiles scenario files; nil for an audit, which has none.
    let compiler: HostCompiler?
    let targetBuilder: TargetBuilder
    let state: StateDirectory
    private let signals: Int32
    private let keyboard: Keyboard

    var files: [FileRun]
    var tally = Tally()
    /// Why no more is started; nil while the run goes on.
    var interruption: Interruption?
    /// How many scenarios were selected before slices were cut, in files whose selection is settled.
    var selectedBefore = 0
    /// Every suite that was found, for `list` and for hints.
    var suites: [SuiteDescription] { files.compactMap(\.suite) }
    /// What is selected, for `list`, in the order of the files.
    var listed: [SuiteDescription] {
        files.compactMap(\.selection).filter { !$0.scenarios.isEmpty }
    }
    /// Compilers that were killed because they took too long.
    var overdue: Set<Int32> = []
    /// The debugger that a person uses meanwhile.
    var debugger: DebuggerProcess?
    /// What is named and selects nothing.
    var unmatched: [NoMatch] = []

    enum Interruption: Equatable {
        case signal(Int32)
        case failures(Int, option: String)

        /// What reports say of it.
        var ending: RunEnding {
            switch self {
            case .signal(SIGINT): RunEnding(interruption: "SIGINT", exitCode: .interrupted)
            case .signal(let number):
                RunEnding(
                    interruption: Signal(rawValue: number).description, exitCode: .terminated)
            case .failures(let limit, let option):
                RunEnding(
                    interruption:
                        "stopped after \(limit) failure\(limit == 1 ? "" : "s") (\(option))")
            }
        }
    }

    /// What a compiler needs for one file, at most.
    static let compileLimit = Duration.seconds(300)
    /// What a host needs for its suite, and for its cleaning up, at most.
    let startLimit: Duration
    static let closeLimit = Duration.seconds(5)
    /// What a host needs to learn the target of an audit, at most, where that starts at once.
    static let preparationLimit = Duration.seconds(120)

    /// Finds the compiler and the kit. Throws where there is none: then nothing can run.
    init(plan: RunPlan, reports: ReportSet) throws {
        self.plan = plan
        self.reports = reports
        processes = try ProcessTable()
        signals = try SignalPipe.open()
        keyboard = Keyboard(isWanted: plan.style.showsProgress)
        state = StateDirectory()
        startLimit =
            Self.startLimit(processes.environment["RELAUNCH_START_LIMIT"])
            * (plan.timeoutFactor ?? 1)
        let swiftc = try Compiler(environment: processes.environment)
        if plan.audit == nil {
            let kit = try KitBuilder(compiler: swiftc, processes: processes, state: state).kit()
            compiler = HostCompiler(compiler: swiftc, kit: kit, state: state)
        } else {
            compiler = nil
        }
        targetBuilder = TargetBuilder(processes: processes, state: state, compiler: swiftc)
        files = plan.files.map(FileRun.init)
    }

    /// - Parameter text: What the environment says, in seconds.
    private static func startLimit(_ text: String?) -> Duration {
        guard let text, let seconds = Double(text), (0.001...86_400).contains(seconds) else {
            return .seconds(10)
        }
        return .seconds(seconds)
    }

    /// Runs everything to its end. Nothing that it has started is left when it returns.
    func run() throws {
        keyboard.listen()
        defer { keyboard.restore() }
        advance()
        // A debugger keeps the terminal until its user leaves it.
        while !files.allSatisfy(\.isDone) || debugger != nil {
            try waitForSomething()
            if advancesAtOnce { try terminateAll() }
            advance()
        }
        try processes.terminateAndReap()
        compiler?.clean()
    }

    private func waitForSomething() throws {
        let channels = files.compactMap { $0.host?.channel }.filter { !$0.isAtEnd }
        // Nothing tells that a debugger has attached.
        let look = debugger?.isAttached == false ? ContinuousClock.now + .milliseconds(20) : nil
        let deadlines =
            files.compactMap(\.deadline)
            + [targetBuilder.deadline, nextTick, look].compactMap { $0 }
        let ready = try waitForInput(
            [signals] + keyboard.descriptors + processes.descriptors + channels.map(\.descriptor)
                + [debugger?.descriptor].compactMap { $0 }, until: deadlines.min())
        if ready.contains(signals) { receiveSignals() }
        if !keyboard.descriptors.isEmpty, keyboard.takeKeys().contains("t") { describe() }
        if nextTick <= .now { tick() }
        debugger?.update()
        if let debugger, ready.contains(debugger.descriptor) { leave(debugger) }
        // What a host said comes before the news of its end.
        let ended = processes.update()
        for file in files { receiveReports(of: file) }
        for child in ended { receiveEnd(of: child) }
        targetBuilder.update()
        for note in targetBuilder.takeNotes() { reports.publish(.note(note)) }
        for file in files { checkDeadline(of: file) }
    }

    /// Starts whatever can be started.
    private func advance() {
        if interruption == nil {
            compileNext()
            launchNext()
            selectNext()
            for file in files { resolveTarget(of: file) }
            orderNext()
            lendPlaces()
        }
        for file in files { closeIfFinished(file) }
        reportStages()
    }

    // MARK: Time

    /// When something has to be said that only time brings about.
    private var nextTick = ContinuousClock.now + .seconds(1)

    private func tick() {
        nextTick = .now + .seconds(1)
        // A job that was in the background has no keys until it is in the foreground.
        keyboard.listen()
        reports.tick()
    }

    /// Says what goes on, for a person who asks: files here, cases where they run.
    private func describe() {
        for reporter in reports.live { reporter.describe(at: reports.elapsed) }
        for file in files {
            guard case .running(let host) = file.stage else { continue }
            // A host that cannot be asked is noticed by its end.
            try? host.channel?.send(HostOrder.describe)
        }
    }

    /// Lets the shell have the terminal, and takes it again when the job goes on.
    private func pause() {
        for reporter in reports.live { reporter.hide() }
        keyboard.restore()
        SignalPipe.stopProcess()
    }

    // MARK: Signals

    private var signalCount = 0

    private func receiveSignals() {
        for number in SignalPipe.received(on: signals) {
            switch number {
            case SIGUSR1: describe()
            case SIGTSTP: pause()
            case SIGCONT: tick()
            // Ctrl-C on the debugger's terminal is for the debugger.
            case SIGINT where debugger != nil: continue
            default:
                signalCount += 1
                debugger?.end(atOnce: advancesAtOnce)
                if signalCount == 1 { interrupt(.signal(number)) }
            }
        }
    }

    /// A second Ctrl-C waits for nothing.
    private var advancesAtOnce: Bool { signalCount > 1 }

    private func terminateAll() throws {
        try processes.terminateAndReap()
        for file in files { file.finish() }
    }

    /// Starts nothing more and lets every host clean up.
    private func interrupt(_ reason: Interruption) {
        interruption = reason
        for file in files {
            switch file.stage {
            case .running: close(file)
            default:
                abandon(file)
            }
        }
        targetBuilder.stop()
    }

    /// Gives up a file of which nothing has run.
    func abandon(_ file: FileRun) {
        switch file.stage {
        case .waiting, .compiled: file.finish()
        case .compiling(let child, _, _): processes.signal(child, SIGKILL)
        case .starting, .found, .building: close(file)
        // What is in flight comes to its end.
        case .running: file.orders.dropPending()
        case .closing, .done: break
        }
    }

    // MARK: Ends and deadlines

    private func receiveEnd(of child: ChildProcess) {
        for file in files {
            switch file.stage {
            case .compiling(let compiler, let compilation, _) where compiler === child:
                finishCompiling(file, compiler, compilation)
            default:
                if file.host === child { hostEnded(file, child) }
            }
        }
    }

    private func checkDeadline(of file: FileRun) {
        guard let deadline = file.deadline, deadline <= .now else { return }
        switch file.stage {
        case .starting(let host, _):
            processes.signal(host, SIGKILL)
            fail(
                file, .died,
                plan.audit == nil
                    ? """
                    '\(file.file.path)' did not report its suite within \(file.startLimit): its \
                    top-level code has not finished\(lastWords(of: host))
                    """
                    : """
                    profiling '\(file.file.path)' took longer than \(file.startLimit), more than its first \
                    launch had promised; find out with a scenario (`relaunch init` writes one) which \
                    action, save or launch takes so long
                    """)
        case .compiling(let compiler, _, _):
            processes.signal(compiler, SIGKILL)
            overdue.insert(compiler.process)
            // Its end is what is reported.
            file.stopCompiling(within: Self.closeLimit)
        case .closing(let host, _):
            processes.signal(host, SIGKILL)
            if interruption == nil {
                reports.publish(
                    .note(
                        """
                        the process of '\(file.file.path)' had not cleaned up after \
                        \(Self.closeLimit) and was killed
                        """))
            }
            file.finish()
        default: break
        }
    }

    /// Takes the file out of the run, with a reason.
    ///
    /// - Parameter closes: whether its host is well and may clean up.
    func fail(
        _ file: FileRun, _ reason: FileFailure.Reason, _ message: String, closes: Bool = false
    ) {
        tally.count(reason)
        reports.publish(
            .fileFailed(
                FileFailure(
                    file: file.file.path, reason: reason, message: message,
                    unfinished: file.unfinished)))
        if closes { file.giveUp(within: Self.closeLimit) } else { file.finish() }
    }

    func close(_ file: FileRun) {
        file.close(within: Self.closeLimit, ending: interruption?.ending ?? RunEnding())
    }

    /// What the process said last, as a paragraph for a message; what a trap has said goes first, where
    /// its backtrace is longer.
    func lastWords(of child: ChildProcess) -> String {
        guard !child.output.isEmpty else { return "" }
        let lines = child.output.lastLines(20)
        let trap = child.output.trapMessage.flatMap { lines.contains($0) ? nil : ": \($0)" }
        return "\(trap ?? ""). Its last output:\n" + lines
    }
}
