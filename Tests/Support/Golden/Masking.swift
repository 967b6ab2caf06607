import Foundation

extension String {
    /// The text with what differs from run to run and from machine to machine replaced by its name:
    /// durations, dates, temporary files, kept containers, random names, seeds, numbers of jobs and processes,
    /// the system's version, the products of the build and the package itself.
    ///
    /// - Parameter names: What else is replaced, such as the folder of a test, and by what.
    public func masked(_ names: [String: String] = [:]) -> String {
        var text = self
        // The longer first: one may be a part of another.
        for (value, name) in names.sorted(by: { $0.key.count > $1.key.count }) {
            text = text.replacingOccurrences(of: value, with: "<\(name)>")
        }
        text = text.replacingOccurrences(of: Self.products, with: "<products>")
            .replacingOccurrences(of: Self.package, with: "<package>")
            .replacing(#//(var/)?(tmp|dev/shm)/[^\s'\u{22}`│,:;()<>]+/#, with: "<temporary>")
            .replacing(#/\b[0-9]+(\.[0-9]+)? (ns|µs|ms|s|min|h)\b/#, with: "<time>")
            .replacing(#/\bprocess [0-9]+/#, with: "process <number>")
            .replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#, with: "<id>")
            .replacing(#/(seed |--seed )[0-9]+/#) { "\($0.output.1)<seed>" }
            .replacing(#/[^\s'│]*/relaunch (replay|audit|run)\b/#) { "<relaunch> \($0.output.1)" }
            .replacing(#/\b[0-9]+ jobs?\b/#, with: "<jobs>")
            .replacing(#/whose path has [0-9]+ bytes/#, with: "whose path has <number> bytes")
            .replacing(#/actual: [0-9]+ were/#, with: "actual: <number> were")
            .replacing(#/(\s*│ [0-9]+ +[^\s]+ +0x[0-9a-f]+ [^\n]*\n)+/#, with: "\n<frames>\n")
            .replacing(#/[0-9-]{10}T[0-9:]{8}Z \([^)]*ago\)/#, with: "<date>")
            .replacing(#/, system [^\s,]+/#, with: ", system <version>")
            .replacing(#/\b[0-9]+ bytes · format/#, with: "<size> · format")
            .replacing(#/damaged at byte [0-9]+/#, with: "damaged at byte <offset>")
            .replacing(#/(\.relaunch/kept/[a-z0-9-]+-)[a-z0-9]{8}\b/#) { "\($0.output.1)<id>" }
            .replacing(#/\b(save-)[a-z0-9_-]{8,}/#) { "\($0.output.1)<random>" }
            .replacing(#/\b(aside-)X+/#) { "\($0.output.1)<number>" }
        return text
    }

    /// The directory of this package.
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The directory of its products, where the tests themselves are.
    private static let products =
        Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
        ?? "/nowhere"
}
