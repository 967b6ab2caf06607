import Foundation
import Relaunch

/// What is asked of each program: the same questions, as scenarios that state the answers.
struct Questions: Sendable {
    /// The program and how it says its version.
    let program: MeasuredProgram
    /// In which setting of it; empty for the usual one.
    var setting = ""
    /// What it needs, and what to install.
    let requirement: Requirement
    /// A life from a dead program up to a user's work that is done, as far as the user knows.
    let work: @Sendable () -> [any Step]
    /// A life that ends with a command that writes what of the work is back: `all`, or what it is.
    let look: @Sendable () -> [any Step]

    /// What is asked of this program alone.
    func own(_ name: String, @StepsBuilder _ steps: () -> [any Step]) -> Scenario {
        scenario(name, control: .none(because: "it is a measurement"), steps)
    }

    private func scenario(
        _ name: String, control: Control = .automatic, @StepsBuilder _ steps: () -> [any Step]
    ) -> Scenario {
        let place = setting.isEmpty ? "" : " (\(setting))"
        return Scenario(name + place, control: control, requires: requirement) { steps() }
    }

    /// What is back after a death at once.
    ///
    /// - Parameter late: what may be back, too, where the machine is so busy that the program saves by itself
    ///   before it is dead.
    func back(after manner: Kill.Manner, is answer: String, orLate late: String? = nil) -> Scenario
    {
        scenario("what is back after \(manner)", control: control(of: answer)) {
            work()
            Kill(manner)
            Measure("what is back after \(manner), at once", of: program, setting: setting) {
                look()
            }
            Expect(.measured(answer, late ?? answer))
        }
    }

    /// What is back after the terminal was closed.
    func backAfterHangUp(is answer: String) -> Scenario {
        scenario("what is back after its terminal was closed", control: control(of: answer)) {
            work()
            HangUp()
            Measure("what is back after its terminal was closed", of: program, setting: setting) {
                look()
            }
            Expect(.measured(answer))
        }
    }

    /// How long after the work a kill loses it.
    func window(
        upTo limit: Duration, precision: Duration? = nil, between low: Duration, and high: Duration?
    ) -> Scenario {
        scenario("how long a kill loses work", control: .none(because: "it is a measurement")) {
            BlindWindow(upTo: limit, precision: precision ?? limit / 100) {
                work()
            } keeps: {
                look()
                Expect(.output(contains: "all"))
            }
            Measure("how long a kill loses work", .blindWindow, of: program, setting: setting)
            if low > .zero { Expect(.blindWindow(atLeast: low)) }
            if let high { Expect(.blindWindow(atMost: high)) }
        }
    }

    @StepsBuilder
    private func crashedWhileStarting(
        _ count: Int, by manner: Kill.Manner = .crash(.SIGSEGV), _ startUp: Duration,
        is answer: String
    ) -> [any Step] {
        let deaths = manner == .system ? "times SIGKILL" : "crashes"
        work()
        Kill(.system)
        for _ in 1...count {
            Launch(killedAt: .after(startUp), by: manner)
        }
        Measure(
            "what is back after \(count) \(deaths) in a row while it starts", of: program,
            setting: setting
        ) { look() }
        Expect(.measured(answer))
    }

    /// What is back after many deaths in a row while it starts.
    func crashesAtStart(
        _ count: Int = 5, by manner: Kill.Manner = .crash(.SIGSEGV), after startUp: Duration,
        is answer: String
    ) -> Scenario {
        scenario("crashes in a row while it starts", control: control(of: answer)) {
            crashedWhileStarting(count, by: manner, startUp, is: answer)
        }
    }

    /// How a program dies in the middle of a save, and how the table calls that.
    static let deaths: [(Sweep.Death, String)] = [
        (.system, "SIGKILL"), (.powerLoss(.ext4), "a power failure on ext4"),
    ]

