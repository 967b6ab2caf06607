import Relaunch

// SQLite's shell as somebody uses it: `relaunch stress Scenarios/Ledger.swift` lives random lives of it. With
// `synchronous=EXTRA` a transaction that is committed outlives a power failure, too.
let ledger = Suite("Ledger", target: .command("sqlite3", durability: .eachAction)) {
    Setup { sql(schema) }
    State { sql(everything) }
    Invariant("the database is sound, and its accounts are what its entries come to") {
        sql("PRAGMA integrity_check", imbalance)
        Expect(.output(equals: "ok\n0"))
    }

    Action("deposit", ["to": account, "amount": .integer(1...1000), "text": text]) { a in
        sql(transaction(entry(a.to, a.amount, a.text)))
    }
    Action("transfer", ["from": account, "to": account, "amount": .integer(1...1000)]) { a in
        sql(transaction(entry(a.from, "-\(a.amount)", "out"), entry(a.to, a.amount, "in")))
    }
    Action("forget", ["account": account]) { a in
        sql(transaction("DELETE FROM entry WHERE account = '\(a.account)';", total(a.account)))
    }
    Action("vacuum") { sql(durable, "VACUUM") }

    Scenario("a transfer is there or not, whatever the moment of a death", requires: program) {
        Perform("deposit", ["to": "savings", "amount": 70, "text": "wages"])
        Sweep(.system) { Perform("transfer", ["from": "savings", "to": "checking", "amount": 20]) }
    }

    Scenario("a deposit outlives the power, once it is acknowledged", requires: program) {
        Perform("deposit", ["to": "savings", "amount": 70, "text": "wages"])
        Sweep(.powerLoss(.ext4), statesPerWindow: 12) {
            Perform("deposit", ["to": "savings", "amount": 30, "text": "interest"])
        }
        Expect("savings", isOneOf: 70, 100)
        Expect(.invariants)
    }

    Scenario("a deposit that is killed by the clock is whole or not there", requires: program) {
        Perform("deposit", ["to": "savings", "amount": 70, "text": "wages"])
        Perform(
            "deposit", ["to": "savings", "amount": 30, "text": "interest"],
            killedAt: .within(.zero ... .milliseconds(12)))
        Expect("savings", isOneOf: 70, 100)
        Expect(.invariants)
    }
}

private let program = Requirement.program("sqlite3")
private let account = ArgumentSchema.oneOf("checking", "savings")
private let text = ArgumentSchema.string(maxLength: 5000)

private let durable = "PRAGMA synchronous = EXTRA"
private let schema = """
    CREATE TABLE account(name TEXT PRIMARY KEY, amount INTEGER NOT NULL);
    CREATE TABLE entry(account TEXT NOT NULL, amount INTEGER NOT NULL, text TEXT NOT NULL);
    """
private let everything = """
    SELECT json_set(json_group_object(name, amount), '$.entries', (SELECT count(*) FROM entry))
    FROM (SELECT * FROM account ORDER BY name)
    """
private let imbalance = """
    SELECT count(*) FROM account
    WHERE amount != (SELECT total(amount) FROM entry WHERE entry.account = account.name)
    """

private func entry(_ account: String, _ amount: String, _ text: String) -> String {
    let quoted = text.replacing("'", with: "''")
    return "INSERT INTO entry VALUES ('\(account)', \(amount), '\(quoted)'); \(total(account))"
}

private func total(_ account: String) -> String {
    "REPLACE INTO account SELECT '\(account)', total(amount) FROM entry WHERE account = '\(account)';"
}

private func transaction(_ statements: String...) -> String {
    ([durable + "; BEGIN;"] + statements + ["COMMIT;"]).joined(separator: " ")
}

private func sql(_ commands: String...) -> Run {
    Run("sqlite3", arguments: ["-batch", "-bail", "ledger.sqlite"] + commands)
}
