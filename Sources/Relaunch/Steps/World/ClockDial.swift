import CrashStates
import SystemPackage

/// A number of seconds that processes with a ``MovedClock`` read each time they ask for the time: so the
/// clock moves for those who run. It is a file that each of them has mapped.
final class ClockDial: Sendable {
    let path: String
    private let file: FileDescriptor
    private let seconds = Locked<Int64>(0)

    /// - Parameter path: where nothing is yet. The file goes with the dial.
    init(at path: String) throws {
        self.path = path
        file = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite, .groupRead, .otherRead])
        try turn(by: 0)
    }

    deinit {
        try? file.close()
        try? Container.removeTree(path)
    }

    /// Moves it on, in place: the file is never shorter than what is mapped.
    func turn(by distance: Int64) throws {
        let now = seconds.withLock { seconds in
            seconds += distance
            return seconds
        }
        try withUnsafeBytes(of: now) { _ = try file.writeAll(toAbsoluteOffset: 0, $0) }
    }
}

extension Session {
    /// Has a clock with which time can go by while what is launched from now on runs; see
    /// ``letTimePass(seconds:)``.
    package func prepareForTime() throws {
        guard world.clock?.dial == nil else { return }
        var clock = try world.clock ?? makeClock()
        clock.dial = try ClockDial(at: runDirectory.newPath() + ".clock")
        world.clock = clock
    }

    /// Has so many seconds go by for what runs, and for what is launched from now on: by the time of day
    /// alone, as while a computer sleeps. See ``prepareForTime()``.
    package func letTimePass(seconds: Int64) throws {
        guard let dial = world.clock?.dial else {
            throw StepFailure(blame: .harness, "time cannot go by without a dial")
        }
        try dial.turn(by: seconds)
        log("the target's clock has moved by \(seconds) seconds")
    }
}
