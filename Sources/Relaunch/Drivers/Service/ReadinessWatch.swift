/// Looks for the sign by which one launch of a service shows that it is ready.
final class ReadinessWatch {
    let ready: Readiness
    private var search: TextSearch?
    /// The file of this name that an earlier launch has left.
    private var fileBefore: FileStamp?

    /// Begins before the launch.
    init(_ ready: Readiness, in container: Container) {
        self.ready = ready
        switch ready.sign {
        case .output(let text): search = TextSearch(for: text)
        case .file(let path):
            fileBefore = FileStamp(of: container.path(path))
            fileBefore?.letTimePass()
        case .socket, .port, .command: break
        }
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
            guard let file = FileStamp(of: session.container.path(path)) else { return false }
            return file != fileBefore
        case .output: return search?.isFound ?? false
        case .command(let command):
            return try session.runAside(command).status == .exited(0)
        }
    }
}
