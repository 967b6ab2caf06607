import Relaunch

private let notes = """
    <title>Notes</title><textarea id=draft name=draft></textarea><a id=next href=next.html>next</a>
    <div style='height: 4000px'></div>
    """

/// Waits until Chromium has saved a text that is on a page, and its preferences, without which it takes the
/// profile for a new one.
private func saved(_ text: String) -> Run {
    let session = "grep -aqs \(text) profile/Default/Sessions/Session_*"
    let preferences = "grep -qs exit_type profile/Default/Preferences"
    return Run("sh", "-c", "until \(session) && \(preferences); do sleep 0.05; done")
}

// Chromium as it is: which tabs are back after which death.
let browsers = Suite(
    "Chromium",
    target: .chromium(arguments: ["--restore-last-session", "--hide-crash-restore-bubble"])
) {
    Setup {
        Run(
            "sh", "-c",
            "printf '%s' \"$NOTES\" > notes.html; echo '<title>Next</title>' > next.html",
            environment: ["NOTES": notes])
    }

    Scenario("closed, it opens its tabs again", requires: .program("chromium")) {
        Launch()
        Open("notes.html")
        Open("next.html", inNewTab: true)
        Quit()
        Launch()
        Wait(for: "tabs[1].url", equals: "notes.html")
        Expect("tabs[0].url", equals: "next.html")
    }

    Scenario(
        "terminated, it opens its tabs again once they are saved", requires: .program("chromium")
    ) {
        Launch()
        Open("notes.html")
        saved("notes.html")
        Kill(.terminate)
        Launch()
        Expect("tabs[0].url", equals: "notes.html")
    }

    for manner in [Kill.Manner.system, .crash(.SIGSEGV)] {
        Scenario(
            "after \(manner), saved tabs are open again, with what was typed",
            requires: .program("chromium")
        ) {
            Launch()
            Quit()
            Launch()
            Open("notes.html")
            Click("#draft")
            Type("milk")
            Evaluate("scrollTo(0, 300)")
            Wait(for: "tabs[0].scroll.y", equals: 300)
            saved("m.i.l.k")
            Kill(manner)
            Launch()
            Expect("tabs[0].url", equals: "notes.html")
            Expect("tabs[0].form", equals: ["draft": "milk"])
            Wait(for: "tabs[0].scroll.y", equals: 300, within: .seconds(15))
        }
    }
}
