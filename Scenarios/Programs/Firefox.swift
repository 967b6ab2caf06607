import Relaunch

// Firefox saves its tabs every 15 seconds; what it does after a crash depends on how many there were.
private let program = MeasuredProgram("Firefox", version: Run("firefox-esr", "--version"))
private let isThere = Requirement.program("firefox-esr")

private let work: [any Step] = [
    Launch(), Open("notes.html"), Click("#draft"), Type("milk"), Evaluate("scrollTo(0, 300)"),
    Wait(for: "tabs[0].scroll.y", equals: 300),
]

private let store = "profile/sessionstore-backups/recovery.jsonlz4"

/// Waits until Firefox has saved by itself what was typed and where the page was scrolled to.
private let saved = Run(
    "sh", "-c", "until grep -aqs milk \(store) && grep -aqs 0,300 \(store); do sleep 0.1; done")

/// The same of more that was typed.
private let savedMore = Run("sh", "-c", "until grep -aqs eggs \(store); do sleep 0.1; done")

/// Waits until Firefox has saved by itself in this life.
private let savedAgain = Run(
    "sh", "-c", "touch begin; until [ \(store) -nt begin ]; do sleep 0.1; done")

/// Waits until Firefox takes its start for a success, after half a minute: it counts deaths only from then on.
private let hasStarted = Run(
    "sh", "-c", "until grep -qs toolkit.startup.last_success profile/prefs.js; do sleep 0.1; done")

/// Tells Firefox to open its tabs again also where it was not killed.
private let opensAgain = Run(
    "sh", "-c",
    "mkdir -p profile; echo 'user_pref(\"browser.startup.page\", 3);' >> profile/prefs.js")

/// Says what of the page is back. A restored page gets its text and its place some time after it has loaded.
private let look: [any Step] = [
    Launch(),
    Evaluate(
        """
        (() => {
            const draft = document.querySelector('#draft');
            if (!draft) return location.href == 'about:sessionrestore' ? 'asks its user' : 'nothing';
            return new Promise(fulfil => {
                const look = left => {
                    const text = draft.value == 'milk';
                    if (text && scrollY == 300) fulfil('all');
                    else if (!left) fulfil(text ? 'all but the place' : 'the page alone');
                    else setTimeout(look, 50, left - 1);
                };
                look(60);
            });
        })()
        """),
]

private let atOnce = Questions(
    program: program, requirement: isThere, work: { [Launch(), Open("notes.html")] },
    look: { look })
private let onceSaved = Questions(
    program: program, setting: "once saved", requirement: isThere, work: { work + [saved] },
    look: { look })

let firefox = Suite("Firefox", target: .firefox()) {
    Setup {
        Run(
            "sh", "-c",
            """
            echo '<title>Notes</title><textarea id=draft style=position:fixed></textarea><div style=height:4000px>' > notes.html
            """)
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

    for (setting, step, answer) in [
        ("", nil, "nothing"), ("browser.startup.page=3", opensAgain, "all"),
    ] as [(String, Run?, String)] {
        atOnce.own("it is quit, \(setting.isEmpty ? "as it comes" : setting)") {
            if let step { step }
            work
            Quit()
            Measure("what is back after it was quit", of: program, setting: setting) { look }
            Expect(.measured(answer))
        }
    }

    atOnce.own("how long a kill loses a tab") {
        BlindWindow(upTo: .seconds(24), precision: .seconds(2)) {
            Launch()
            Open("notes.html")
        } keeps: {
            Launch()
            Expect("tabs[0].url", equals: "notes.html")
        }
        Measure("how long a kill loses a tab", .blindWindow, of: program)
        Expect(.blindWindow(atMost: .seconds(18)))
    }

    // Where it counts the deaths, it ends at the next launch, which would ask for its safe mode.
    onceSaved.own("crashes in a row while it starts") {
        work
        saved
        Kill(.system)
        for _ in 1...4 { Launch(killedAt: .after(.milliseconds(700)), by: .crash(.SIGSEGV)) }
        Measure(
            "what is back after 4 crashes in a row while it starts", of: program,
            setting: onceSaved.setting
        ) { look }
        Expect(.measured("all", "fails"))
    }
    // Each measurement ends with a SIGKILL, so that it is a crash for the next.
    onceSaved.own("crashes in a row, each soon after its start") {
        work
        saved
        hasStarted
        Kill(.crash(.SIGSEGV))
        for count in 1...6 {
            Measure(
                "what is back after \(count) \(count == 1 ? "death," : "deaths in a row, each") soon after its start",
                of: program, setting: onceSaved.setting
            ) { look }
            Expect(.measured(count < 5 ? "all" : "fails"))
        }
        Run("sed", "-i", "/toolkit.startup.recent_crashes/d", "profile/prefs.js")
        Measure(
            "the same, once 'toolkit.startup.recent_crashes' is gone from 'prefs.js'",
            of: program, setting: onceSaved.setting
        ) { look }
        Expect(.measured("all"))
    }
    onceSaved.own("crashes in a row, with a save before each") {
        work
        saved
        Kill(.crash(.SIGSEGV))
        for (count, answer) in [(2, "asks its user"), (3, "asks its user")] {
            Launch()
            savedAgain
            Kill(.crash(.SIGSEGV))
            Measure(
                "what is back after \(count) crashes in a row, with a save before each",
                of: program, setting: onceSaved.setting
            ) { look }
            Expect(.measured(answer))
        }
    }

    onceSaved.damaged(store, are: [])
    Questions(
        program: program, setting: "browser.startup.page=3", requirement: isThere,
        work: { [opensAgain] + work }, look: { look }
    ).damaged(
        "profile/sessionstore.jsonlz4", by: Quit(),
        are: ["nothing", "nothing", "nothing", "nothing", "nothing"])
    atOnce.crashLoop(grows: true)
    // While Firefox starts it writes many files: its save by itself is looked at once that is over.
    for (death, name) in Questions.deaths {
        onceSaved.own("a save that \(name) cuts short") {
            work
            saved
            hasStarted
            Type("eggs")
            Measure(
                "a save of a tab, after \(name): the page is back as it was before or after it",
                .sweep, of: program, setting: onceSaved.setting)
            Sweep(death) { savedMore }
            Launch()
            Evaluate(
                """
                new Promise(fulfil => {
                    const look = left => {
                        const text = document.querySelector('#draft')?.value;
                        if (['milk', 'milkeggs'].includes(text) && scrollY == 300) fulfil('it is');
                        else if (!left) fulfil(`'${text}' at ${scrollY} of ${location.href}`);
                        else setTimeout(look, 50, left - 1);
                    };
                    look(60);
                })
                """)
            Expect(.evaluated("it is"))
        }
    }
}
