import Relaunch

// Vim keeps what was not written in a swap file, and recovers it with `-r`.
private let questions = Questions(
    program: MeasuredProgram("Vim", version: Run("vim", "--version")),
    requirement: .program("vim"),
    work: {
        [
            Launch(), Wait(for: .screen(contains: "[New]")), Type("iall of it<Esc>"),
            Wait(for: .screen(contains: "all of it")),
        ]
    },
    look: {
        [
            // There may be several swap files, of which a user takes the one that has the text.
            Run(
                "sh", "-c",
                """
                for swap in .notes.txt.s??; do
                    vim -u NONE -N -es -r "$swap" -c 'w! back.txt' -c 'qa!' > log
                    ! grep -qs . back.txt || break
                done
                cat back.txt || true
                """)
        ]
    })

private let swapped = Questions(
    program: questions.program, setting: "once its swap file is written",
    requirement: questions.requirement,
    work: {
        questions.work() + [
            Run("sh", "-c", "until grep -aqs 'all of it' .notes.txt.swp; do sleep 0.05; done")
        ]
    }, look: questions.look)

let vim = Suite(
    "Vim", target: .terminal("vim", "-u", "NONE", "-N", "notes.txt"), timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(8), between: .seconds(3), and: .seconds(6))
    Questions(
        program: questions.program, setting: "each with the swap files of those before",
        requirement: questions.requirement,
        work: {
            [
                Launch(arguments: ["--cmd", "set shortmess+=A"]), Type("iall of it<Esc>"),
                Wait(for: .screen(contains: "all of it")),
            ]
        }, look: questions.look
    ).crashLoop(grows: true)
    swapped.back(after: .system, is: "all")
    // Where SIGSEGV comes while it starts, Vim may catch it and live on.
    swapped.crashesAtStart(by: .system, after: .milliseconds(10), is: "all")
    swapped.damaged(".notes.txt.swp", are: [])
    questions.saves(
        knownIssue:
            "the file is made empty and then written, and only its backup has the old text",
        edit: [
            Wait(for: .screen(contains: "old")), Type("ccnewer<Esc>"),
            Wait(for: .screen(contains: "newer")),
        ],
        by: [Type(":w<CR>"), Wait(for: .screen(contains: "written"))])
}
