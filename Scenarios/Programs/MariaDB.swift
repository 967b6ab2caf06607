import Foundation
import Relaunch

private let program = MeasuredProgram("MariaDB", version: Run("mariadbd", "--version"))

private func sql(_ query: String) -> Run {
    Run("mariadb", "--no-defaults", "--socket=tmp/m.sock", "--user=root", "-N", "-B", "-e", query)
}

private func questions(_ arguments: [String] = [], setting: String = "") -> Questions {
    Questions(
        program: program, setting: setting, requirement: .program("mariadbd"),
        work: {
            [
                Launch(arguments: arguments),
                sql("REPLACE INTO d.notes VALUES (1, 'all')"),
            ]
        },
        look: { [Launch(arguments: arguments), sql("SELECT text FROM d.notes WHERE id = 1")] })
}

/// On /dev/shm, where containers usually are, InnoDB takes its log for persistent memory, maps it, and writes it
/// without calls that could be recorded.
private let onDisk = Requirement.condition(
    (ProcessInfo.processInfo.environment["RELAUNCH_CONTAINERS"] ?? "/dev/shm") != "/dev/shm",
    otherwise:
        "InnoDB maps a log on /dev/shm into memory: set RELAUNCH_CONTAINERS to a folder on a disk")

let mariadb = Suite(
    "MariaDB",
    target: .service(
        "/bin/sh", "-c",
        "exec \"$0\" --no-defaults --datadir=\"$PWD/data\" --socket=\"$PWD/tmp/m.sock\" \"$@\"",
        "mariadbd",
        "--skip-networking", "--user=root", "--innodb-log-file-size=4M",
        "--innodb-buffer-pool-size=8M",
        ready: .output(contains: "ready for connections")),
    timeLimit: .seconds(60)
) {
    Setup {
        Run(
            "sh", "-c",
            """
            mariadb-install-db --no-defaults --datadir="$PWD/data" --user=root --skip-test-db \\
                --auth-root-authentication-method=normal --innodb-log-file-size=4M > /dev/null
            printf '%s\\n' 'CREATE DATABASE d;' \\
                'CREATE TABLE d.notes (id int PRIMARY KEY, text text) ENGINE=InnoDB;' |
                mariadbd --no-defaults --datadir="$PWD/data" --user=root --bootstrap \\
                    --innodb-log-file-size=4M 2> /dev/null
            """)
    }
    State { sql("SELECT coalesce(json_objectagg(id, text), '{}') FROM d.notes") }
    Action("put", ["id": .integer(1...9), "text": .string(maxLength: 20)]) { a in
        sql("REPLACE INTO d.notes VALUES (\(a.id), '\(a.text)')")
    }

    questions().back(after: .system, is: "all")
    questions().back(after: .terminate, is: "all")
    questions().back(after: .crash(.SIGSEGV), is: "all")
    questions().window(upTo: .seconds(2), between: .zero, and: .milliseconds(100))
    questions().ladder(3, startUp: .milliseconds(100), is: "all")
    questions().damaged(
        "data/ib_logfile0", are: ["fails", "fails", "all", "fails", "all"])
    for file in [
        "ibdata1", "d/notes.ibd", "d/notes.frm", "mysql/global_priv.MAD", "aria_log_control",
        "aria_log.00000001",
    ] {
        questions().damaged("data/\(file)", are: [])
    }

    Scenario(
        "an answered statement survives SIGKILL", requires: .program("mariadbd"), onDisk
    ) {
        Launch()
        Perform("put", ["id": 1, "text": "old"])
        Measure("an answered statement after SIGKILL, at any call", .sweep, of: program)
        Sweep(.system) { Perform("put", ["id": 1, "text": "new"]) }
    }

    for isSafe in [true, false] {
        let setting = "innodb_flush_log_at_trx_commit=\(isSafe ? 1 : 2)"
        Scenario(
            "an answered statement survives a power failure, \(setting)",
            knownIssue: isSafe ? nil : "the log is synced once a second",
            requires: .program("mariadbd"), onDisk
        ) {
            Launch(arguments: ["--\(setting)"])
            Perform("put", ["id": 1, "text": "old"])
            Measure(
                "an answered statement after a power failure on ext4", .sweep, of: program,
                setting: setting)
            Sweep(.powerLoss(.ext4), statesPerWindow: 20) {
                Perform("put", ["id": 1, "text": "new"])
            }
        }
    }
    questions().crashLoop(grows: true)
}
