import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a sweep grows: time and memory with the number of states, and with the size of a file.
struct SweepScale {
    let bench: Bench
    let target: String

    /// In MiB.
    private static let memoryLimit = 200.0
    /// How much longer a state of the longest sweep may take than one of the shortest.
    private static let growthLimit = 1.25

    func measureStates(_ sheet: inout Sheet) async throws {
        sheet.line("a save of many calls, each of which leaves another state")
        var times: [Double] = []
        for count in [100, 1_000, 10_000] {
            let subject = SweepSubject(
                name: "\(count) states", executable: target, preparing: [.background],
                driving: [.perform("append", ["count": .integer(Int64(count))])],
                swept: [.background], field: "records",
                accepted: [])
            Memory.resetPeak()
            let sweep = try await bench.sweep(subject)
            let peak = Memory.peak
            times.append(sweep.forState * 1e6)
            sheet.line(
                "  \(sweep.states) states: \(sweep.whole.fixed(2)) s, "
                    + "\((sweep.forState * 1e6).fixed(0)) µs a state, \(peak.fixed(1)) MiB at most")
            sheet.note("scale.\(count).state", .number(sweep.forState))
            sheet.note("scale.\(count).memory", .number(peak))
            if count == 10_000 {
                sheet.bound(
                    "memory of the harness, 10,000 states", peak, atMost: Self.memoryLimit,
                    unit: " MiB")
            }
        }
        sheet.bound(
            "a state of 10,000 / one of 100", times[2] / times[0], atMost: Self.growthLimit)
    }

    func measureLargeFile(_ sheet: inout Sheet) async throws {
        let places: Int64 = 100
        let subject = SweepSubject(
            name: "a file of 100 MiB", executable: target,
            preparing: [.perform("store", ["count": 100]), .background],
            driving: [.perform("mark", ["count": .integer(places)])], swept: [.background],
            field: "marks", accepted: (0...places).map { .integer($0) })
        let written = Readings<Int>()
        var marks = SweepSubject.Marks()
        marks.atVisit = { written.append(Memory.bytesWritten) }
        Memory.resetPeak()
        let sweep = try await bench.sweep(subject, marks: marks)
        let peak = Memory.peak
        let visits = marks.visits.all
        let states = Double(visits.count - 1)
        guard let first = visits.first, let last = visits.last, states > 0 else { return }
        let forState = (last - first).seconds / states * 1e6
        let bytes = Double(written.all[visits.count - 1] - written.all[0]) / states
        sheet.line(
            "\(places) places in a file of 100 MiB: \(sweep.states) states, \(sweep.whole.fixed(2)) s "
                + "the whole; from the second on \(forState.fixed(0)) µs and \(bytes.fixed(0)) bytes "
                + "written a state; \(peak.fixed(1)) MiB of memory at most")
        sheet.note("scale.large.state", .number(forState))
        sheet.note("scale.large.written", .number(bytes))
        sheet.note("scale.large.memory", .number(peak))
        sheet.bound("bytes written a state", bytes, atMost: 64 * 1024)
    }
}

/// What this process has used, as `/proc` tells.
enum Memory {
    /// The most that was resident since the start or the last reset, in MiB.
    static var peak: Double {
        field("VmHWM:", in: "/proc/self/status").map { Double($0) / 1024 } ?? .nan
    }

    static func resetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    /// What this process has given to calls that write.
    static var bytesWritten: Int { field("wchar:", in: "/proc/self/io") ?? 0 }

    private static func field(_ name: String, in path: String) -> Int? {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix(name) {
            let number = line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first
            return number.flatMap { Int($0) }
        }
        return nil
    }
}
