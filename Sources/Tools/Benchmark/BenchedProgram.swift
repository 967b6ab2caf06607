import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A program that is driven as it is, and what a bare loop does for the same.
struct BenchedProgram: Sendable {
    /// What the harness may add to a cycle.
    enum Bound {
        /// Times the bare loop's.
        case ratio(Double)
        /// Milliseconds.
        case difference(Double)
    }

    var name: String
    /// A file that is there where the program is installed.
    var file: String
    var bound: Bound
    var target: Target
    /// What the container needs before.
    var setup: [any Step] = []
    /// A life, up to its death.
    var cycle: [any Step]
    /// What the bare loop spawns, in the container.
    var command: [String]
    var hasTerminal = false
    var environment: [String: String] = [:]
    /// Waits as the harness does.
    var wait: @Sendable (BareProgram) throws -> Void

    var isThere: Bool { FileManager.default.fileExists(atPath: file) }

    static var all: [BenchedProgram] { [redis, redisBySocket, postgres, vim, chromium] }

    private static var redis: BenchedProgram {
        let arguments = ["--port", "0", "--unixsocket", "redis.sock", "--save", ""]
        return BenchedProgram(
            name: "Redis", file: "/usr/bin/redis-server", bound: .ratio(1.15),
            target: .service(
                "/usr/bin/redis-server", arguments: arguments,
                ready: .output(contains: "eady to accept connections")),
            cycle: [Launch()], command: ["/usr/bin/redis-server"] + arguments,
            wait: { try $0.read(until: "eady to accept connections") })
    }

    /// Ready as soon as it takes connections, which no word of it tells.
    private static var redisBySocket: BenchedProgram {
        var program = redis
        program.name = "Redis, by its socket"
        program.target = .service(
            "/usr/bin/redis-server", arguments: Array(program.command.dropFirst()),
            ready: .socket("redis.sock"))
        program.wait = { try $0.connect(to: "redis.sock") }
        return program
    }

    private static var postgres: BenchedProgram {
        let prelude = """
            PATH="$(pg_config --bindir):$PATH"
            [ "$(id -u)" != 0 ] || set -- unshare --ipc --user --map-user=1000 --map-group=1000 "$@"

            """
        let serve = prelude + "rm -f data/postmaster.pid; exec \"$@\" -k \"$PWD/tmp\""
        let command = [
            "/bin/sh", "-c", serve, "sh", "postgres", "-D", "data", "-c", "listen_addresses=",
            // Memory that a killed server leaves is in its container then, and not in /dev/shm.
            "-c", "dynamic_shared_memory_type=mmap",
        ]
        let initialize = "set -- initdb -D data -A trust --no-sync\n\(prelude)\"$@\" > /dev/null"
        return BenchedProgram(
            name: "PostgreSQL", file: "/usr/bin/pg_config", bound: .ratio(1.15),
            target: .service(
                command[0], arguments: Array(command.dropFirst()),
                ready: .output(contains: "ready to accept connections")),
            setup: [Run("/bin/sh", "-c", initialize)], cycle: [Launch()], command: command,
            wait: { try $0.read(until: "ready to accept connections") })
    }

    private static var vim: BenchedProgram {
        let arguments = ["-u", "NONE", "-N", "-n", "notes.txt"]
        return BenchedProgram(
            name: "Vim", file: "/usr/bin/vim", bound: .difference(20),
            target: .terminal("/usr/bin/vim", arguments: arguments),
            cycle: [
                Launch(), Wait(for: .screen(contains: "[New]")), Type("ihello<Esc>:w! x<CR>"),
                Wait(for: .screen(contains: "written")),
            ],
            command: ["/usr/bin/vim"] + arguments, hasTerminal: true,
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
            wait: {
                try $0.read(until: "[New]")
                try $0.type("ihello\u{1b}:w! x\r")
                try $0.read(until: "written")
            })
    }

    private static var chromium: BenchedProgram {
        BenchedProgram(
            name: "Chromium", file: "/usr/bin/chromium", bound: .ratio(1.1),
            target: .chromium("/usr/bin/chromium"), cycle: [Launch()],
            command: [
                "/usr/bin/chromium", "--headless", "--remote-debugging-pipe",
                "--user-data-dir=profile", "--disable-dev-shm-usage", "--no-first-run",
                "--no-default-browser-check", "--password-store=basic",
                "--disable-background-networking", "--disable-component-update",
                "--host-resolver-rules=MAP start.duckduckgo.com ~NOTFOUND",
                "--log-level=3", "--no-sandbox",
            ],
            wait: { try $0.awaitPage() })
    }
}
