// `relaunch-benchmark`: measures what the harness promises about its own speed and leftovers.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

do {
    let isWithinBounds = try await Benchmark.run(Array(CommandLine.arguments.dropFirst()))
    exit(isWithinBounds ? 0 : 1)
} catch let error as ArgumentsError {
    writeLine("relaunch-benchmark: \(error)", to: STDERR_FILENO)
    exit(64)
} catch {
    writeLine("relaunch-benchmark: \(error)", to: STDERR_FILENO)
    exit(2)
}
