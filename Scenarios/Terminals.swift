import Relaunch

// Vim as it is, at a terminal: what of the user's work is back.
let vim = Suite("Vim", target: .terminal("vim", "-u", "NONE", "-N", "notes.txt")) {
    State(file: "notes.txt")

    Scenario("what was written is there after a kill", requires: .program("vim")) {
        Launch()
        Wait(for: .screen(contains: "\"notes.txt\" [New]"))
        Type("ihello<Esc>:w<CR>")
        Wait(for: .screen(contains: "written"))
        Kill(.system)
        Launch()
        Expect("", equals: "hello")
    }

    Scenario(
        "what was not written is recovered from the swap file", requires: .program("vim")
    ) {
        Launch()
        Wait(for: .screen(contains: "[New]"))
        Type("ione<Esc>:preserve<CR>")
        Wait(for: .screen(contains: "File preserved"))
        Kill(.system)
        Launch(arguments: ["-r"])
        Wait(for: .screen(contains: "Recovery completed"))
        Type("<CR>")
        Wait(for: .screen(contains: "one"))
    }

    Scenario("a terminal that is closed keeps the work, too", requires: .program("vim")) {
        Launch()
        Wait(for: .screen(contains: "[New]"))
        Type("ione<Esc>")
        Wait(for: .screen(contains: "one"))
        HangUp()
        Launch(arguments: ["-r"])
        Wait(for: .screen(contains: "Recovery completed"))
        Type("<CR>")
        Wait(for: .screen(contains: "one"))
    }

    Scenario(
        "no death in a :w loses the file, with a backup", requires: .program("vim")
    ) {
        Launch(arguments: ["--cmd", "set backup writebackup"])
        Wait(for: .screen(contains: "[New]"))
        Type("iold<Esc>:w<CR>")
        Wait(for: .screen(contains: "written"))
        Sweep(.system) {
            Type("ccnewer<Esc>:w<CR>")
            Wait(for: .screen(contains: "1L, 6B written"))
        }
        Run("sh", "-c", "cat notes.txt notes.txt~ 2>/dev/null | grep -E -m 1 'old|newer'")
        Expect(.output(isOneOf: ["old", "newer"]))
    }
}
