// `BenchmarkTarget`: a target whose save is as long, as large or as slow to come to as a benchmark
// wants it, and that restores in no time; and a loop over one system call.

import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

do {
    if CommandLine.arguments.count > 1 {
        try CallLoop(Array(CommandLine.arguments.dropFirst())).run()
    } else if let home = getenv("HOME"), chdir(home) == 0 {
        try Ledger().serve()
    } else {
        throw Complaint("HOME is no folder")
    }
} catch {
    let text = Array("BenchmarkTarget: \(error)\n".utf8)
    _ = write(STDERR_FILENO, text, text.count)
    exit(1)
}

/// Something that stands in the way, in words.
struct Complaint: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    static func ofSystem(_ what: String) -> Complaint {
        Complaint("\(what): \(String(cString: strerror(errno)))")
    }
}
