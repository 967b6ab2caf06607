import CrashStates
import Relaunch

/// States checked per second, beside a bare loop over the same directories.
struct SweepLimit {
    let bench: Bench
    let target: String
    let rounds: Int
    let workers: Int
    let folder: String

    private static let saves = 50
    /// How many states a second we check at least, as a part of what the bare loop does.
    private static let limit = 0.8

    /// Steps that save so often that what a sweep costs once does not count.
    private var subjects: [SweepSubject] {
        let saves = 1...Self.saves
        return [
            SweepSubject(
                name: "counter-c", executable: Bench.neighbour("counter-c"),
                preparing: [.background], driving: [],
                swept: saves.flatMap { number -> [SweepSubject.Act] in
                    [.perform("set", ["to": .integer(Int64(number))]), .background, .foreground]
                },
                field: "count", accepted: (0...Self.saves).map { .integer(Int64($0)) }),
            SweepSubject(
                name: "static Swift", executable: target,
                preparing: [.background],
                driving: [.perform("append", ["count": .integer(Int64(Self.saves * 4))])],
                swept: [.background],
                field: "records", accepted: (0...Self.saves * 4).map { .integer(Int64($0)) }),
            SweepSubject(
                name: "notes", executable: Bench.neighbour("notes"),
                preparing: [.perform("edit", Self.edit(0)), .background], driving: [],
                swept: saves.prefix(20).flatMap { number -> [SweepSubject.Act] in
                    [.perform("edit", Self.edit(number)), .background, .foreground]
                },
                field: "editor.text",
                accepted: (0...20).map { .string("text \($0)") }),
        ]
    }

    private static func edit(_ number: Int) -> [String: JSON] {
        ["note": "groceries", "text": .string("text \(number)")]
    }

    func measure(_ sheet: inout Sheet) async throws {
        sheet.line("states checked per second, beside a bare loop; \(workers) workers each")
        for subject in subjects { try await compare(subject, &sheet) }
        try await measureSecondRelaunch(&sheet)
        sheet.line()
    }

    /// What a sweep costs where the scenario names no oracle: each state is relaunched a second time.
    private func measureSecondRelaunch(_ sheet: inout Sheet) async throws {
        let subject = SweepSubject(
            name: "second relaunch", executable: target,
            preparing: [.perform("replace", ["count": 7]), .background],
            driving: [.perform("replace", ["count": .integer(Int64(Self.saves * 4))])],
            swept: [.background], field: "records", accepted: [7, .integer(Int64(Self.saves * 4))])
        var once: [Double] = []
        var twice: [Double] = []
        for _ in 0..<rounds {
            let sweep = try await bench.sweep(subject, workers: workers)
            once.append(sweep.forState)
            var judged = SweepSubject.Marks()
            judged.namesNoOracle = true
            let time = try await bench.sweep(subject, workers: workers, marks: judged).visiting
            twice.append(time / Double(sweep.states))
        }
        sheet.line(
            "  without a named oracle (static Swift): \((twice.median * 1e6).fixed(0)) µs a state, "
                + "of which its second relaunch \(((twice.median - once.median) * 1e6).fixed(0)) µs"
        )
        sheet.note("limit.default.state", .number(twice.median))
        sheet.note("limit.default.secondRelaunch", .number(twice.median - once.median))
    }

    private func compare(_ subject: SweepSubject, _ sheet: inout Sheet) async throws {
        var marks = SweepSubject.Marks()
        marks.listsStates = true
        _ = try await bench.sweep(subject, marks: marks)
        guard let base = marks.base.all.first else { return }
        let states = marks.states.all
        var ours: [Double] = []
        var bare: [Double] = []
        for _ in 0..<rounds {
            bare.append(try await bareLoops(subject, states, base.environment, base.path))
            ours.append(try await bench.sweep(subject, workers: workers).forState)
        }
        let share = zip(bare, ours).map { $0 / $1 }.median
        sheet.line(
            "  \(subject.name), \(states.count) states: \((1 / ours.median).fixed(0)) a second, bare "
                + "\((1 / bare.median).fixed(0));  \((ours.median * 1e6).fixed(0)) µs, bare "
                + "\((bare.median * 1e6).fixed(0)) µs")
        sheet.note("limit.\(subject.name).state", .number(ours.median))
        sheet.note("limit.\(subject.name).bare", .number(bare.median))
        sheet.note("limit.\(subject.name).share", .number(share))
        sheet.bound("\(subject.name), sweep / bare loop", share, atLeast: Self.limit)
    }

    /// Seconds for each state, with a loop for each worker.
    private func bareLoops(
        _ subject: SweepSubject, _ states: [Listing], _ environment: [String: String],
        _ container: String
    ) async throws -> Double {
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    let own = "\(folder)/bare-\(worker)"
                    var loop = BareLoop(
                        [subject.executable],
                        environment: environment.moved(from: container, to: own))
                    defer { loop.dispose() }
                    for index in stride(from: worker, to: states.count, by: workers) {
                        try states[index].write(to: own)
                        try loop.check(subject)
                    }
                }
            }
            try await group.waitForAll()
        }
        return (ContinuousClock.now - begin).seconds / Double(states.count)
    }
}
