import CrashStates
import Relaunch

/// Finds values in a project's settings that no run can be made with.
struct SettingsCheck {
    let file: SettingsFile
    let text: SourceText

    /// What settings can have, for a message.
    static let labels = Phrases.list(
        [
            "scenarios", "jobs", "retries", "failOnFlaky", "controls", "timeoutFactor",
            "caseLimit", "slow", "crashLimit",
        ].map { $0 + ":" })

    /// Throws at the first value that is wrong.
    func check(_ settings: Settings) throws(SettingsError) {
        for path in settings.scenarios {
            let place = Path.absolute(path, from: file.folder)
            if FileStamp(place) == nil {
                let near = closest(to: path, among: names(in: Path.directory(of: place)))
                let next = near.map { "did you mean '\($0)'?" } ?? "make it, or name another one"
                throw refusal(
                    "scenarios", "there is no file or folder '\(Path.relative(place))'; \(next)")
            }
        }
        try check("jobs", settings.jobs, atLeast: 1)
        try check("retries", settings.retries, atLeast: 0)
        try check("crashLimit", settings.crashLimit, atLeast: 1)
        if let factor = settings.timeoutFactor, !TimeLimits.isFactor(factor) {
            throw refusal(
                "timeoutFactor",
                "timeoutFactor is \(factor); a number from 0.01 to 10000 is needed")
        }
        if let limit = settings.caseLimit, !TimeLimits.isCaseLimit(limit.seconds) {
            throw refusal(
                "caseLimit",
                "caseLimit is \(limit); more than 0 seconds and at most a year are needed")
        }
        if let slow = settings.slow, slow <= .zero {
            throw refusal("slow", "slow is \(slow); more than 0 seconds are needed")
        }
    }

    private func check(
        _ label: String, _ value: Int?, atLeast minimum: Int
    ) throws(SettingsError) {
        guard let value, value < minimum else { return }
        throw refusal(label, "\(label) is \(value); at least \(minimum) is needed")
    }

    private func refusal(_ label: String, _ message: String) -> SettingsError {
        SettingsError(
            at: ConstantScanner.line(ofArgument: label, in: text) ?? 1, of: file, message, .usage)
    }
}
