import Relaunch

private let flags = ["--restore-last-session", "--hide-crash-restore-bubble"]

/// A profile that has been closed once has its preferences; without them Chromium takes it for a new one.
private let questions = Questions(
    program: MeasuredProgram("Chromium", version: Run("chromium", "--version")),
    setting: flags.joined(separator: " "), requirement: .program("chromium"),
    work: { [Launch(), Quit(), Launch(), Open("notes.html"), Evaluate("document.title")] },
    look: {
        [Launch(), Expect("tabs[0].url", equals: "notes.html"), Run("echo", "all")]
    })

let chromium = Suite("Chromium", target: .chromium(arguments: flags), timeLimit: .seconds(60)) {
    Setup {
        Run("sh", "-c", "echo '<title>Notes</title><textarea name=text></textarea>' > notes.html")
    }
    questions.back(after: .system, is: "fails")
    questions.back(after: .crash(.SIGSEGV), is: "fails")
    questions.back(after: .terminate, is: "fails")
    Scenario(
        "how long a kill loses a tab, in a profile that was closed before",
        control: .none(because: "it is a measurement"), requires: .program("chromium")
    ) {
        Launch()
        Quit()
        BlindWindow(upTo: .seconds(20), precision: .milliseconds(500)) {
            Launch()
            Open("notes.html")
        } keeps: {
            Launch()
            Expect("tabs[0].url", equals: "notes.html")
        }
        Measure(
            "how long a kill loses a tab, in a profile that was closed before", .blindWindow,
            of: questions.program, setting: questions.setting)
        Expect(.blindWindow(atMost: .seconds(20)))
    }
    Scenario(
        "how long a kill loses a tab, in a new profile",
        control: .none(because: "it is a measurement"), requires: .program("chromium")
    ) {
        BlindWindow(upTo: .seconds(30), precision: .milliseconds(500)) {
            Launch()
            Open("notes.html")
        } keeps: {
            Launch()
            Expect("tabs[0].url", equals: "notes.html")
        }
        Measure(
            "how long a kill loses a tab, in a new profile", .blindWindow, of: questions.program,
            setting: questions.setting)
        Expect(.blindWindow(atMost: .seconds(30)))
    }
}
