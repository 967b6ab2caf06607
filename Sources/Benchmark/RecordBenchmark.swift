#if os(Linux)
    import Relaunch

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// What a recorded call costs, against the two bare stops that it cannot do without.
    struct RecordBenchmark: Measurement {
        static let help = """
            USAGE: relaunch-benchmark record [--rounds N] [--json]

            An append of 40 bytes: as it is, with two bare stops of ptrace (a tracer that looks at nothing
            and lets the program go on), and recorded with its data; and a call that is not recorded, with
            and without a recording. Tracer and program are on one processor. Microseconds a call, the
            least of 20 batches of 400 calls; medians of the rounds, which take turns.

              --rounds N   runs of each kind (default 9)
              --json       print the figures as one JSON object
            """

        /// What a recorded call may cost.
        private static let limit = 30.0
        /// What a call may cost more that is not recorded: less than can be measured.
        private static let otherLimit = 0.1

        private let rounds: Int

        init(_ arguments: inout Arguments) throws {
            rounds = try arguments.count("--rounds", default: 9)
        }

        func measure(_ sheet: inout Sheet) async throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let program = try Self.build(in: folder)
            let supervisor = try Supervisor()
            var figures: [Kind: [Double]] = [:]
            for _ in 1...rounds {
                for kind in Kind.allCases {
                    let cost = try Self.run(kind, program, supervisor, in: folder)
                    figures[kind, default: []].append(cost)
                }
            }
            sheet.line("microseconds a call, medians of \(rounds)")
            let medians = figures.mapValues(\.median)
            for kind in Kind.allCases {
                let value = medians[kind] ?? .nan
                sheet.line("  \(kind.rawValue.padded(to: 34, isLabel: true))\(value.fixed(2))")
                sheet.note(kind.rawValue, .number(value))
            }
            func cost(_ kind: Kind) -> Double { medians[kind] ?? .nan }
            let ratio = cost(.recorded) / cost(.stops)
            sheet.line("  recorded, in bare stops: \(ratio.fixed(2))")
            sheet.note("ratio", .number(ratio))
            sheet.bound("a recorded append", cost(.recorded), atMost: Self.limit, unit: " µs")
            sheet.bound(
                "another call costs more by", cost(.otherRecorded) - cost(.other),
                atMost: Self.otherLimit, unit: " µs")
        }

        private enum Kind: String, CaseIterable {
            case append = "an append"
            case stops = "with two bare stops"
            case recorded = "recorded with its data"
            case other = "a call that is not recorded"
            case otherRecorded = "the same, while recording"

            var argument: String {
                switch self {
                case .append, .recorded: "append"
                case .stops: "stops"
                case .other, .otherRecorded: "other"
                }
            }

            var isRecorded: Bool { self == .recorded || self == .otherRecorded }
        }

        /// Runs the program once and returns what it says.
        private static func run(
            _ kind: Kind, _ program: String, _ supervisor: Supervisor, in folder: TemporaryFolder
        ) throws -> Double {
            let result = folder.path + "/result"
            let output = open(result, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { close(output) }
            let container = folder.path + "/container"
            mkdir(container, 0o700)
            unlink(container + "/appended")
            let recorder = Recorder(supervisor)
            if kind.isRecorded { try recorder.start() }
            let process = try supervisor.spawn(
                Supervisor.Command(
                    executable: program, arguments: [kind.argument], directory: container,
                    output: output, recorded: kind.isRecorded ? container : nil))
            try end(of: process, supervisor)
            if kind.isRecorded { _ = try recorder.stop() }
            let text = try String(contentsOfFile: result, encoding: .utf8)
            guard let cost = Double(text.split(separator: "\n").first ?? "") else {
                throw NoFigure(kind: kind.rawValue)
            }
            return cost
        }

        private static func build(in folder: TemporaryFolder) throws -> String {
            guard
                let compiler = ["cc", "clang", "gcc"].lazy.compactMap({ Executable.onPath($0) })
                    .first
            else { throw NoCompiler() }
            let program = folder.path + "/measured"
            try Data(source.utf8).write(to: URL(fileURLWithPath: program + ".c"))
            let supervisor = try Supervisor()
            let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
            let process = try supervisor.spawn(
                Supervisor.Command(
                    executable: compiler, arguments: ["-O2", "-w", "-o", program, program + ".c"],
                    environment: ["PATH": path], directory: folder.path))
            try end(of: process, supervisor)
            return program
        }

        private static func end(of process: Int32, _ supervisor: Supervisor) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while supervisor.exit(of: process) == nil, ContinuousClock.now < deadline {
                var events = pollfd(
                    fd: supervisor.eventsDescriptor, events: Int16(POLLIN), revents: 0)
                poll(&events, 1, 1000)
            }
            try supervisor.bury(within: .seconds(10))
        }

        private struct NoFigure: Error, CustomStringConvertible {
            var kind: String
            var description: String { "'\(kind)' could not be measured: its program said nothing" }
        }

        private struct NoCompiler: Error, CustomStringConvertible {
            var description: String { "there is no C compiler for the program that is measured" }
        }
    }
#endif
