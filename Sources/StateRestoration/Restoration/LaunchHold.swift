import Foundation

/// Held by a process as long as it lives, on the directory of the saved state: so a second launch
/// beside it knows that the first has not crashed (D3).
struct LaunchHold {
    private let descriptor: Int32

    /// Nil where the directory is not there, as before the first launch of all.
    init?(on directory: StateDirectory) {
        let path = directory.path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    /// Whether a process of another launch lives. Asked before ``take()``.
    var isTaken: Bool { flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK }

    /// Holds it until this process ends, however that happens: it is never let go.
    func take() { _ = flock(descriptor, LOCK_SH | LOCK_NB) }
}
