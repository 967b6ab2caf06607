import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Session {
    /// How long the computer of a restarted target has been running, at most.
    private static let shortUptime = 60

    /// What is launched from now on finds itself on a computer that has been started a moment ago: its
    /// clocks that count from there begin anew, and that start has another name.
    ///
    /// The clocks are those of a time namespace. Throws where this machine lets nobody have one.
    package func restartComputer() throws {
        var awake = timespec()
        let uptime = FileManager.default.contents(atPath: "/proc/uptime").flatMap {
            Double(String(decoding: $0, as: UTF8.self).prefix { $0 != " " })
        }
        guard let uptime, clock_gettime(CLOCK_MONOTONIC, &awake) == 0,
            awake.tv_sec > Self.shortUptime
        else { throw Self.lackOfSurroundings("the computer has only just been started") }
        let start = runDirectory.path + "/start-of-computer"
        let name = UUID().uuidString.lowercased() + "\n"
        try Data(name.utf8).write(to: URL(fileURLWithPath: start))
        let begin = Self.shortUptime / 3
        let rights = geteuid() == 0 ? [] : ["--user", "--map-current-user", "--keep-caps"]
        try launch(
            by: rights + [
                "--time", "--monotonic", "\(begin - awake.tv_sec)",
                "--boottime", "\(begin - Int(uptime))", "--mount", "/bin/sh", "-c",
                #"mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@""#, start,
            ],
            where: #"read up rest < /proc/uptime && [ "${up%.*}" -lt \#(Self.shortUptime) ]"#,
            lacking: "a clock of its own")
    }

    /// What is launched from now on has another user's number, as have all files that were its own: as
    /// where a home was moved to another computer. Its rights stay those of the user who runs it.
    ///
    /// It is in a user namespace. Throws where this machine lets nobody have one.
    package func becomeOtherUser() throws {
        let number: uid_t = geteuid() == 1 ? 2 : 1
        try launch(
            by: ["--user", "--map-user=\(number)", "--map-group=\(number)"],
            where: #"[ "$(id -u)" = \#(number) ]"#, lacking: "another user's number")
        guard let entry = getpwuid(number) else { return }
        let name = String(cString: entry.pointee.pw_name)
        world.environment.merge(["USER": name, "LOGNAME": name]) { $1 }
    }

    /// Has everything be launched by `unshare` with these arguments, if a look from inside shows that it
    /// does what it is to do.
    private func launch(by arguments: [String], where look: String, lacking: String) throws {
        guard let unshare = Executable.onPath("unshare"), let setpriv = Executable.onPath("setpriv")
        else { throw Self.lackOfSurroundings("'unshare' and 'setpriv' are not on the PATH") }
        let before = world.launcher
        // Namespaces give rights to who makes them, and may cost him his death with the harness.
        let asBefore = [
            "--inh-caps", "-all", "--ambient-caps", "-all", "--pdeathsig", "KILL", "--",
        ]
        world.launcher = [unshare] + arguments + [setpriv] + asBefore
        try run("/bin/sh", ["-c", look])
        guard lastRun?.status == .exited(0) else {
            world.launcher = before
            throw Self.lackOfSurroundings("this machine gives no process \(lacking)")
        }
    }

    private static func lackOfSurroundings(_ reason: String) -> StepFailure {
        StepFailure(blame: .scenario, kind: .unavailable, reason)
    }
}

extension Supervisor.Command {
    /// The same, executed by a program that has these words before it and goes on as the command.
    func executed(by launcher: [String]) -> Self {
        guard let program = launcher.first else { return self }
        var command = self
        command.executable = program
        command.arguments = launcher.dropFirst() + [executable] + arguments
        return command
    }
}
