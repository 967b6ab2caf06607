import Relaunch

// Neovim writes its swap file four seconds after the last key, as Vim does.
private let questions = Questions(
    program: MeasuredProgram("Neovim", version: Run("nvim", "--version")),
    requirement: .program("nvim"),
    work: {
        [
            Launch(), Wait(for: .screen(contains: "~")), Type("iall of it<Esc>"),
            Wait(for: .screen(contains: "all of it")),
        ]
    },
    look: {
        [
            Run(
                "sh", "-c",
                "nvim -u NONE -i NONE -es -r notes.txt -c 'w! back.txt' -c 'qa!' > log; cat back.txt || true"
            )
        ]
    })

let neovim = Suite(
    "Neovim", target: .terminal("nvim", "-u", "NONE", "-i", "NONE", "notes.txt"),
    timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "nothing")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(8), between: .seconds(3), and: .seconds(6))
}
