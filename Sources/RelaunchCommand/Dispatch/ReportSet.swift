import Relaunch

/// The reports of a run: each is told every event, and one that fails does not stop the others.
final class ReportSet {
    /// What a person reads on the terminal. It is given compilers' colours; the others are not.
    private let console: (any Reporter)?
    private let others: [any Reporter]
    private let start = ContinuousClock.now
    private var broken: Set<ObjectIdentifier> = []
    /// What went wrong, once for each report.
    private(set) var faults: [String] = []

    init(console: (any Reporter)?, others: [any Reporter]) {
        self.console = console
        self.others = others
    }

    var elapsed: Double { start.duration(to: .now).seconds }

    func publish(_ kind: Event.Kind) {
        let event = Event(time: elapsed, kind: kind)
        if let console { tell(console, event) }
        let plain = Event(time: event.time, kind: kind.withoutColor)
        for reporter in others { tell(reporter, plain) }
    }

    private func tell(_ reporter: any Reporter, _ event: Event) {
        guard !broken.contains(ObjectIdentifier(reporter)) else { return }
        do { try reporter.receive(event) } catch {
            broken.insert(ObjectIdentifier(reporter))
            faults.append("\(error)")
        }
    }
}

extension Event.Kind {
    /// The event without the escape sequences that colour a terminal.
    fileprivate var withoutColor: Event.Kind {
        guard case .fileFailed(var failure) = self else { return self }
        failure.message = plainText(failure.message)
        return .fileFailed(failure)
    }
}

/// A text without `ESC [ … m`.
func plainText(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let escape = rest.range(of: "\u{1b}[") {
        result += rest[..<escape.lowerBound]
        rest = rest[escape.upperBound...].drop { $0.isNumber || $0 == ";" }.dropFirst()
    }
    return result + rest
}
