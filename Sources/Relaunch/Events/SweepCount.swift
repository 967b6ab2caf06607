/// What a case with a sweep has visited.
public struct SweepCount: Sendable, Equatable {
    /// Calls that were recorded.
    public var calls: Int
    /// States on which the target was relaunched.
    public var states: Int
    /// What was visited on a real disk; nil where there was none.
    public var realDisk: RealDiskCount?

    /// The count of a sweep.
    public init(calls: Int, states: Int, realDisk: RealDiskCount? = nil) {
        self.calls = calls
        self.states = states
        self.realDisk = realDisk
    }
}

/// What a sweep has visited on a real disk.
public struct RealDiskCount: Sendable, Equatable {
    /// The file system, such as `ext4`.
    public var fileSystem: String
    /// How often its power was cut.
    public var images: Int
    /// Images that differ: the target was relaunched on each.
    public var distinct: Int
    /// Images that are none of the states that were made, where there are too many to make them all.
    public var undecided: Int

    /// The count of a real disk.
    public init(fileSystem: String, images: Int, distinct: Int, undecided: Int) {
        self.fileSystem = fileSystem
        self.images = images
        self.distinct = distinct
        self.undecided = undecided
    }
}
