import CrashStates

extension Expect.Condition {
    /// Nothing that was launched so far has changed, or tried to change, anything outside the
    /// container: neither files of the user, nor the target's own bundle (rule W5).
    ///
    /// Devices, pipes, shared memory and the kernel's own files do not count. Everything is traced from
    /// the first launch on, so the machine must allow ptrace. A file that is changed through a memory
    /// mapping is seen when it is made, not when it is changed. A scenario with a sweep cannot have
    /// this expectation: a sweep traces by itself and names such places in its notes.
    public static var nothingWrittenOutside: Self {
        Self(".nothingWrittenOutside", observations: [.writesOutside]) { session in
            try session.renewWatch()
            let paths = session.placesWrittenOutside
            if paths.isEmpty { return nil }
            let executable = session.executable
            let folder = executable[...(executable.lastIndex(of: "/") ?? executable.startIndex)]
            return StepFailure(
                "the target writes outside its container", expected: "nothing",
                actual: Phrases.count(paths.count, "place", "places"),
                difference: paths.map { path in
                    "~ \(path)" + (path.hasPrefix(folder) ? " (in the target's own bundle)" : "")
                }.joined(separator: "\n"))
        }
    }
}
