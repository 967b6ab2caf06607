import CrashStates

/// What runs at this moment, as plain lines, for a person who asks.
package enum StatusText {
    /// What the host of a suite says of itself.
    ///
    /// - Parameter suite: what the suite is called for people.
    package static func lines(
        of status: HostStatus, suite: String, style: ConsoleStyle
    ) -> [String] {
        status.scenarios.flatMap { scenario -> [String] in
            let title = VisibleText.line("\(suite) › \(scenario.name)")
            var lines = [style.paint("▸ " + title, .bold)]
            for (index, worker) in scenario.workers.enumerated() {
                if scenario.workers.count > 1 {
                    lines.append("  worker \(index + 1) of \(scenario.workers.count):")
                }
                lines += self.lines(of: worker)
            }
            return lines
        }
    }

    private static func lines(of worker: WorkerStatus) -> [String] {
        var lines: [String] = []
        if !worker.branches.isEmpty {
            let branches = worker.branches.joined(separator: " › ")
            lines.append("  branch:    " + VisibleText.line(branches))
        }
        if worker.steps.isEmpty { lines.append("  step:      none: it is between two steps") }
        for (index, step) in worker.steps.enumerated() {
            let label = index == 0 ? "  step:      " : "  inside it: "
            let time = Duration.seconds(step.seconds).shortText
            lines.append(label + VisibleText.shortened(VisibleText.line(step.text), to: 200))
            lines.append("             \(VisibleText.line(step.location)), for \(time)")
        }
        if let process = worker.process { lines.append("  process:   \(process)") }
        if !worker.messages.isEmpty {
            lines.append("  last messages (→ to it, ← from it):")
            lines += worker.messages.map { "    │ " + $0 }
        }
        return lines
    }
}
