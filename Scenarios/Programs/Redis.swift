import Relaunch

private let program = MeasuredProgram("Redis", version: Run("redis-server", "--version"))
private let ready = "eady to accept connections"

private func client(_ arguments: String...) -> Run {
    Run("redis-cli", arguments: ["-s", "redis.sock"] + arguments)
}

private enum Mode: String, CaseIterable {
    case rdb = "snapshots"
    case everysec = "append-only, everysec"
    case always = "append-only, always"

    var arguments: [String] {
        switch self {
        case .rdb: ["--save", "2 1", "--appendonly", "no"]
        case .everysec: ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec"]
        case .always: ["--save", "", "--appendonly", "yes", "--appendfsync", "always"]
        }
    }

    var questions: Questions {
        Questions(
            program: program, setting: rawValue, requirement: .program("redis-server"),
            work: {
                [Launch(arguments: arguments), client("SET", "note", "all")]
            },
            look: { [Launch(arguments: arguments), client("GET", "note")] })
    }
}

/// A SET whose client has been answered.
private func answeredSet(
    _ mode: Mode, through death: Sweep.Death, _ name: String, knownIssue: String? = nil
) -> Scenario {
    Scenario(
        "an answered SET survives \(name) (\(mode.rawValue))", knownIssue: knownIssue,
        requires: .program("redis-server")
    ) {
        Launch(arguments: mode.arguments)
        Perform("set", ["value": "old"])
        Measure("an answered SET after \(name)", .sweep, of: program, setting: mode.rawValue)
        Sweep(death) { Perform("set", ["value": "new"]) }
    }
}

let redis = Suite(
    "Redis",
    target: .service(
        "redis-server", "--port", "0", "--unixsocket", "redis.sock",
        ready: .output(contains: ready)),
    timeLimit: .seconds(30)
) {
    State { client("GET", "note") }
    Action("set", ["value": .string()]) { a in client("SET", "note", a.value) }

    for mode in Mode.allCases {
        let isLogged = mode != .rdb
        mode.questions.back(after: .system, is: isLogged ? "all" : "nothing")
        mode.questions.back(after: .terminate, is: "all")
        mode.questions.back(after: .crash(.SIGSEGV), is: isLogged ? "all" : "nothing")
        mode.questions.window(
            upTo: .seconds(6), between: isLogged ? .zero : .milliseconds(500),
            and: isLogged ? .milliseconds(100) : .seconds(5))
        mode.questions.ladder(startUp: .milliseconds(3), is: isLogged ? "all" : "nothing")
        mode.questions.crashLoop()
    }
    Mode.rdb.questions.damaged(
        "dump.rdb", after: .terminate, are: ["nothing", "fails", "fails", "fails", "fails"])
    for mode in [Mode.everysec, .always] {
        mode.questions.damaged(
            "appendonlydir/*.incr.aof", are: ["fails", "nothing", "nothing", "fails", "nothing"])
        mode.questions.damaged(
            "appendonlydir/*.manifest", are: ["nothing", "fails", "nothing", "fails", "fails"])
    }

    for profile in [PowerLossProfile.ext4, .xfs] {
        answeredSet(
            .always, through: .powerLoss(profile), "a power failure, \(profile.name)",
            knownIssue: profile == .ext4
                ? "a log that ends with zeros is refused: see Findings/Stores.swift" : nil)
    }
    answeredSet(.everysec, through: .system, "SIGKILL")
    answeredSet(
        .everysec, through: .powerLoss(.ext4), "a power failure, ext4",
        knownIssue: "the log is synced once a second")

    for (death, name) in [
        (Sweep.Death.system, "SIGKILL"), (.powerLoss(.ext4), "a power failure, ext4"),
    ] {
        Mode.rdb.questions.own("a SAVE that \(name) cuts short") {
            Launch(arguments: Mode.rdb.arguments)
            client("SET", "note", "old")
            client("SAVE")
            client("SET", "note", "new")
            Measure("a SAVE after \(name)", .sweep, of: program, setting: Mode.rdb.rawValue)
            Sweep(death) { client("SAVE") }
            Launch(arguments: Mode.rdb.arguments)
            client("GET", "note")
            Expect(.output(isOneOf: ["old", "new"]))
        }
    }
}
