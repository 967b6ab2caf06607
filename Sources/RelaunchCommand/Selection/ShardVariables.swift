/// The variables with which build systems tell a process which part of the tests is its own.
///
/// | system | count | index | first index |
/// | --- | --- | --- | --- |
/// | Bazel | `TEST_TOTAL_SHARDS` | `TEST_SHARD_INDEX` | 0 |
/// | GitLab | `CI_NODE_TOTAL` | `CI_NODE_INDEX` | 1 |
/// | CircleCI | `CIRCLE_NODE_TOTAL` | `CIRCLE_NODE_INDEX` | 0 |
/// | Buildkite | `BUILDKITE_PARALLEL_JOB_COUNT` | `BUILDKITE_PARALLEL_JOB` | 0 |
/// | Slurm arrays | `SLURM_ARRAY_TASK_COUNT` | `SLURM_ARRAY_TASK_ID` | `SLURM_ARRAY_TASK_MIN` |
///
/// A system counts as present when its index is set: GitLab sets the count for every job.
enum ShardVariables {
    private struct System {
        var count: String
        var index: String
        var first: Int
    }

    private static let systems = [
        System(count: "TEST_TOTAL_SHARDS", index: "TEST_SHARD_INDEX", first: 0),
        System(count: "CI_NODE_TOTAL", index: "CI_NODE_INDEX", first: 1),
        System(count: "CIRCLE_NODE_TOTAL", index: "CIRCLE_NODE_INDEX", first: 0),
        System(count: "BUILDKITE_PARALLEL_JOB_COUNT", index: "BUILDKITE_PARALLEL_JOB", first: 0),
    ]

    /// The slice that the environment asks for; nil where it asks for none. One of one is none.
    static func slice(in environment: [String: String]) throws(Slice.Invalid) -> Slice? {
        for system in systems where environment[system.index] != nil {
            let index = try number(system.index, in: environment)
            let count = try number(system.count, in: environment)
            return try slice(
                place: index - system.first, count: count, named: system.index, value: index,
                and: system.count)
        }
        return try slurmSlice(in: environment)
    }

    private static func slurmSlice(
        in environment: [String: String]
    ) throws(Slice.Invalid) -> Slice? {
        let name = "SLURM_ARRAY_TASK_ID"
        guard environment[name] != nil else { return nil }
        let id = try number(name, in: environment)
        let count = try number("SLURM_ARRAY_TASK_COUNT", in: environment)
        let first = try number("SLURM_ARRAY_TASK_MIN", in: environment)
        var step = 1
        if environment["SLURM_ARRAY_TASK_STEP"] != nil {
            step = try number("SLURM_ARRAY_TASK_STEP", in: environment)
        }
        let offset = id - first
        guard step >= 1, offset % step == 0 else {
            throw Slice.Invalid(
                description: """
                    \(name) is \(id), which is not a whole number of steps of \(step) after \(first): \
                    the place in an array with gaps is not known. Say --slice m/n
                    """)
        }
        return try slice(
            place: offset / step, count: count, named: name, value: id,
            and: "SLURM_ARRAY_TASK_COUNT")
    }

    private static func slice(
        place: Int, count: Int, named name: String, value: Int, and countName: String
    ) throws(Slice.Invalid) -> Slice? {
        guard count >= 1, (0..<count).contains(place) else {
            throw Slice.Invalid(
                description: """
                    \(name) is \(value) and \(countName) is \(count), which is not one of the parts. \
                    Correct them, or say --slice m/n
                    """)
        }
        if count == 1 { return nil }
        return Slice(division: .turns, number: place + 1, count: count, origin: name)
    }

    private static func number(
        _ name: String, in environment: [String: String]
    ) throws(Slice.Invalid) -> Int {
        guard let text = environment[name] else {
            throw Slice.Invalid(
                description: "\(name) is not set, though its companions are. Say --slice m/n")
        }
        guard let number = Int(text), number >= 0 else {
            throw Slice.Invalid(
                description: "\(name) is '\(text)', which is not a number. Say --slice m/n")
        }
        return number
    }
}
