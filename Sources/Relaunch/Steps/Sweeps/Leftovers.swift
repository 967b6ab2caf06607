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

/// Paths that a death, or the launch after it, has left: the container had them neither before the swept
/// steps nor after. They pile up where the next run gives them another name.
package struct Leftovers {
    /// Those of a name that was found to differ from run to run.
    package let paths: [String]
    /// Others, with the number in them that the process has which was launched after the death.
    private let numbered: [String]
    private let process: Int32?

    /// - Parameter process: The process that was launched after the death.
    package init(in container: Container, of recorded: RecordedSteps, process: Int32? = nil) {
        self.process = process
        let left = container.paths.sorted().filter {
            recorded.base.file(at: $0) == nil && recorded.end.file(at: $0) == nil
        }
        paths = left.filter(recorded.differs)
        numbered = left.filter { path in
            guard let process else { return false }
            return !recorded.differs(path) && path.renumbered(from: process, to: 0) != nil
        }
    }

    /// The first that is still there when the target has been launched once more. One with the number of
    /// a process counts where that launch has left another, with its own number.
    package func first(in container: Container, next: Int32?) -> String? {
        if let path = paths.first(where: container.has) { return path }
        guard let process, let next else { return nil }
        return numbered.first { path in
            guard let other = path.renumbered(from: process, to: next) else { return false }
            return container.has(path) && container.has(other)
        }
    }
}

extension Container {
    package func has(_ relative: String) -> Bool {
        var status = stat()
        return lstat(path(relative), &status) == 0
    }
}

extension RecordedSteps {
    /// Whether what lies at a path has a name that is another in each run.
    package func differs(_ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        return varyingNames.differs(name)
    }
}

extension String {
    /// The path with another number in its name in a number's place; nil where the name has it not.
    fileprivate func renumbered(from old: Int32, to new: Int32) -> String? {
        var parts = split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.popLast() else { return nil }
        var result = ""
        var isChanged = false
        var rest = name[...]
        while let first = rest.first {
            let digits = rest.prefix { "0"..."9" ~= $0 }
            if digits == "\(old)" {
                result += "\(new)"
                isChanged = true
            } else {
                result += digits.isEmpty ? String(first) : String(digits)
            }
            rest = rest.dropFirst(max(digits.count, 1))
        }
        return isChanged ? (parts + [result]).joined(separator: "/") : nil
    }
}
