import CrashStates
import Foundation
import RealDisk

/// What a workload does, and the states that profiles predict of a power failure in its midst.
final class Prediction {
    let workload: Workload
    let end: DirectoryTree
    private let base: DirectoryTree
    private let calls: [RecordedCall]
    private let limit: Int
    private let seed: UInt64
    private var states: [String: PredictedStates] = [:]

    /// Carries a workload out, traced, and records its calls.
    ///
    /// - Parameters:
    ///   - folder: An empty directory, which is left with what the workload makes.
    ///   - limit: So many states between two syncs are predicted at most.
    /// - Throws: ``ExamError/refused(_:by:_:)`` where the workload cannot be carried out.
    init(
        _ workload: Workload, in folder: String, program: WorkloadProgram, limit: Int, seed: UInt64
    ) throws {
        self.workload = workload
        self.limit = limit
        self.seed = seed
        let container = try program.makeContainer(in: folder)
        try program.run(workload.setup, of: workload, in: container, on: "the recording's disk")
        let store = try BaseStore(in: program.folder)
        let (base, files) = try BaseImage.readNumbered(container, store: store)
        let recorder = Recorder(program.supervisor)
        try recorder.start(files: files)
        let ran = Result {
            try program.run(
                workload.calls, of: workload, in: container, on: "the recording's disk",
                recorded: true)
        }
        let recording = try recorder.stop()
        try ran.get()
        guard recording.isComplete else { throw ExamError.incomplete(workload, recording.notes) }
        var check = CrossCheck(root: container) { _, _ in nil }
        var end = try recording.end(from: base)
        let differences = try check.differences(from: end, isComplete: true)
        if let first = recording.firstUnexplained(of: differences) {
            throw ExamError.notExplained(workload, first)
        }
        let stores = recording.stores(explaining: differences)
        for operation in stores.flatMap(\.operations) { try end.apply(operation) }
        self.base = base
        self.end = end
        calls = recording.calls + stores
    }

    /// The recorded calls, in words.
    var texts: [String] { calls.map(\.text) }

    /// Every state that a profile predicts.
    func states(_ profile: PowerLossProfile) throws -> PredictedStates {
        if let states = states[profile.name] { return states }
        let found = try PredictedStates(sequence(profile))
        states[profile.name] = found
        return found
    }

    func sequence(_ profile: PowerLossProfile) throws -> PowerLossStates {
        try PowerLossStates(base: base, calls: calls, profile: profile, limit: limit, seed: seed)
    }
}

/// The states of one profile, by how much had been acknowledged.
struct PredictedStates: Sendable {
    /// By the number of acknowledgements.
    private var digests: [Int: Set<Digest>] = [:]
    /// Those of any number.
    private(set) var all: Set<Digest> = []
    /// Whether none was left out.
    let isExhaustive: Bool
    let figures: String

    init(_ states: PowerLossStates) {
        isExhaustive =
            states.figures.exhaustiveWindows == states.figures.windows
            && states.figures.leftOutCommits == 0
        figures = "\(states.figures)"
        // A selection proves nothing, so it is not made.
        guard isExhaustive else { return }
        for state in states {
            digests[state.acknowledgements.count, default: []].insert(state.tree.digest)
        }
        all = digests.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// The first number of acknowledgements in a range at which a state is not predicted; nil where it
    /// is at each.
    func firstMiss(of tree: Digest, _ acknowledgements: ClosedRange<Int>) -> Int? {
        acknowledgements.first { digests[$0]?.contains(tree) != true }
    }
}
