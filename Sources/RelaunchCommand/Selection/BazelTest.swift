import CrashStates

/// What Bazel asks of a test beside its exit status, by the variables of its test encyclopedia.
struct BazelTest {
    private let environment: [String: String]

    init(in environment: [String: String]) { self.environment = environment }

    /// Where it wants a report in JUnit's format; nil where it wants none.
    var report: String? { path("XML_OUTPUT_FILE") }

    /// Tells it that the test has begun: what ends without ``end()``, with whatever status, has not passed.
    ///
    /// - Parameter honoursShards: Whether the part that is tested is the one that Bazel asks for.
    func begin(honoursShards: Bool) {
        if honoursShards { make("TEST_SHARD_STATUS_FILE") }
        make("TEST_PREMATURE_EXIT_FILE")
    }

    private func make(_ name: String) {
        guard let path = path(name) else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        if descriptor >= 0 { close(descriptor) }
        touch(path)
    }

    /// Tells it that the test has come to its end.
    func end() { if let path = path("TEST_PREMATURE_EXIT_FILE") { remove(path) } }

    private func path(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
