import Synchronization

/// A value that several threads share.
///
/// A `Mutex` whose lock is never inlined. An async function that goes on on another thread may, when it
/// is optimized, still know the number of the former one (Swift 6.3, Linux), and a mutex that is inlined
/// into it takes that number for its owner's: it is unlocked for another thread than it was locked for.
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Carries out `body` while nobody else can see or change the value.
    @inline(never)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}
