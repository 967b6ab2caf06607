import CrashStates
import Relaunch

/// The reports of a run: each is told every event, and one that fails does not stop the others.
final class ReportSet {
    private let reporters: [any Reporter]
    private let start = ContinuousClock.now
    private var broken: Set<ObjectIdentifier> = []
    /// What went wrong, once for each report.
    private(set) var faults: [String] = []

    init(_ reporters: [any Reporter]) {
        self.reporters = reporters
    }

    /// Seconds since the run started.
    var elapsed: Double { start.duration(to: .now).seconds }

    /// Something else has gone wrong with a report.
    func addFault(_ fault: String) { faults.append(fault) }

    /// The reports that people read meanwhile.
    var live: [any LiveReporter] { reporters.compactMap { $0 as? any LiveReporter } }

    /// Tells those that keep something of it what scenarios a file has, those included that do not run.
    func know(_ suite: SuiteDescription) {
        for reporter in reporters { (reporter as? LastFailedReporter)?.note(suite) }
    }

    /// Says what only time brings about.
    func tick() {
        for reporter in live { reporter.tick(at: elapsed) }
    }

    /// Writes lines for a person who asks: they are part of no report.
    func say(_ lines: [String]) {
        for reporter in live { reporter.say(lines, at: elapsed) }
    }

    func publish(_ kind: Event.Kind) {
        let event = Event(time: elapsed, kind: kind)
        for reporter in reporters where !broken.contains(ObjectIdentifier(reporter)) {
            do { try reporter.receive(event) } catch {
                broken.insert(ObjectIdentifier(reporter))
                faults.append("\(error)")
            }
        }
    }
}
