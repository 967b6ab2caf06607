import CrashStates
import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the states of a power failure cost: to predict them, and to make each on the disk.
struct PredictionCost {
    let rounds: Int
    let folder: String

    /// A command whose states are predicted, after another one that makes the files before it.
    private struct Subject {
        var name: String
        var setup: String
        var script: String
    }

    private static let subjects = [
        Subject(
            name: "a transaction of SQLite",
            setup:
                "sqlite3 data 'create table t (a text); insert into t values (hex(zeroblob(9000)))'",
            script:
                "sqlite3 data 'begin; update t set a = hex(zeroblob(5000)); insert into t values (7); commit'"
        ),
        Subject(
            name: "a save of three files by rename",
            setup: "for f in a b c; do head -c 9000 /dev/zero > $f; done",
            script: """
                for f in a b c; do
                    head -c 5000 /dev/zero > $f.new && sync $f.new && mv $f.new $f
                done
                """),
        Subject(
            name: "two appends", setup: "echo one > log",
            script: "head -c 9000 /dev/zero >> log; echo two >> log"),
    ]

    private static let profiles: [PowerLossProfile] = [
        .strict, .ext4, .ext4DataJournal, .xfs, .btrfs,
    ]

    func measure(_ sheet: inout Sheet) throws {
        for subject in Self.subjects {
            let command = try record(subject)
            sheet.line("the states of \(subject.name), after a power failure")
            for profile in Self.profiles {
                let found = try (0..<rounds).map { _ in try visit(command, profile) }
                let state = found.map(\.cost).median
                sheet.line(
                    "  \(profile.name): \(found[0].states) states, \(state.fixed(0)) µs each")
                sheet.note(
                    "predict.\(subject.name).\(profile.name).states",
                    .number(Double(found[0].states)))
                sheet.note("predict.\(subject.name).\(profile.name).state", .number(state))
            }
        }
        sheet.line()
    }

    private func record(_ subject: Subject) throws -> RecordedCommand {
        let data = try newFolder()
        _ = try run(subject.setup, in: data)
        return try run(subject.script, in: data)
    }

    private func run(_ script: String, in data: String) throws -> RecordedCommand {
        let command = try RecordedCommand("sh", ["-ec", script], in: data)
        guard command.status == .exited(0) else {
            throw BareError("`\(script)`, which \(command.status)", EINVAL)
        }
        return command
    }

    /// How many distinct states there are, and the processor's time for each, in microseconds.
    private func visit(
        _ command: RecordedCommand, _ profile: PowerLossProfile
    ) throws -> (states: Int, cost: Double) {
        var materializer = try Materializer(root: newFolder())
        var states = 0
        let begin = Self.processorTime
        for state in try command.statesAfterPowerLoss(profile) {
            try materializer.materialize(state.tree)
            states += 1
        }
        return (states, (Self.processorTime - begin) / Double(states))
    }

    private func newFolder() throws -> String {
        let made: UnsafeMutablePointer<CChar>? = strdup(folder + "/XXXXXX")
        defer { free(made) }
        guard let made, mkdtemp(made) != nil else { throw BareError("mkdtemp in \(folder)") }
        return String(cString: made)
    }

    /// What this process has had of the processor, in microseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
