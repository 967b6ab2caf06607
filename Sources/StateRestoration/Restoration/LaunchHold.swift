import Foundation

/// A lock on the directory of the saved state that a process holds as long as it lives. It tells a
/// second launch beside the first that the first has not crashed (D3).
struct LaunchHold {
    private let descriptor: Int32

    /// Nil where the directory does not exist, as before the very first launch.
    init?(on directory: StateDirectory) {
        let path = directory.path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    /// Whether a process of another launch lives. Asked before ``take()``.
    var isTaken: Bool { flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK }

    /// Takes the lock until this process ends, however that happens.
    func take() { _ = flock(descriptor, LOCK_SH | LOCK_NB) }
}
