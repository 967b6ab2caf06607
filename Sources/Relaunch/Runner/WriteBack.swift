import CrashStates
import RealDisk

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Has a file system written back at random times, as others on a machine do.
///
/// Others keep more than the target has asked for, so that a power failure shows what lies between two
/// syncs of the target: some have everything written, and some sync a file of their own, which commits
/// the metadata of all and not the data.
final class WriteBack: Sendable {
    private let wakeup: (read: Int32, write: Int32)
    private let end: (read: Int32, write: Int32)
    private let isStopped = Locked(false)

    /// The longest time between two syncs, in milliseconds.
    private static let longestPause: Int32 = 4

    /// Called on a thread that sees the file system.
    init(of marks: DiskMarks, seed: UInt64) throws {
        wakeup = try makePipe()
        end = try makePipe()
        let thread = DetachedThread { [wakeup, end] in
            var generator = SeededGenerator(seed: seed)
            while true {
                var entry = pollfd(fd: wakeup.read, events: Int16(POLLIN), revents: 0)
                let pause = Int32.random(in: 0...Self.longestPause, using: &generator)
                if poll(&entry, 1, pause) != 0 { break }
                // What cannot be synced now is synced later.
                if Bool.random(using: &generator) {
                    try? marks.sync()
                } else {
                    try? marks.commit()
                }
            }
            var byte: UInt8 = 1
            write(end.write, &byte, 1)
        }
        try thread.start()
    }

    /// Ends it, and waits for that. The file system can be unmounted then.
    func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if wasStopped { return }
        var byte: UInt8 = 1
        write(wakeup.write, &byte, 1)
        while read(end.read, &byte, 1) < 0, errno == EINTR {}
        for file in [wakeup.read, wakeup.write, end.read, end.write] { close(file) }
    }

    deinit { stop() }
}
