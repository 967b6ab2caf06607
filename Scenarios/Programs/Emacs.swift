import Relaunch

// Emacs saves what was changed in `#notes.txt#` after 300 keys, after 30 seconds without any, and when it is asked to
// end.
private let questions = Questions(
    program: MeasuredProgram("Emacs", version: Run("emacs", "--version")),
    requirement: .program("emacs"),
    work: {
        [
            Launch(), Wait(for: .screen(contains: "notes.txt")), Type("all of it"),
            Wait(for: .screen(contains: "all of it")),
        ]
    },
    look: { [Run("sh", "-c", "cat notes.txt '#notes.txt#' 2> /dev/null || true")] })

let emacs = Suite(
    "Emacs", target: .terminal("emacs", "-nw", "-Q", "notes.txt"), timeLimit: .seconds(30)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(
        upTo: .seconds(40), precision: .seconds(4), between: .seconds(25), and: .seconds(35))
}