    /// What is in a file that was being saved, after each of these deaths: the text before or the text after.
    ///
    /// - Parameters:
    ///   - edit: from the launch with a file that says `old` up to where the screen says `newer`.
    ///   - save: what saves it, up to where the program has answered.
    @ScenariosBuilder
    func saves(
        knownIssue: String? = nil, edit: [any Step], by save: [any Step]
    ) -> [Scenario] {
        for (death, name) in Self.deaths {
            Scenario(
                "a file that is being saved, after \(name)", knownIssue: knownIssue,
                requires: requirement
            ) {
                Run("sh", "-c", "echo old > notes.txt")
                Launch()
                edit
                Measure(
                    "a file that is being saved, after \(name)", .sweep, of: program,
                    setting: setting)
                Sweep(death, statesPerWindow: 20) { save }
                Run("sh", "-c", "cat notes.txt 2> /dev/null || true")
                Expect(.output(isOneOf: ["old", "newer"]))
            }
        }
    }

    /// Says in the table which questions do not arise, and why.
    func notApplicable(_ reasons: KeyValuePairs<String, String>) -> Scenario {
        own("what does not arise") {
            for (question, reason) in reasons { said("does not arise: \(reason)", to: question) }
        }
    }

    @StepsBuilder
    private func said(_ answer: String, to question: String) -> [any Step] {
        Measure(question, .text(answer), of: program, setting: setting)
        Expect(.measured(answer))
    }

    /// What is back after many crashes in a row while it starts, and after as many once it had started.
    func ladder(_ count: Int = 5, startUp: Duration, is answer: String) -> Scenario {
        scenario("crashes in a row", control: control(of: answer)) {
            crashedWhileStarting(count, startUp, is: answer)
            for _ in 1...count {
                look()
                Kill(.crash(.SIGSEGV))
            }
            Measure(
                "what is back after \(count) crashes in a row after a good start", of: program,
                setting: setting
            ) { look() }
            Expect(.measured(answer))
        }
    }

    /// What it makes of each file of its state that is not as it was.
    ///
    /// - Parameters:
    ///   - file: a pattern of the shell; each file that it matches is harmed.
    ///   - end: how it ended before; a kill where nothing is said.
    ///   - answers: for removed, empty, half, zeros and one byte short, in this order.
    func damaged(
        _ file: String, after manner: Kill.Manner = .system, by end: (any Step)? = nil,
        are answers: [String]
    ) -> Scenario {
        scenario(
            "'\(file)' is damaged", control: .none(because: "what is back is what is measured")
        ) {
            work()
            end ?? Kill(manner)
            Run("sh", "-c", "mkdir whole && cp -a $(ls -A | grep -v '^whole$') whole/")
            for (index, harm) in Harm.all.enumerated() {
                Run("sh", "-c", harm.script, "sh", "whole", file)
                Measure("\(file) \(harm.name)", of: program, setting: setting) { look() }
                if answers.indices.contains(index) { Expect(.measured(answers[index])) }
            }
        }
    }

    /// A hundred crashes.
    func crashLoop(_ rounds: Int = 100, grows: Bool = false) -> Scenario {
        scenario("\(rounds) crashes", control: .none(because: "it is a measurement")) {
            Repeat(rounds) {
                work()
                Kill(.crash(.SIGSEGV))
            }
            Measure("\(rounds) crashes", .growth, of: program, setting: setting)
            if !grows { Expect(.noGrowth) }
        }
    }

    /// A container without the work has to give another answer, unless that is what is expected.
    private func control(of answer: String) -> Control {
        answer == "all" ? .automatic : .none(because: "nothing is back, as without the work")
    }
}

/// What happens to a file between two lives.
private struct Harm {
    let name: String
    let command: String

    static let all = [
        Harm(name: "removed", command: "rm \"$f\""),
        Harm(name: "emptied", command: ": > \"$f\""),
        Harm(name: "cut in half", command: "truncate -s $(($(stat -c %s \"$f\") / 2)) \"$f\""),
        Harm(
            name: "made of zeros",
            command: "n=$(stat -c %s \"$f\"); truncate -s 0 \"$f\"; truncate -s $n \"$f\""),
        Harm(name: "one byte short", command: "truncate -s -1 \"$f\""),
    ]

    /// Puts everything back as it was, and harms some files.
    var script: String {
        """
        cd "$HOME"; ls -A | grep -v '^whole$' | xargs -d '\\n' rm -rf --
        cp -a whole/. .; for f in $2; do \(command); done
        """
    }
}
