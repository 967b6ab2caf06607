import CrashStates
import Relaunch

/// Runs scenario files, waits until something is saved, and runs again what that concerns.
final class WatchLoop {
    private var watched: WatchedFiles
    private let options: [String]
    /// What the saved settings name; nil where they cannot be taken, which the next run says.
    private let namedBySettings: () -> [ScenarioSelector]?
    private let watch: FileWatch
    private let signals: Int32
    private var run: WatchedRun?
    /// What is to be run, by absolute path.
    private var pending: Set<String>
    /// Until when nothing is started: several saves in a row are one.
    private var quietUntil = ContinuousClock.now
    private var ending: Int32?

    /// An editor may write several files, or one in several steps.
    private static let quiet = Duration.milliseconds(80)

    init(
        _ watched: WatchedFiles, options: [String],
        namedBySettings: @escaping () -> [ScenarioSelector]?
    ) throws {
        self.watched = watched
        self.options = options
        self.namedBySettings = namedBySettings
        watch = try FileWatch()
        signals = try SignalPipe.open()
        pending = Set(watched.files.map(\.absolutePath))
        try watch.watch(watched.directories)
    }

    /// Goes on until a signal ends it, and returns the signal.
    func serve() throws -> Int32 {
        while true {
            if run == nil {
                if let ending { return ending }
                if !pending.isEmpty, quietUntil <= .now { try start() }
            }
            let waitsForQuiet = run == nil && !pending.isEmpty
            let ready = try pollForInput(
                [signals, watch.descriptor] + [run?.descriptor].compactMap { $0 },
                until: waitsForQuiet ? quietUntil : nil)
            if ready.contains(signals) { receiveSignals() }
            // What the run says of its target comes before what was saved.
            if let run, ready.contains(run.descriptor) { receiveEvents(of: run) }
            if ready.contains(watch.descriptor) { try receiveChanges() }
        }
    }

    private func start() throws {
        let files = watched.files.filter { pending.contains($0.absolutePath) }
        pending = []
        guard !files.isEmpty else { return }
        run = try WatchedRun(
            files, named: files.flatMap(watched.arguments), options: options)
    }

    private func receiveEvents(of run: WatchedRun) {
        guard let events = run.takeEvents() else {
            self.run = nil
            try? watch.watch(watched.directories)
            if pending.isEmpty, ending == nil { announce() }
            return
        }
        for event in events {
            switch event.kind {
            case .suiteFound(let suite): watched.take(suite)
            case .caseStarted(let identity): watched.begin(identity.file)
            default: break
            }
        }
    }

    private func receiveChanges() throws {
        let changes = watch.takeChanges()
        if watched.areSettings(in: changes) { takeSettings() }
        let new = watched.update().map(\.absolutePath)
        let concerned = watched.concerned(by: changes)
        try watch.watch(watched.directories)
        let paths = Set(new + concerned.map(\.file.absolutePath))
        guard !paths.isEmpty else { return }
        if !paths.isSubset(of: pending) { say("saved: \(list(Set(new + concerned.map(\.saved))))") }
        pending.formUnion(paths)
        quietUntil = .now + Self.quiet
        guard let run, !run.isStopped else { return }
        // Its results would be of something that is there no more.
        let present = run.files.map(\.absolutePath)
        if present.contains(where: paths.contains) {
            pending.formUnion(present)
            run.stop()
        }
    }

    private func takeSettings() {
        guard let named = namedBySettings(), named != watched.named else { return }
        do { try watched.rename(named) } catch {
            return say("\(error); the files of before are still watched")
        }
        if watched.files.isEmpty { say(Hints.noFiles(in: named.map(\.file))) }
    }

    private func receiveSignals() {
        for number in SignalPipe.received(on: signals) {
            switch number {
            case SIGTSTP: SignalPipe.stopProcess()
            case SIGCONT: break
            case SIGUSR1: run?.signal(number)
            default:
                ending = ending ?? number
                pending = []
                // The terminal has sent Ctrl-C to the run as well; a second one would not let it clean up.
                if number != SIGINT || isatty(STDIN_FILENO) == 0 { run?.signal(number) }
            }
        }
    }

    // MARK: What is said

    private func announce() {
        let files = Phrases.count(watched.files.count, "file", "files")
        let programs = Phrases.count(watched.programCount, "program", "programs")
        say("watching \(files) and \(programs); Ctrl-C ends it")
    }

    private func say(_ text: String) { printError("relaunch watch: \(VisibleText.line(text))") }

    private func list(_ paths: Set<String>) -> String {
        let names = paths.sorted().prefix(3).map { Path.relative($0) }.joined(separator: ", ")
        return paths.count > 3 ? "\(names) and \(paths.count - 3) more" : names
    }
}
