/// The stage that a scenario file has come to.
public struct FileProgress: Sendable, Equatable {
    /// What is done with a scenario file. New stages may be added.
    public enum Stage: String, Sendable {
        /// The compiler works on it.
        case compiling
        /// The compiler is done with it, and it waits for its turn.
        case compiled
        /// Its process starts and has not yet named its suite. An audit finds out here what its target
        /// can do.
        case starting
        /// Its target is built.
        case buildingTarget
        /// Its scenarios run, or wait for others.
        case running
        /// Nothing more comes of it.
        case done
    }

    /// The scenario file, as it was named to the command.
    public var file: String
    /// What is done with it from now on.
    public var stage: Stage

    /// A file's stage.
    public init(file: String, stage: Stage) {
        self.file = file
        self.stage = stage
    }
}

/// A step of a case that begins.
public struct StepStart: Sendable, Equatable {
    /// Which step of the scenario it is, counted from 1.
    public var number: Int
    /// How many steps the scenario has.
    public var count: Int
    /// The step as it would be written, such as `Perform("edit")`.
    public var text: String
    /// Where the step stands in its file.
    public var location: FileLocation?

    /// A step that begins now.
    public init(number: Int, count: Int, text: String, location: FileLocation? = nil) {
        self.number = number
        self.count = count
        self.text = text
        self.location = location
    }
}

/// A step of a case that has ended. A step that opens the states of a sweep ends when all of them have been
/// visited.
public struct StepEnd: Sendable, Equatable {
    /// Which step of the scenario it is, counted from 1.
    public var number: Int
    /// How long it took.
    public var seconds: Double
    /// Whether the case has failed in it, or in one of the states that it has opened.
    public var hasFailed: Bool
    /// How often the target was launched in it.
    public var launches: Int
    /// How many of those launches ended in a crash that the step asked for, as in a ladder.
    public var crashes: Int

    /// A step that has ended now.
    public init(
        number: Int, seconds: Double, hasFailed: Bool = false, launches: Int = 0, crashes: Int = 0
    ) {
        self.number = number
        self.seconds = seconds
        self.hasFailed = hasFailed
        self.launches = launches
        self.crashes = crashes
    }
}

/// How far a sweep is, or another step that opens many branches which are one case.
public struct SweepProgress: Sendable, Equatable {
    /// How many states have been visited.
    public var done: Int
    /// How many there are; nil where that cannot be said yet.
    public var total: Int?
    /// Whether `total` is an estimate: equal states are found as they are made.
    public var isEstimated: Bool

    /// How far a sweep is now.
    public init(done: Int, total: Int?, isEstimated: Bool) {
        self.done = done
        self.total = total
        self.isEstimated = isEstimated
    }
}
