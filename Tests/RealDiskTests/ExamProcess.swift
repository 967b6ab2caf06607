import Foundation
import RealDisk
import Testing

/// The built `relaunch-disk-exam`.
struct ExamProcess {
    let process = Process()
    private let errors = Pipe()

    /// The directory of what was built with these tests.
    private static let products = Bundle.main.executableURL?.resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Starts it.
    init(_ arguments: [String]) throws {
        let products = try #require(Self.products)
        process.executableURL = products.appending(path: "relaunch-disk-exam")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
    }

    /// Waits for the first line that it writes: an examination is done, and others go on.
    func firstLine() -> String {
        var bytes = Data()
        while bytes.last != UInt8(ascii: "\n") {
            guard let byte = try? errors.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
            else { break }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for its end, and returns its status and what it wrote to standard error.
    func end() -> (status: Int32, errors: String) {
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}

/// The figures that the exam writes.
struct ExamReport: Decodable {
    struct FileSystem: Decodable {
        var name: String
        var images: Int
        var missed: Int
        var workloadsWithMisses: [String]
    }

    var fileSystems: [FileSystem]
}

extension Trait where Self == ConditionTrait {
    /// Only where this machine can make real disks; says what is missing elsewhere.
    static var needsRealDisk: Self {
        .enabled(if: RealDisk.missing == nil, Comment(rawValue: RealDisk.missing ?? ""))
    }
}
