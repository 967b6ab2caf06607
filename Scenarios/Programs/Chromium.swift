import Relaunch

private let flags = ["--restore-last-session", "--hide-crash-restore-bubble"]

private let program = MeasuredProgram("Chromium", version: Run("chromium", "--version"))

/// A profile that has been closed once has its preferences; without them Chromium takes it for a new one.
private let work: [any Step] = [
    Launch(), Quit(), Launch(), Open("notes.html"), Click("[name=text]"), Type("milk"),
]

/// Nothing between the page and the death: Chromium saves it a second later.
private let opened: [any Step] = [Launch(), Quit(), Launch(), Open("notes.html")]

/// Waits until Chromium has saved by itself what was typed.
private let saved = Run(
    "sh", "-c", "until grep -aqs m.i.l.k profile/Default/Sessions/Session_*; do sleep 0.1; done")

private let look: [any Step] = [
    Launch(),
    Evaluate(
        """
        document.title != 'Notes' ? 'nothing'
            : document.querySelector('[name=text]').value == 'milk' ? 'all' : 'the page alone'
        """),
]

private func questions(_ setting: String, _ work: [any Step]) -> Questions {
    Questions(
        program: program, setting: flags.joined(separator: " ") + setting,
        requirement: .program("chromium"), work: { work }, look: { look })
}

private let atOnce = questions("", opened)
private let closed = questions("", work)
private let onceSaved = questions(", once saved", work + [saved])

let chromium = Suite("Chromium", target: .chromium(arguments: flags)) {
    Setup {
        Run("sh", "-c", "echo '<title>Notes</title><textarea name=text></textarea>' > notes.html")
    }
    for manner in [Kill.Manner.system, .crash(.SIGSEGV), .terminate] {
        atOnce.back(after: manner, is: "nothing", orLate: "the page alone")
        onceSaved.own("its own save, and \(manner)") {
            work
            saved
            Kill(manner)
            Measure("what is back after \(manner)", of: program, setting: onceSaved.setting) {
                look
            }
            Expect(.measured("all"))
        }
    }
    onceSaved.ladder(4, startUp: .milliseconds(200), is: "all")
    closed.damaged("profile/Default/Preferences", by: Quit(), are: [])
    closed.damaged("profile/Default/Sessions/Session_*", by: Quit(), are: [])
    closed.damaged("profile/Default/Sessions/Tabs_*", by: Quit(), are: [])
    onceSaved.crashLoop(grows: true)
    for (death, name) in Questions.deaths {
        atOnce.own("a save that \(name) cuts short") {
            closed.work()
            Measure(
                "a save of a tab, after \(name): it starts, with the tab or without", .sweep,
                of: program, setting: atOnce.setting)
            Sweep(death, statesPerWindow: 5) { saved }
            Launch()
            Evaluate(
                """
                document.title == 'New Tab'
                    || ['milk', ''].includes(document.querySelector('[name=text]').value)
                """)
            Expect(.evaluated(true))
        }
    }
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
            of: program, setting: atOnce.setting)
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
            "how long a kill loses a tab, in a new profile", .blindWindow, of: program,
            setting: atOnce.setting)
        Expect(.blindWindow(atMost: .seconds(30)))
    }
}
