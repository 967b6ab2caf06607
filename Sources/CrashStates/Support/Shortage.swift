import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The machine has no more processes to give, as where some program forks without end: it soon may.
package enum Shortage {
    private static let patience = Duration.seconds(10)
    private static let pause_us: UInt32 = 20_000

    /// Does what returns an errno value or 0, and does it again for a while as long as that is `EAGAIN`.
    package static func waitingOut(_ body: () throws -> Int32) rethrows -> Int32 {
        let deadline = ContinuousClock.now + patience
        while true {
            let code = try body()
            guard code == EAGAIN, ContinuousClock.now < deadline else { return code }
            usleep(pause_us)
        }
    }
}
