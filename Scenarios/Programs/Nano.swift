import Relaunch

// nano keeps nothing of its own: it writes an emergency file when it is asked to end, and when it crashes.
private let questions = Questions(
    program: MeasuredProgram("nano", version: Run("nano", "--version")),
    requirement: .program("nano"),
    work: {
        [
            Launch(), Wait(for: .screen(contains: "New File")), Type("all of it"),
            Wait(for: .screen(contains: "all of it")),
        ]
    },
    look: { [Run("sh", "-c", "cat notes.txt* 2> /dev/null || true")] })

let nano = Suite(
    "nano", target: .terminal("nano", "--ignorercfiles", "notes.txt"), timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(2), between: .seconds(2), and: nil)
    questions.saves(
        knownIssue: "the file is made empty and then written",
        edit: [
            Wait(for: .screen(contains: "old")), Type("<C-k>newer<CR>"),
            Wait(for: .screen(contains: "newer")),
        ],
        by: [Type("<C-s>"), Wait(for: .screen(contains: "Wrote"))])
    questions.crashesAtStart(after: .milliseconds(1), is: "nothing")
    questions.crashLoop(grows: true)
    questions.notApplicable([
        "what is back once it has saved by itself": "it never does",
        "each file of its state damaged": "it keeps none",
    ])
}
