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

/// What makes a target slower than it usually is, and how much more time it gets for that.
package enum Slowdown: String, Sendable {
    case addressSanitizer = "AddressSanitizer"
    case hardwareAddressSanitizer = "HWAddressSanitizer"
    case memorySanitizer = "MemorySanitizer"
    case threadSanitizer = "ThreadSanitizer"
    case valgrind = "Valgrind"

    /// What every time limit is multiplied by.
    package var factor: Double {
        switch self {
        case .addressSanitizer, .hardwareAddressSanitizer, .memorySanitizer: 3
        case .threadSanitizer: 10
        case .valgrind: 30
        }
    }

    /// What is said of it.
    package var note: String {
        """
        the target runs with \(rawValue): each time limit is \(Int(factor)) times as long; \
        `--timeout-factor` sets another factor
        """
    }

    /// What slows an executable down, as far as the file shows it; nil where nothing does.
    ///
    /// A program that was built with a sanitizer calls its runtime at the start, by a name that the
    /// program's table of symbols has.
    package init?(executable path: String) {
        let name = path.split(separator: "/").last ?? ""
        if name == "valgrind" || name.hasPrefix("valgrind.") {
            self = .valgrind
            return
        }
        guard let tables = Self.symbolNames(of: path),
            let found = Self.starts.first(where: { tables.contains($0.symbol) })
        else { return nil }
        self = found.slowdown
    }

    private static let starts: [(symbol: String, slowdown: Slowdown)] = [
        ("__asan_init", .addressSanitizer), ("__hwasan_init", .hardwareAddressSanitizer),
        ("__msan_init", .memorySanitizer), ("__tsan_init", .threadSanitizer),
    ]

    // MARK: ELF

    /// The tables with the names of symbols, of a 64-bit ELF file.
    private static func symbolNames(of path: String) -> SymbolNames? {
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
            file.count > 64, file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        else { return nil }
        let sections = number(in: file, at: 0x28, size: 8)
        let size = number(in: file, at: 0x3A, size: 2)
        let count = number(in: file, at: 0x3C, size: 2)
        let stringTable = 3
        var ranges: [Range<Int>] = []
        for index in 0..<count {
            let header = sections + index * size
            guard header + 0x28 <= file.count else { return nil }
            guard number(in: file, at: header + 4, size: 4) == stringTable else { continue }
            let start = number(in: file, at: header + 0x18, size: 8)
            let length = number(in: file, at: header + 0x20, size: 8)
            guard start >= 0, length >= 0, start <= file.count - length else { continue }
            ranges.append(start..<(start + length))
        }
        return SymbolNames(file: file, ranges: ranges)
    }

    /// A little-endian number; a wild one where the file is too short, which no check lets through.
    private static func number(in file: Data, at offset: Int, size: Int) -> Int {
        guard offset >= 0, offset <= file.count - size else { return -1 }
        var value: UInt64 = 0
        for index in (0..<size).reversed() {
            value = value << 8 | UInt64(file[file.startIndex + offset + index])
        }
        return Int(truncatingIfNeeded: value & (.max >> 1))
    }

    private struct SymbolNames {
        var file: Data
        var ranges: [Range<Int>]

        /// Whether one of the names is this one.
        func contains(_ name: String) -> Bool {
            let wanted = Array(name.utf8) + [0]
            return file.withUnsafeBytes { bytes in
                ranges.contains {
                    Self.contains(wanted, UnsafeRawBufferPointer(rebasing: bytes[$0]))
                }
            }
        }

        /// - Parameter wanted: the name with the zero at its end.
        private static func contains(_ wanted: [UInt8], _ table: UnsafeRawBufferPointer) -> Bool {
            guard let base = table.baseAddress else { return false }
            // Names begin behind the zero of the one before.
            var index = 0
            while table.count - index >= wanted.count {
                if memcmp(base + index, wanted, wanted.count) == 0 { return true }
                guard let zero = memchr(base + index, 0, table.count - index) else { return false }
                index = UnsafeRawPointer(zero) - base + 1
            }
            return false
        }
    }
}
