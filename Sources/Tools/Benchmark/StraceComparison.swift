import CrashStates
import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Our sweep of a save beside a loop over `strace`.
struct StraceComparison {
    let bench: Bench
    let target: String
    let rounds: Int
    let workers: Int
    let folder: String

    private struct Comparison {
        var subject: SweepSubject
        /// What our time for each state may be of the loop's.
        var limit: Double
        var rounds: Int
    }

    private static let longText = String(repeating: "one more line\n", count: 1500)

    private var comparisons: [Comparison] {
        let text: (String) -> [String: JSON] = { ["note": "groceries", "text": .string($0)] }
        return [
            Comparison(
                subject: SweepSubject(
                    name: "counter-c", executable: Bench.neighbour("counter-c"),
                    preparing: [.perform("set", ["to": 1]), .background],
                    driving: [.perform("set", ["to": 2])], swept: [.background], field: "count",
                    accepted: [1, 2]),
                limit: 0.5, rounds: rounds),
            Comparison(
                subject: SweepSubject(
                    name: "notes", executable: Bench.neighbour("notes"),
                    preparing: [.perform("edit", text("old")), .background],
                    driving: [.perform("edit", text("new"))], swept: [.background],
                    field: "editor.text", accepted: ["old", "new"]),
                limit: 0.5, rounds: rounds),
            // Its writes go over the ends of pages, where a death can tear them.
            Comparison(
                subject: SweepSubject(
                    name: "notes, a long text", executable: Bench.neighbour("notes"),
                    preparing: [.perform("edit", text("old")), .background],
                    driving: [.perform("edit", text(Self.longText))], swept: [.background],
                    field: "editor.text", accepted: ["old", .string(Self.longText)]),
                limit: 0.5, rounds: rounds),
            Comparison(
                subject: SweepSubject(
                    name: "slow to drive", executable: target,
                    preparing: [.perform("append", ["count": 1]), .background],
                    driving: [
                        .perform("work", ["count": 1000]), .perform("append", ["count": 15]),
                    ],
                    swept: [.background], field: "records", accepted: (1...16).map { .integer($0) }),
                limit: 0.01, rounds: 1),
        ]
    }

    func measure(_ sheet: inout Sheet) async throws {
        guard let strace = StraceLoop.installed else {
            return sheet.line(
                "against strace: skipped, strace is not on the PATH; install it to compare")
        }
        sheet.line(
            "a sweep beside a loop over strace, \(workers) workers each; medians of the rounds")
        for comparison in comparisons { try await compare(comparison, strace, &sheet) }
        sheet.line()
    }

    private func compare(
        _ comparison: Comparison, _ strace: String, _ sheet: inout Sheet
    ) async throws {
        let subject = comparison.subject
        // A byte that counts time can only be told from others by runs before and after all the others.
        let (earlier, _) = try await list(subject, strace)
        var ends = [try earlier.wholeStep(in: folder)]
        let (loop, states) = try await list(subject, strace)
        var passes: [StraceLoop.Pass] = []
        var sweeps: [SweepTimes] = []
        for _ in 0..<comparison.rounds {
            passes.append(try await loop.pass(workers: workers, in: folder))
            sweeps.append(try await bench.sweep(subject, workers: workers))
        }
        ends += passes.compactMap(\.states.last) + [try loop.wholeStep(in: folder)]
        let form = StateForm(base: loop.base, ends: ends)
        let ours = Set(states.map { form.form(of: $0) })
        let theirs = Set(passes.flatMap(\.states).map { form.form(of: $0) })
        report(
            comparison, passes, sweeps, missing: theirs.subtracting(ours).count,
            theirs: theirs.count, ours: ours.count, &sheet)
    }

    /// Sweeps once, and returns every state and the loop over strace that begins where the sweep began.
    private func list(_ subject: SweepSubject, _ strace: String) async throws -> (
        StraceLoop, [Listing]
    ) {
        var marks = SweepSubject.Marks()
        marks.listsStates = true
        _ = try await bench.sweep(subject, marks: marks)
        guard let base = marks.base.all.first else {
            throw BareError("no base was listed", ENODATA)
        }
        let loop = StraceLoop(
            strace: strace, subject: subject, base: base.listing, environment: base.environment,
            container: base.path)
        return (loop, marks.states.all)
    }

    private func report(
        _ comparison: Comparison, _ passes: [StraceLoop.Pass], _ sweeps: [SweepTimes],
        missing: Int, theirs: Int, ours: Int, _ sheet: inout Sheet
    ) {
        let name = comparison.subject.name
        let more = ours - theirs + missing
        sheet.line(
            "  \(name): our sweep reaches "
                + (missing == 0 ? "all \(theirs)" : "\(theirs - missing)")
                + " of strace's \(theirs) states, and \(more) more")
        let forState = sweeps.map { $0.forState * 1000 }
        let forPoint = passes.map { $0.secondsForPoint * 1000 }
        let ratio = zip(forState, forPoint).map { $0 / $1 }.median
        let wholes = sweeps.map { $0.whole * 1000 }.median
        let passTimes = passes.map { $0.seconds * 1000 }.median
        sheet.line(
            "    for each state: \(forState.median.fixed(2)) ms, strace \(forPoint.median.fixed(2))"
                + " ms;  the whole: \(wholes.fixed(1)) ms for \(sweeps[0].states) visits, strace "
                + "\(passTimes.fixed(1)) ms for \(passes[0].states.count)")
        let key = "strace.\(name)"
        sheet.note("\(key).state", .number(forState.median))
        sheet.note("\(key).strace.state", .number(forPoint.median))
        sheet.note("\(key).whole", .number(wholes))
        sheet.note("\(key).strace.whole", .number(passTimes))
        sheet.note("\(key).states", .integer(Int64(ours)))
        sheet.note("\(key).strace.states", .integer(Int64(theirs)))
        sheet.note("\(key).ratio", .number(ratio))
        sheet.bound("\(name), states of strace's that we miss", Double(missing), atMost: 0)
        sheet.bound("\(name), sweep / strace, a state", ratio, atMost: comparison.limit)
    }
}
