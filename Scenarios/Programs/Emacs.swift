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

/// Its user recovers what was saved by itself.
private let saved = Questions(
    program: questions.program, setting: "once it has saved by itself",
    requirement: questions.requirement,
    work: {
        questions.work() + [
            Type(String(repeating: "<Left><Right>", count: 150)),
            Run("sh", "-c", "until grep -qs 'all of it' '#notes.txt#'; do sleep 0.05; done"),
        ]
    },
    look: {
        [
            Run(
                "emacs", "-Q", "--batch", "--eval",
                """
                (progn (fset 'yes-or-no-p (lambda (&rest _) t)) (recover-file "notes.txt")
                       (princ (buffer-string)))
                """, exit: .any)
        ]
    })

let emacs = Suite(
    "Emacs", target: .terminal("emacs", "-nw", "-Q", "notes.txt"), timeLimit: .seconds(45)
) {
    questions.back(after: .system, is: "nothing")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(
        upTo: .seconds(40), precision: .seconds(4), between: .seconds(25), and: .seconds(35))
    questions.own("it has saved by itself, and is killed") {
        questions.work()
        Run("sh", "-c", "until grep -qs 'all of it' '#notes.txt#'; do sleep 0.1; done")
        Kill(.system)
        Measure("what is back after SIGKILL", of: questions.program, setting: "once saved") {
            questions.look()
        }
        Expect(.measured("all"))
    }
    questions.saves(
        knownIssue: "the file is made empty and then written",
        edit: [
            Wait(for: .screen(contains: "old")), Type("<C-k>newer"),
            Wait(for: .screen(contains: "newer")),
        ],
        by: [Type("<C-x><C-s>"), Wait(for: .screen(contains: "Wrote"))])
    saved.crashesAtStart(after: .milliseconds(50), is: "all")
    saved.damaged("#notes.txt#", are: [])
    questions.crashLoop(grows: true)
}
