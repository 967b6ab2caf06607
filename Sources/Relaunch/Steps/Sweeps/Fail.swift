/// Lets each system call of some steps that changes files fail once, in turn.
///
/// The steps are carried out once, to see which calls there are. Then, for each call and each fault,
/// the scenario is carried out again from its first step, and that one call fails. The target lives on,
/// and the steps that follow judge what it made of it.
///
/// A full disk stays full: where the fault is one that lasts on real disks, there is a second branch, in
/// which later calls of the steps fail too. ENOSPC and EDQUOT last for calls of the same kind and for
/// all that need space, EROFS for all that change files, and any other errno for calls of the same kind.
///
/// ```swift
/// Fail(.write, .fsync, with: .ENOSPC, .EIO) { Background() }
/// Kill(.system)
/// Launch()
/// Expect("editor.text", isOneOf: "old", "new")
/// ```
public struct Fail: CompositeStep {
    /// The kinds of calls that fail; empty for all.
    public let calls: [Call]
    /// How the calls fail: each call in each of these ways, in a branch of its own.
    public let faults: [Fault]
    /// Whether later calls fail too, until the steps end. Nil: once alone and, for ENOSPC, EDQUOT, EROFS
    /// and for EIO at fsync, also lasting, in a branch of its own.
    public let lasting: Bool?
    /// The steps whose calls fail.
    public let steps: [any Step]
    public let location: FileLocation
    /// Whether syncs of names alone, such as that of a directory, are left out, and there may rightly be no
    /// other call.
    private var leavesOutNames = false

    /// - Parameters:
    ///   - calls: which calls fail, those on files of the container alone; none is every one.
    ///   - faults: in which ways, one after the other.
    ///   - lasting: whether later calls fail too until the steps end, those alone that fit the fault; nil
    ///     is both in turn for faults that last on real disks, and false for the others.
    ///   - steps: what makes the calls.
    public init(
        _ calls: Call..., with faults: Fault..., lasting: Bool? = nil, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column,
        @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.calls = calls
        self.faults = faults
        self.lasting = lasting
        self.steps = steps()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// The same without syncs of names alone. Steps that are swept and make no other call are swept as they are.
    package func withoutSyncsOfNames() -> Fail {
        var fail = self
        fail.leavesOutNames = true
        return fail
    }

    public var text: String {
        let kinds = calls.map { ".\($0), " }.joined().dropLast(2)
        let errors = "with: " + faults.map(\.source).joined(separator: ", ")
        let tail = lasting.map { ", lasting: \($0)" } ?? ""
        let head = (kinds.isEmpty ? errors : "\(kinds), \(errors)") + tail
        return "Fail(\(head)) { \(steps.map(\.text).joined(separator: "; ")) }"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        check(&rehearsal)
        rehearsal.rehearse(recorded: steps)
        rehearsal.fail()
    }

    /// Says what is wrong with it, but for its steps.
    func check(_ rehearsal: inout Rehearsal) {
        if steps.isEmpty { rehearsal.problem("`Fail` has no steps; no call can fail in it") }
        if faults.isEmpty {
            rehearsal.problem(
                "`Fail` does not say how calls fail; write `with: .ENOSPC`, or another")
        }
        for code in faults.compactMap(\.code) where !Fault.codes.contains(code) {
            rehearsal.problem(
                "no call fails with errno \(code); use one of \(Fault.codes), such as `.ENOSPC`")
        }
        for fault in faults where lasting == true && !fault.canLast {
            rehearsal.problem(
                "`\(fault.source)` concerns one call and cannot last; leave `lasting:` out, or give it a "
                    + "`Fail` of its own")
        }
        if rehearsal.sweeps > 0 {
            rehearsal.problem(
                "`Fail` cannot follow a `Sweep` or another `Fail`; give it a scenario of its own"
            )
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        guard let faulty = try await branches(in: session) else { return .step }
        return .again(RepeatedBranches(faulty.branches, summary: { faulty.summary }))
    }

    /// One for each call that fails and each way; nil where there is none and need not be one.
    ///
    /// - Parameter isSwept: whether a sweep that follows carries the steps out.
    func branches(
        in session: isolated Session, isSwept: Bool = false
    ) async throws -> FaultBranches? {
        let run = try await session.recordAlive(steps)
        if let error = run.error { throw error }
        let census = CallCensus(of: run.recording)
        let chosen = census.calls.filter { call in
            (calls.isEmpty || calls.contains { $0.includes(call.kind) })
                && !(leavesOutNames && call.syncsNames)
        }
        if chosen.isEmpty, leavesOutNames { return nil }
        guard !chosen.isEmpty else {
            let all = census.text
            throw StepFailure(
                blame: .scenario, "`Fail` names none of the calls that the steps make",
                expected: calls.isEmpty
                    ? "a call that changes a file"
                    : "a call of the kind " + calls.map(\.name).joined(separator: " or "),
                actual: all.isEmpty ? "no call that changes a file" : all)
        }
        let faulty = FaultBranches(
            steps, chosen, faults, lasting: lasting, of: census, isSwept: isSwept)
        guard !faulty.branches.isEmpty else {
            throw StepFailure(
                blame: .scenario, "none of the faults can happen to the calls that `Fail` names",
                expected: "a fault that the kernel can return for one of them",
                actual: "none that fits " + CallCensus.text(chosen))
        }
        return faulty
    }
}
