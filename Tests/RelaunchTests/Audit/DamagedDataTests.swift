import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// Which of the user's files are damaged, and what a target may make of it.
@Suite(
    "A file of the user's", .enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH")
)
struct DamagedDataTests {
    /// The shopping list, which keeps other files beside its own.
    private func list(
        saving lines: String, launching check: String
    ) throws -> ChangedCounter {
        try ChangedCounter(
            of: TrialTarget.pythonShopping,
            [
                (
                    line: "    make_durable(SAVED.parent)",
                    by: "    make_durable(SAVED.parent)\n" + lines
                ),
                (line: #"enter("launching")"#, by: #"enter("launching")"# + "\n" + check),
            ])
    }

    @Test(
        "is damaged where it is one of the first four, by name",
        arguments: [("d", true), ("e", false)])
    func limit(file: String, isFound: Bool) async throws {
        let run = try await list(
            saving: """
                    for name in "abcde": (SAVED.parent / name).write_text("kept")
                """,
            launching: """
                if SAVED.exists() and (SAVED.parent / "\(file)").read_text() != "kept": sys.exit(3)
                """
        ).audit("R7")
        #expect(isFound ? run.broken == ["R7"] : run.kept == ["R7"])
        if isFound {
            #expect(run.messages(of: "R7").contains("'Documents/d'"))
        }
    }

    @Test("is left alone where it is a database: its own tools mend it")
    func database() async throws {
        let run = try await list(
            saving: """
                    import sqlite3
                    with sqlite3.connect(SAVED.with_name("a.db")) as database:
                        database.execute("CREATE TABLE IF NOT EXISTS item (name)")
                """,
            launching: """
                import sqlite3
                if SAVED.exists(): sqlite3.connect(SAVED.with_name("a.db")).execute("SELECT * FROM item")
                """
        ).audit("R7")
        #expect(run.kept == ["R7"], "\(run.messages(of: "R7"))")
    }

    @Test("D16: a second instance may refuse to start")
    func secondInstance() async throws {
        let run = try await list(
            saving: "",
            launching: """
                import fcntl
                lock = open(SAVED.with_suffix(".lock"), "w")
                try: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError: sys.exit("it is open already")
                """
        ).audit("D16")
        #expect(run.kept == ["D16"], "\(run.messages(of: "D16"))")
    }
}
