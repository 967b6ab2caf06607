import Relaunch

// SQLite's shell at a terminal: a statement whose answer is on the screen is there after any death.
private let questions = Questions(
    program: MeasuredProgram("SQLite", version: Run("sqlite3", "--version")),
    setting: "at a terminal", requirement: .program("sqlite3"),
    work: {
        [
            Launch(), Wait(for: .screen(contains: "sqlite>")),
            Type("UPDATE notes SET text = 'all';<CR>SELECT 'answ' || 'ered';<CR>"),
            Wait(for: .screen(contains: "answered")),
        ]
    },
    look: { [Run("sqlite3", "notes.db", "SELECT text FROM notes")] })

let shell = Suite(
    "SQLite's shell at a terminal", target: .terminal("sqlite3", "notes.db"),
    timeLimit: .seconds(30)
) {
    Setup {
        Run(
            "sqlite3", "notes.db",
            """
            PRAGMA journal_mode = WAL; CREATE TABLE notes(text); INSERT INTO notes VALUES ('old')
            """)
    }
    questions.back(after: .system, is: "all")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.back(after: .terminate, is: "all")
    questions.backAfterHangUp(is: "all")
    questions.window(upTo: .seconds(1), between: .zero, and: .milliseconds(100))
    questions.crashesAtStart(after: .milliseconds(2), is: "all")
    questions.crashLoop()
}
