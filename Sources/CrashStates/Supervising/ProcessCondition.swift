#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a process is doing at this moment, as the kernel tells it.
package struct ProcessCondition: Sendable, CustomStringConvertible {
    /// The kernel's letter: `R` for one that runs, `S` for one that waits, `T` for a stopped one, `D` for one
    /// that waits in a way that no signal ends, as for a disk.
    package var letter: Character
    /// The function of the kernel in which it waits, where the kernel tells that.
    package var place: String?

    /// Nil where there is no such process, or no such number of one.
    package init?(of process: Int32) {
        guard let status = Self.read("stat", of: process),
            // Its name, in parentheses, may hold anything; its condition is the letter behind it.
            let end = status.lastIndex(of: ")"),
            let letter = status[end...].dropFirst(2).first
        else { return nil }
        self.letter = letter
        place = Self.read("wchan", of: process).flatMap { ["", "0"].contains($0) ? nil : $0 }
    }

    /// Whether it waits in a way that not even SIGKILL ends.
    package var waitsForDisk: Bool { letter == "D" }

    /// Whether one that SIGKILL has been sent to may be on its way: it waits for a disk, or for a processor.
    var mayYetDie: Bool { waitsForDisk || letter == "R" }

    package var description: String {
        let place = place.map { " (in \($0))" } ?? ""
        return waitsForDisk
            ? "waits for a disk that does not answer\(place)"
            : "is in the condition \(letter)\(place)"
    }

    private static func read(_ file: String, of process: Int32) -> String? {
        (try? Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)"))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
