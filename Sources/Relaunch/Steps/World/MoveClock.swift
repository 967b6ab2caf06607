import CrashStates

/// Moves the clock of the target, and of everything else that is launched from now on; nobody
/// else's (rule D10: the clock plays no part in the crash rule).
///
/// ```swift
/// MoveClock(by: .seconds(3600))        // an hour later
/// MoveClock(by: .seconds(-86_400))     // the clock was set back by a day
/// ```
///
/// Moves add up. What moves is the time of day as the C library tells it: `time`, `gettimeofday`,
/// `timespec_get` and `clock_gettime(CLOCK_REALTIME)`, and so Foundation's `Date()`. Monotonic
/// clocks go on as ever, timers take as long as ever, and the kernel stamps files with the real
/// time.
///
/// It works by a small library that is loaded before all others (`LD_PRELOAD`), compiled with the
/// `clang` or `cc` on the `PATH`. A target that is linked statically, is setuid, or asks the kernel
/// without the C library, as programs in Go do, does not see it: a static executable is refused
/// with a message.
public struct MoveClock: Step {
    /// How far the clock moves; back where it is negative.
    public let distance: Duration
    public let location: FileLocation

    /// - Parameter distance: how far; a negative one sets the clock back.
    public init(
        by distance: Duration, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.distance = distance
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "MoveClock(by: \(distance))" }

    /// A thousand years: more overflows what programs do with times.
    private static let limit = Duration.seconds(31_556_952_000)

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needsDead(because: "a moved clock applies to later launches")
        if distance == .zero {
            rehearsal.problem("the clock cannot move by 0 seconds; give another distance")
        }
        if distance > Self.limit || distance < .zero - Self.limit {
            rehearsal.problem(
                "the clock cannot move by more than a thousand years; give a shorter distance")
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let executable = session.executable
        if ExecutableFile.isStatic(executable) {
            throw StepFailure(
                blame: .scenario,
                "'\(executable)' is linked statically, so its clock cannot be moved; link it with "
                    + "the shared C library")
        }
        var clock = try session.world.clock ?? session.makeClock()
        clock.distance += distance
        session.world.clock = clock
        let (seconds, fraction) = clock.distance.components
        let milliseconds = Double(fraction / 1_000_000_000_000_000) / 1000
        session.log(
            "the target's clock is now \(Double(seconds) + milliseconds) seconds from the real one")
        return .step
    }
}
