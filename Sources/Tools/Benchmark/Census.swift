#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What there is of this process and everything below it, at one moment, read from `/proc`.
struct Census: Sendable {
    /// Every process below this one, dead ones that nobody has reaped among them.
    var processes = 0
    /// Open descriptors of this process and of everything below it.
    var descriptors = 0
    /// Files and directories below the folder of this run.
    var entries = 0
    /// In MiB.
    var memory = 0.0
    /// The memory of everything below this process, in MiB.
    var memoryBelow = 0.0

    /// One line of the table.
    struct Row {
        var title: String
        var decimals: Int
        /// Whether nothing may be more than at the start; otherwise it is memory.
        var mustBeEqual: Bool
        var value: @Sendable (Census) -> Double
    }

    static let rows = [
        Row(title: "processes below", decimals: 0, mustBeEqual: true) { Double($0.processes) },
        Row(title: "descriptors of all of them", decimals: 0, mustBeEqual: true) {
            Double($0.descriptors)
        },
        Row(title: "files and directories", decimals: 0, mustBeEqual: true) { Double($0.entries) },
        Row(title: "memory of the harness, MiB", decimals: 2, mustBeEqual: false) { $0.memory },
        Row(title: "memory of its supervisor, MiB", decimals: 2, mustBeEqual: false) {
            $0.memoryBelow
        },
    ]

    init(folder: String) throws {
        let tree = try Self.tree(below: getpid())
        processes = tree.count - 1
        for process in tree {
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            descriptors += files?.count ?? 0
        }
        entries = try FileManager.default.subpathsOfDirectory(atPath: folder).count
        memory = Self.memory(of: getpid())
        memoryBelow = tree.dropFirst().map(Self.memory).reduce(0, +)
    }

    /// A process and all of its descendants.
    private static func tree(below root: pid_t) throws -> [pid_t] {
        var children: [pid_t: [pid_t]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let process = pid_t(name), let text = contents("/proc/\(name)/stat"),
                let end = text.lastIndex(of: ")")
            else { continue }
            let fields = text[text.index(after: end)...].split(separator: " ")
            if fields.count > 1, let parent = pid_t(fields[1]) {
                children[parent, default: []].append(process)
            }
        }
        var tree = [root]
        var index = 0
        while index < tree.count {
            tree += children[tree[index]] ?? []
            index += 1
        }
        return tree
    }

    /// The resident memory of a process, in MiB.
    private static func memory(of process: pid_t) -> Double {
        let lines = (contents("/proc/\(process)/status") ?? "").split(separator: "\n")
        for line in lines where line.hasPrefix("VmRSS:") {
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
            return (number.flatMap { Double($0) } ?? 0) / 1024
        }
        return 0
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A folder of this run's own, in memory where there is a place for that.
struct TemporaryFolder {
    let path: String

    init() throws {
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        path = "\(place)/relaunch-benchmark-\(getpid())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
