import CrashStates

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

/// Ends a case whose processes are more than they may be, or take more memory than they may, before they take all
/// that the machine has.
///
/// What counts is memory of their own: neither files that they have mapped, nor what they share.
struct GrowthWatch: Sendable {
    /// When to look next; nil where there is no limit.
    private(set) var next: ContinuousClock.Instant?

    private static let interval = Duration.milliseconds(200)
    private static let memory = Limit(variable: "RELAUNCH_MEMORY_LIMIT", of: "MiB", usual: 4096)
    private static let processes = Limit(
        variable: "RELAUNCH_PROCESS_LIMIT", of: "processes", usual: 2000)

    init() { next = Self.memory.isNone && Self.processes.isNone ? nil : .now + Self.interval }

    /// Whether it is time to look; the next time is later then.
    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        guard let time = next, time <= now else { return false }
        next = now + Self.interval
        return true
    }

    /// - Throws: ``StepFailure`` where these processes are more than they may be, or take more memory
    ///   together.
    static func check(_ processes: [Int32]) throws {
        try checkCount(processes)
        try checkMemory(processes)
    }

    private static func checkCount(_ processes: [Int32]) throws {
        guard let limit = try Self.processes.value(), processes.count > limit else { return }
        let names = Dictionary(grouping: processes.prefix(100).map(name)) { $0 }
        let commonest = names.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        throw StepFailure(
            kind: .overgrown, "the target has more processes than it may",
            expected: "at most \(limit) processes; \(Self.processes.variable) sets another limit",
            actual: "\(processes.count), most of them '\(commonest?.key ?? "")'")
    }

    private static func checkMemory(_ processes: [Int32]) throws {
        guard let limit = try memory.value() else { return }
        let taken = processes.map { (process: $0, size: size(of: $0)) }
        let sum = taken.reduce(0) { $0 + $1.size }
        guard sum > limit << 20, let largest = taken.max(by: { $0.size < $1.size }) else { return }
        throw StepFailure(
            kind: .overgrown, "the target takes more memory than it may",
            expected: "at most \(limit) MiB in all its processes; "
                + "\(memory.variable) sets another limit",
            actual: "\(sum >> 20) MiB in \(taken.count) "
                + "process\(taken.count == 1 ? "" : "es"), \(largest.size >> 20) of them in "
                + "'\(name(of: largest.process))'")
    }

    /// What is resident of a process and not shared, in bytes; 0 where it has ended.
    private static func size(of process: Int32) -> UInt64 {
        let pages = read("statm", of: process).split(separator: " ").compactMap { UInt64($0) }
        guard pages.count > 2, pages[1] >= pages[2] else { return 0 }
        return (pages[1] - pages[2]) * UInt64(pageSize)
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    private static func name(of process: Int32) -> String {
        String(read("comm", of: process).prefix { $0 != "\n" })
    }

    private static func read(_ file: String, of process: Int32) -> String {
        FileManager.default.contents(atPath: "/proc/\(process)/\(file)")
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// A limit that an environment variable may set.
private struct Limit: Sendable {
    let variable: String
    private let unit: String
    private let usual: UInt64
    private let given: String

    init(variable: String, of unit: String, usual: UInt64) {
        self.variable = variable
        self.unit = unit
        self.usual = usual
        given = ProcessInfo.processInfo.environment[variable] ?? ""
    }

    var isNone: Bool { given == "0" }

    /// Nil where there is none.
    ///
    /// - Throws: ``StepFailure`` where the variable is no number.
    func value() throws -> UInt64? {
        if isNone { return nil }
        if given.isEmpty { return usual }
        if let number = UInt64(given), number <= 1 << 32 { return number }
        throw StepFailure(
            blame: .scenario, kind: .wrongUse,
            "\(variable) is '\(given)'; a number of \(unit) is needed, 0 for none, or unset it")
    }
}
