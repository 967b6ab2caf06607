import Foundation

/// A program of this machine that a test runs beside `relaunch`.
enum Tool {
    static func isThere(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }

    static func path(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a shell script to its end in a folder, with the tested `relaunch` on the `PATH`.
    static func shell(
        _ script: String, in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws -> RelaunchProcess.Outcome {
        let bin = URL(fileURLWithPath: RelaunchProcess.path).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // The threads of a test have signals blocked, and a daemon would not hear that it is to end.
        return try await RelaunchProcess(
            ["--default-signal", "sh", "-c", script], in: folder,
            environment: environment.merging(["PATH": "\(bin):\(path):/usr/sbin:/sbin"]) { _, new in
                new
            },
            program: "/usr/bin/env"
        ).finish()
    }
}
