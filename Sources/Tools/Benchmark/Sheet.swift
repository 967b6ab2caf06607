import Relaunch

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

/// The figures of one benchmark: printed as they come, and judged at the end.
struct Sheet {
    private(set) var json: JSON = [:]
    private let isQuiet: Bool
    private var broken: [String] = []

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    /// A line for people.
    func line(_ text: String = "") {
        if !isQuiet { writeLine(text, to: STDOUT_FILENO) }
    }

    /// Notes a figure under a name, for `--json`.
    mutating func note(_ name: String, _ value: JSON) {
        guard case .object(var members) = json else { return }
        members[name] = value
        json = .object(members)
    }

    /// Notes a bound that a figure has to keep.
    mutating func bound(_ what: String, _ value: Double, atMost limit: Double, unit: String = "") {
        let isKept = value <= limit
        let text = "\(what): \(value.fixed(2))\(unit), at most \(limit.fixed(2))\(unit)"
        line("  \(isKept ? "kept  " : "BROKEN") \(text)")
        if !isKept { broken.append(text) }
    }

    /// Notes a bound that a figure has to reach.
    mutating func bound(_ what: String, _ value: Double, atLeast limit: Double) {
        let isKept = value >= limit
        let text = "\(what): \(value.fixed(2)), at least \(limit.fixed(2))"
        line("  \(isKept ? "kept  " : "BROKEN") \(text)")
        if !isKept { broken.append(text) }
    }

    /// Notes how busy the machine is. A cycle is handed from process to process, so that others who want
    /// the cores slow the harness more than the bare loop: a bound says something on a quiet machine.
    mutating func noteLoad(_ moment: String) {
        var averages = [0.0]
        guard getloadavg(&averages, 1) == 1 else { return }
        line("load average \(moment): \(averages[0].fixed(1))")
        note("load.\(moment)", .number(averages[0]))
    }

    /// Says on standard error what was broken; returns whether nothing was.
    func conclude() -> Bool {
        for text in broken { writeLine("bound broken: \(text)", to: STDERR_FILENO) }
        return broken.isEmpty
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension Double {
    /// With a fixed number of decimals.
    func fixed(_ decimals: Int) -> String {
        guard isFinite else { return "-" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int64((abs(self) * scale).rounded())
        let sign = self < 0 && whole != 0 ? "-" : ""
        let digits = String(whole)
        if decimals == 0 { return sign + digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}

extension String {
    /// Filled with spaces on the left, or for a label on the right.
    func padded(to width: Int, isLabel: Bool = false) -> String {
        let space = String(repeating: " ", count: Swift.max(0, width - count))
        return isLabel ? self + space : space + self
    }
}

/// Writes a line at once, so that a reader of a pipe sees it as it comes.
func writeLine(_ text: String, to descriptor: Int32) {
    let bytes = Array((text + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { sent += count } else if errno != EINTR { return }
    }
}
