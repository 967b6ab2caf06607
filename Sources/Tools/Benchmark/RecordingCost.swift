import CrashStates
import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What recording costs: a call that is recorded with its data, and one that is not.
struct RecordingCost {
    let target: String
    let rounds: Int
    let folder: String

    private static let recordedCalls = 20_000
    private static let otherCalls = 1_000_000

    /// Microseconds a call.
    private struct Recorded {
        /// In the program that makes it.
        var call: Double
        /// Reading the recording, making the model and comparing it with the directory.
        var check: Double
    }

    func measure(_ sheet: inout Sheet) throws {
        try measureRecorded(&sheet)
        try measureOthers(&sheet)
        sheet.line()
    }

    private func measureRecorded(_ sheet: inout Sheet) throws {
        let count = Self.recordedCalls
        var plain: [Double] = []
        var bare: [Double] = []
        var recorded: [Recorded] = []
        for _ in 0..<rounds {
            plain.append(try run("write", count, isTraced: false).call)
            bare.append(
                try BareStops.run([target, "write", "\(count)", newContainer() + "/calls"]) / 1000)
            recorded.append(try run("write", count, isTraced: true))
        }
        let call = recorded.map(\.call).median - plain.median
        let stops = bare.median - plain.median
        let check = recorded.map(\.check).median
        sheet.line(
            "recording \(count) writes of 100 bytes, in µs a call: \(call.fixed(1)) recorded, "
                + "\(check.fixed(1)) for reading and cross-checking; two bare ptrace stops "
                + "\(stops.fixed(1)); the call itself \(plain.median.fixed(2))")
        sheet.note("recording.call", .number(call))
        sheet.note("recording.check", .number(check))
        sheet.note("recording.stops", .number(stops))
        sheet.bound("a recorded call", call, atMost: 15, unit: " µs")
        sheet.bound("with the cross-check", call + check, atMost: 30, unit: " µs")
    }

    /// What other calls cost; and, to tell how much of that any filter takes, what they cost under one
    /// that lets all through.
    private func measureOthers(_ sheet: inout Sheet) throws {
        for name in ["getppid", "read", "stat"] {
            var plain: [Double] = []
            var empty: [Double] = []
            var traced: [Double] = []
            for _ in 0..<rounds {
                plain.append(try run(name, Self.otherCalls, isTraced: false).call)
                empty.append(
                    try EmptyFilter.run([target, name, "\(Self.otherCalls)", "/dev/null"]) / 1000)
                traced.append(try run(name, Self.otherCalls, isTraced: true).call)
            }
            let ratio = zip(traced, plain).map { $0 / $1 }.median
            let beside = zip(traced, empty).map { $0 / $1 }.median
            sheet.line(
                "  \(name): \((traced.median * 1000).fixed(0)) ns while recording, "
                    + "\((empty.median * 1000).fixed(0)) ns under a filter that lets all through, "
                    + "\((plain.median * 1000).fixed(0)) ns without any")
            sheet.note("recording.\(name)", .number(ratio))
            sheet.note("recording.\(name).filtered", .number(beside))
            sheet.bound("\(name), recording / not", ratio, atMost: 1.05)
            sheet.bound("\(name), recording / an empty filter", beside, atMost: 1.05)
        }
    }

    // MARK: One run

    private func newContainer() throws -> String {
        let container = folder + "/calls"
        unlink(container + "/calls")
        guard mkdir(container, 0o700) == 0 || errno == EEXIST else {
            throw BareError("mkdir of \(container)")
        }
        return container
    }

    private func run(_ call: String, _ count: Int, isTraced: Bool) throws -> Recorded {
        let container = try newContainer()
        let base = try BaseImage.read(container, store: BaseStore(in: folder))
        let supervisor = try Supervisor()
        let recorder = Recorder(supervisor)
        let output = try Pipe()
        if isTraced { try recorder.start() }
        let process = try supervisor.spawn(
            Supervisor.Command(
                executable: target, arguments: [call, "\(count)", container + "/calls"],
                directory: container, output: output.write, recorded: isTraced ? container : nil))
        let nanoseconds = try output.number()
        while supervisor.exit(of: process) == nil { poll(nil, 0, 1) }
        try supervisor.terminateAndReap(within: .seconds(10))
        var check = Duration.zero
        if isTraced {
            let begin = ContinuousClock.now
            let recording = try recorder.stop()
            try compare(recording, base, container)
            check = ContinuousClock.now - begin
        }
        return Recorded(call: nanoseconds / 1000, check: check.seconds * 1e6 / Double(count))
    }

    private func compare(
        _ recording: Recording, _ base: DirectoryTree, _ container: String
    ) throws {
        var tree = base
        for call in recording.calls {
            for operation in call.operations { try tree.apply(operation) }
        }
        var crossCheck = CrossCheck(root: container) {
            recording.identities[FileKey(device: $0, inode: $1)] ?? FileID($1)
        }
        let differences = try crossCheck.differences(from: tree, isComplete: true)
        guard differences.isEmpty, recording.isComplete else {
            throw BareError("the recording is not what is on disk: \(differences)", EINVAL)
        }
    }
}
