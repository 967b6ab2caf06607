#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks for the sign by which one launch of a service shows that it is ready.
final class ReadinessWatch {
    let ready: Readiness
    private var search: TextSearch?

    /// Begins before the launch.
    init(_ ready: Readiness) {
        self.ready = ready
        if case .output(let text) = ready.sign { search = TextSearch(for: text) }
    }

    /// Reads along what the process writes.
    func follow(_ process: TargetProcess) {
        guard search != nil else { return }
        process.onOutput = { [weak self] bytes, stream in self?.search?.take(bytes, from: stream) }
    }

    /// Whether the service is ready now.
    func holds(in session: isolated Session) throws -> Bool {
        switch ready.sign {
        case .socket(let path): return connects(toSocket: path, in: session.container.path)
        case .port(let number):
            guard let port = number ?? session.caseState.port?.number else { return false }
            return connects(toPort: port)
        case .file(let path):
            return access(session.container.path(path), F_OK) == 0
        case .output: return search?.isFound ?? false
        case .command(let command):
            return try session.runAside(command).status == .exited(0)
        }
    }
}
