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
            Run(
                "sh", "-c",
                "vim -u NONE -N -es -r notes.txt -c 'w! back.txt' -c 'qa!' > log; cat back.txt || true"
            )
        ]
    })

let vim = Suite(
    "Vim", target: .terminal("vim", "-u", "NONE", "-N", "notes.txt"), timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(8), between: .seconds(3), and: .seconds(6))
    Scenario(
        "100 crashes, each with the swap files of those before",
        control: .none(because: "it is a measurement"), requires: .program("vim")
    ) {
        Repeat(100) {
            Launch(arguments: ["--cmd", "set shortmess+=A"])
            Type("iall of it<Esc>")
            Wait(for: .screen(contains: "all of it"))
            Kill(.crash(.SIGSEGV))
        }
        Measure(
            "100 crashes, each with the swap files of those before", .growth, of: questions.program)
    }
}
