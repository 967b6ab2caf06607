import Relaunch

private let notes = """
    <title>Notes</title><textarea id=draft name=draft></textarea><a id=next href=next.html>next</a>
    <div style='height: 4000px'></div>
    """

/// Waits until Firefox has saved a text that is on a page.
private func saved(_ text: String) -> Run {
    let file = "profile/sessionstore-backups/recovery.jsonlz4"
    return Run("sh", "-c", "until grep -aqs \(text) \(file); do sleep 0.05; done")
}

// Firefox as it is, but that it saves every second: which tabs are back after which death.
let firefox = Suite(
    "Firefox",
    target: .firefox(preferences: [
        "browser.sessionstore.interval": 1000, "browser.startup.page": 3,
    ])
) {
    Setup {
        Run(
            "sh", "-c",
            "printf '%s' \"$NOTES\" > notes.html; echo '<title>Next</title>' > next.html",
            environment: ["NOTES": notes])
    }

    Scenario(
        "closed, it opens its tabs again, and loads the one in front",
        requires: .program("firefox-esr")
    ) {
        Launch()
        Open("notes.html")
        Open("next.html", inNewTab: true)
        Quit()
        Launch()
        Expect("tabs[0].url", equals: "next.html")
        Expect("tabs[0].front", equals: true)
        Expect("tabs[1].url", equals: "notes.html")
        Expect("tabs[1].unloaded", equals: true)
    }

    for manner in [Kill.Manner.system, .crash(.SIGSEGV), .terminate] {
        Scenario(
            "after \(manner), a saved tab is open again, with what was typed",
            requires: .program("firefox-esr")
        ) {
            Launch()
            Open("notes.html")
            Evaluate("scrollTo(0, 300)")
            Click("#draft")
            Type("milk")
            saved("milk")
            Kill(manner)
            Launch()
            Expect("tabs[0].url", equals: "notes.html")
            Wait(for: "tabs[0].form", equals: ["draft": "milk"], within: .seconds(15))
        }
    }
}
