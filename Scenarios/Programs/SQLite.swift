import Relaunch

// SQLite's shell, in WAL mode: a transaction that has ended is there after any death.
private func sql(_ text: String) -> Run { Run("sqlite3", "notes.db", text) }

private let program = MeasuredProgram("SQLite", version: Run("sqlite3", "--version"))
private let isThere = Requirement.program("sqlite3")

/// Leaves a transaction in the log: the shell is killed after it.
private let work = Run(
    "sh", "-c",
    "(echo \"UPDATE notes SET text = 'new';\"; echo '.system kill -9 $PPID') | sqlite3 notes.db",
    exit: .any)

private let questions = Questions(
    program: program, requirement: isThere, work: { [work] },
    look: { [sql("SELECT text FROM notes")] })

let sqlite = Suite("SQLite's shell", target: .command("sqlite3", durability: .eachAction)) {
    Setup {
        sql(
            """
            PRAGMA journal_mode = WAL; CREATE TABLE notes(text);
            INSERT INTO notes VALUES ('old')
            """)
    }
    State { sql("PRAGMA integrity_check; SELECT text FROM notes") }
    Action("change", ["text": .string(maxLength: 20)]) { a in
        sql("UPDATE notes SET text = '\(a.text)'")
    }

    Scenario("what is back after SIGKILL", requires: isThere) {
        work
        Measure("what is back after SIGKILL, at once", of: program) {
            sql("SELECT text FROM notes")
        }
        Expect(.measured("new"))
    }

    for (death, name) in Questions.deaths {
        Scenario("a committed transaction survives \(name)", requires: isThere) {
            Measure("a committed transaction after \(name)", .sweep, of: program)
            Sweep(death, statesPerWindow: 100) { Perform("change", ["text": "new"]) }
        }
    }

    for file in ["notes.db-wal", "notes.db"] {
        questions.damaged(file, by: Run("true"), are: [])
    }
}
