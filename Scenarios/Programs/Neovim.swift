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
            // There may be several swap files, of which a user takes the one that has the text.
            Run(
                "sh", "-c",
                """
                for swap in \(swaps); do
                    nvim -u NONE -i NONE -es -r "$swap" -c 'w! back.txt' -c 'qa!' > log
                    ! grep -qs . back.txt || break
                done
                cat back.txt || true
                """)
        ]
    })

private let swaps = "Library/Application?Support/nvim/swap/*"
private let swapped = Questions(
    program: questions.program, setting: "once its swap file is written",
    requirement: questions.requirement,
    work: {
        questions.work() + [
            Run("sh", "-c", "until grep -aqs 'all of it' \(swaps); do sleep 0.05; done")
        ]
    }, look: questions.look)

let neovim = Suite(
    "Neovim", target: .terminal("nvim", "-u", "NONE", "-i", "NONE", "notes.txt"),
    timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "nothing")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(8), between: .seconds(3), and: .seconds(6))
    swapped.back(after: .system, is: "all")
    swapped.crashesAtStart(after: .milliseconds(10), is: "all")
    swapped.damaged(swaps, are: [])
    questions.saves(
        knownIssue:
            "the file is made empty and then written, and only its backup has the old text",
        edit: [
            Wait(for: .screen(contains: "old")), Type("ccnewer<Esc>"),
            Wait(for: .screen(contains: "newer")),
        ],
        by: [Type(":w<CR>"), Wait(for: .screen(contains: "written"))])
    Questions(
        program: questions.program, setting: "each with the swap files of those before",
        requirement: questions.requirement,
        work: {
            [
                Launch(arguments: ["--cmd", "set shortmess+=A"]), Wait(for: .screen(contains: "~")),
                Type("iall of it<Esc>"), Wait(for: .screen(contains: "all of it")),
            ]
        }, look: questions.look
    ).crashLoop(grows: true)
}
