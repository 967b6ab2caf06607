import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A database that promises atomic commits, held to its documentation: `PRAGMA synchronous` and `PRAGMA
// journal_mode`. What else the sweeps found is told in the article "Real programs".
let sqlite = Suite("SQLite", target: .command("sqlite3")) {
    transactions
    vacuum
}

// MARK: A transaction

/// How a database keeps its journal, how often it syncs, and whether a commit then outlives the power.
private let settings: [(journal: String, synchronous: String, isDurable: Bool)] = [
    // "The directory containing a rollback journal is synced after that journal is unlinked."
    ("delete", "extra", true),
    // The default: a power failure cannot corrupt, but the journal may come back, and roll back.
    ("delete", "full", false),
    ("wal", "full", true),
    // "WAL mode is always consistent with synchronous=NORMAL, but WAL mode does lose durability."
    ("wal", "normal", false),
]

@ScenariosBuilder private var transactions: [Scenario] {
    for (journal, synchronous, isDurable) in settings {
        for death in deaths {
            Scenario(
                "a transaction is whole or not there: \(journal), \(synchronous), \(death)",
                requires: .program("sqlite3")
            ) {
                database("PRAGMA journal_mode = \(journal);" + accounts)
                Sweep(death, statesPerWindow: statesPerWindow) {
                    run("PRAGMA synchronous = \(synchronous)", transfer, ".shell echo committed")
                }
                database("PRAGMA integrity_check;" + balance)
                // A kill takes nothing that was written: then every setting is durable.
                if isDurable || death == .system {
                    Expect(.output(before: "ok\n70|30|0", after: "ok\n50|50|1"))
                } else {
                    Expect(.output(isOneOf: ["ok\n70|30|0", "ok\n50|50|1"]))
                }
            }
        }
    }
}

private let accounts = """
    CREATE TABLE checking(amount); INSERT INTO checking VALUES (70);
    CREATE TABLE savings(amount); INSERT INTO savings VALUES (30);
    CREATE TABLE ledger(entry);
    """
private let transfer = """
    BEGIN;
    UPDATE checking SET amount = amount - 20;
    UPDATE savings SET amount = amount + 20;
    INSERT INTO ledger VALUES ('20 to savings');
    COMMIT;
    """
private let balance = """
    SELECT (SELECT amount FROM checking), (SELECT amount FROM savings), (SELECT count(*) FROM ledger)
    """

// MARK: VACUUM

@ScenariosBuilder private var vacuum: [Scenario] {
    for (journal, synchronous, _) in settings where synchronous != "normal" {
        // In a rollback journal, FULL is not enough where a file system keeps no order: see
        // Findings/SQLite.swift.
        for death in deaths
        where (journal, synchronous) != ("delete", "full") || death != .powerLoss(.strict) {
            Scenario(
                "VACUUM loses no row: \(journal), \(synchronous), \(death)",
                requires: .program("sqlite3")
            ) {
                database("PRAGMA journal_mode = \(journal);" + rowAfterAGap)
                Sweep(death, statesPerWindow: statesPerWindow) {
                    run("PRAGMA synchronous = \(synchronous)", "VACUUM")
                }
                database("PRAGMA integrity_check; SELECT length(text), trim(text, 'x') FROM page")
                Expect(.output(equals: "ok\n5000|"))
            }
        }
    }
}

/// A long row that VACUUM moves to the front of the file, whose end it cuts off.
private let rowAfterAGap = """
    CREATE TABLE gap(bytes); CREATE TABLE page(text);
    INSERT INTO gap VALUES (zeroblob(20000)); INSERT INTO page VALUES (printf('%.5000c', 'x'));
    DROP TABLE gap;
    """

// MARK: Deaths

private let deaths =
    [Sweep.Death.system] + PowerLossProfile.all.map { Sweep.Death.powerLoss($0) }

/// Larger for a longer look: `STATES_PER_WINDOW=1000 relaunch run Scenarios/SQLite.swift`.
private let statesPerWindow =
    ProcessInfo.processInfo.environment["STATES_PER_WINDOW"].flatMap { Int($0) } ?? 12

private func database(_ sql: String) -> Run { run(sql) }

private func run(_ commands: String...) -> Run {
    Run("sqlite3", arguments: ["-batch", "-bail", "data.sqlite"] + commands)
}
