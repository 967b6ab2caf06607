import CrashStates
import Relaunch

/// What `relaunch adopt` needs beside itself: the program that rewrites sources, and StateRestoration for
/// the compiler.
struct AdoptKit {
    let directory: String
    let moduleCache: String

    var rewriter: String { directory + "/adopt-rewriter" }
    var modules: String { directory + "/modules" }

    private static let rewritingLimit = Duration.seconds(120)

    /// Has the sources rewritten.
    ///
    /// - Parameter folder: where the request and the report are written.
    func rewrite(
        _ request: AdoptRequest, in folder: String, _ processes: ProcessTable
    ) throws -> AdoptReport {
        let (asked, answered) = (folder + "/request.json", folder + "/report.json")
        try writeFile(Array(try JSONEncoder().encode(request)), to: asked)
        let child = try processes.start(
            rewriter, [asked, answered], changes: ["SWIFT_BACKTRACE": "enable=no"])
        guard try processes.wait(for: child, within: Self.rewritingLimit) else {
            let bytes = request.files.reduce(0) { $0 + $1.utf8.count }
            throw AdoptKitError.slow(bytes: bytes, Self.rewritingLimit)
        }
        guard case .exited(0)? = child.exit?.status else {
            throw AdoptKitError.notRewritten(child.output.trapMessage ?? child.output.lastLines(20))
        }
        return try JSONDecoder().decode(AdoptReport.self, from: Data(try readFile(answered)))
    }
}

enum AdoptKitError: Error, CustomStringConvertible {
    case noSources(String)
    case noSwiftSyntax(compiler: String, place: String)
    case notBuilt(String, output: String)
    case notRewritten(String)
    case slow(bytes: Int, Duration)
    case notCompiled(String)

    var description: String {
        switch self {
        case .noSources(let place):
            """
            the sources that `relaunch adopt` is built from are not in '\(place)': install Relaunch again \
            with scripts/install, or build it where its sources are
            """
        case .noSwiftSyntax(let compiler, let place):
            """
            `relaunch adopt` reads Swift with the swift-syntax of the toolchain, and that of \
            '\(compiler)' has none in '\(place)'. Toolchains from https://swift.org/install have it: \
            install one, or name its compiler in \(Compiler.variable)
            """
        case .notBuilt(let what, let output):
            "\(what) could not be built with this toolchain:\n\(output)"
        case .notRewritten(let output):
            "the files could not be rewritten; this is a defect of relaunch:\n\(output)"
        case .slow(let bytes, let limit):
            """
            \(bytes) bytes of Swift were not rewritten within \(limit.components.seconds) s, so nothing was \
            changed; name fewer files, or take a long one apart
            """
        case .notCompiled(let what): what
        }
    }
}
