import Foundation
import Relaunch

private let program = MeasuredProgram("PostgreSQL", version: Run("psql", "--version"))
private let isThere = Requirement.condition(
    FileManager.default.fileExists(atPath: "/usr/bin/pg_config"),
    otherwise: "PostgreSQL is not installed: the Debian package is postgresql")

/// It refuses to run as root.
private let unprivileged = """
    PATH="$(pg_config --bindir):$PATH"
    [ "$(id -u)" != 0 ] || set -- unshare --ipc --user --map-user=1000 --map-group=1000 "$@"

    """

/// Its lock file and its socket are gone when a machine has started again; a server that finds a lock file
/// cut short asks its user to remove it.
private let server = Target.service(
    "/bin/sh", "-c",
    unprivileged + "rm -f data/postmaster.pid tmp/.s.*; exec \"$@\" -k \"$PWD/tmp\"",
    "sh", "postgres", "-D", "data", ready: .output(contains: "ready to accept connections"))

private func sql(_ query: String) -> Run {
    Run("sh", "-c", "exec psql -h \"$PWD/tmp\" -U owner -d postgres -qAtX -c \"$0\"", query)
}

private func initialized() -> Run {
    let settings = """
        listen_addresses = ''
        dynamic_shared_memory_type = mmap
        shared_buffers = 1MB
        min_wal_size = 2MB
        max_wal_size = 2MB
        autovacuum = off
        """
    return Run(
        "sh", "-c",
        "set -- initdb --pgdata=data --username=owner --auth=trust --wal-segsize=1 --no-sync\n"
            + unprivileged + "\"$@\" > /dev/null; echo \"$SETTINGS\" >> data/postgresql.conf\n"
            + "set -- postgres --single -D data postgres\n" + unprivileged
            + "echo 'CREATE TABLE notes(id int PRIMARY KEY, text text)' | \"$@\" > /dev/null",
        environment: ["SETTINGS": settings])
}

private let questions = Questions(
    program: program, requirement: isThere,
    work: { [Launch(), sql("INSERT INTO notes VALUES (5, 'all') ON CONFLICT DO NOTHING")] },
    look: { [Launch(), sql("SELECT text FROM notes WHERE id = 5")] })

let postgres = Suite("PostgreSQL", target: server, timeLimit: .seconds(60)) {
    Setup { initialized() }
    State { sql("SELECT coalesce(json_object_agg(id, text ORDER BY id), '{}') FROM notes") }
    Action("put", ["id": .integer(1...9), "text": .string(maxLength: 20)]) { a in
        sql(
            """
            BEGIN; DELETE FROM notes WHERE id = \(a.id);
            INSERT INTO notes VALUES (\(a.id), '\(a.text)'); COMMIT
            """)
    }

    questions.back(after: .system, is: "all")
    questions.back(after: .terminate, is: "all")
    questions.back(after: .crash(.SIGSEGV), is: "all")
    questions.window(upTo: .seconds(1), between: .zero, and: .milliseconds(100))
    questions.ladder(3, startUp: .milliseconds(60), is: "all")
    questions.damaged("data/PG_VERSION", are: ["fails", "fails", "fails", "fails", "all"])
    for file in [
        "global/pg_control", "global/pg_filenode.map", "base/5/1259", "pg_xact/0000",
        "pg_wal/0*", "postgresql.conf", "pg_hba.conf",
    ] {
        questions.damaged("data/\(file)", are: [])
    }
    questions.crashLoop()

    Scenario("an answered transaction survives SIGKILL", requires: isThere) {
        Launch()
        Perform("put", ["id": 1, "text": "old"])
        Measure("an answered transaction after SIGKILL, at any call", .sweep, of: program)
        Sweep(.system) { Perform("put", ["id": 1, "text": "new"]) }
    }

    for isSafe in [true, false] {
        let setting = isSafe ? "fsync=on" : "fsync=off"
        Scenario(
            "an answered transaction survives a power failure, \(setting)",
            knownIssue: isSafe ? nil : "nothing is synced", requires: isThere
        ) {
            Launch(arguments: ["-c", setting])
            Perform("put", ["id": 1, "text": "old"])
            Measure(
                "an answered transaction after a power failure on ext4", .sweep, of: program,
                setting: setting)
            Sweep(.powerLoss(.ext4), statesPerWindow: 12) {
                Perform("put", ["id": 1, "text": "new"])
            }
        }
    }
}
