/// What a case with a sweep has visited: the member `sweep` of a result.
struct EncodedSweepCount: Sendable, Codable {
    var calls: Int
    var states: Int
    var realDisk: RealDisk?

    struct RealDisk: Sendable, Codable {
        var fileSystem: String
        var images: Int
        var distinct: Int
        var undecided: Int
    }

    init(_ count: SweepCount) {
        calls = count.calls
        states = count.states
        realDisk = count.realDisk.map {
            RealDisk(
                fileSystem: $0.fileSystem, images: $0.images, distinct: $0.distinct,
                undecided: $0.undecided)
        }
    }

    var count: SweepCount {
        SweepCount(
            calls: calls, states: states,
            realDisk: realDisk.map {
                RealDiskCount(
                    fileSystem: $0.fileSystem, images: $0.images, distinct: $0.distinct,
                    undecided: $0.undecided)
            })
    }
}
