import Relaunch

// What the sweeps of SQLite found: each of these fails. Why is told in the article "Real programs".
let sqlite = Suite("Findings in SQLite", target: .command("sqlite3")) {
    // The journal is unlinked, and without EXTRA its directory not synced, before the end of the file is
    // cut off. Where the cut reaches the disk first, the journal rolls back to pages that are gone.
    Scenario("VACUUM with synchronous=FULL loses no row", requires: .program("sqlite3")) {
        run(
            "CREATE TABLE gap(bytes); CREATE TABLE page(text)",
            "INSERT INTO gap VALUES (zeroblob(20000))",
            "INSERT INTO page VALUES (printf('%.5000c', 'x'))", "DROP TABLE gap")
        Sweep(.powerLoss(.strict), statesPerWindow: 50) {
            run("PRAGMA synchronous = full", "VACUUM")
        }
        run("PRAGMA integrity_check; SELECT length(text), trim(text, 'x') FROM page")
        Expect(.output(equals: "ok\n5000|"))
    }

    // The documentation says so: only EXTRA syncs the directory after the journal is unlinked.
    Scenario("a commit with synchronous=FULL is durable", requires: .program("sqlite3")) {
        run("CREATE TABLE page(text); INSERT INTO page VALUES ('old')")
        Sweep(.powerLoss(.ext4), statesPerWindow: 50) {
            run("PRAGMA synchronous = full; UPDATE page SET text = 'new'", ".shell echo committed")
        }
        run("SELECT text FROM page")
        Expect(.output(before: "old", after: "new"))
    }

    // The documentation says so: WAL mode with NORMAL loses durability, not consistency.
    Scenario("a commit in WAL mode with NORMAL is durable", requires: .program("sqlite3")) {
        run("PRAGMA journal_mode = wal; CREATE TABLE page(text); INSERT INTO page VALUES ('old')")
        Sweep(.powerLoss(.ext4), statesPerWindow: 50) {
            run(
                "PRAGMA synchronous = normal; UPDATE page SET text = 'new'", ".shell echo committed"
            )
        }
        run("SELECT text FROM page")
        Expect(.output(before: "old", after: "new"))
    }
}

private func run(_ commands: String...) -> Run {
    Run("sqlite3", arguments: ["-batch", "-bail", "data.sqlite"] + commands)
}
