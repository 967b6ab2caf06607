import Synchronization

/// Counts `extendStateRestoration` and `completeStateRestoration` (R10), from any thread.
final class RestorationExtensions: Sendable {
    private struct Count {
        var open = 0
        /// From the launch until restoration is complete.
        var isRestoring = false
        var extended: @Sendable (Bool) -> Void = { _ in }
        var unmatched: @Sendable (String) -> Void = { _ in }
    }

    private let count = Mutex(Count())

    /// Restoration begins.
    ///
    /// - Parameters:
    ///   - extended: called with true at the first extension, and with false when none is left.
    ///   - unmatched: called where a call fits to nothing.
    func begin(
        extended: @escaping @Sendable (Bool) -> Void,
        unmatched: @escaping @Sendable (String) -> Void
    ) {
        count.withLock {
            $0 = Count(isRestoring: true, extended: extended, unmatched: unmatched)
        }
    }

    /// Restoration is complete, unless it is still extended.
    func end() -> Bool {
        count.withLock {
            guard $0.open == 0 else { return false }
            $0.isRestoring = false
            return true
        }
    }

    func extend() {
        count.withLock {
            guard $0.isRestoring else {
                $0.unmatched("extendStateRestoration was called when nothing was being restored")
                return
            }
            $0.open += 1
            if $0.open == 1 { $0.extended(true) }
        }
    }

    func complete() {
        count.withLock {
            guard $0.open > 0 else {
                $0.unmatched("completeStateRestoration was called without extendStateRestoration")
                return
            }
            $0.open -= 1
            if $0.open == 0 { $0.extended(false) }
        }
    }
}
