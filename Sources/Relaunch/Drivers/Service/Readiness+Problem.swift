extension Readiness {
    /// How long the path of a Unix socket can be, in bytes.
    private static let socketPathLimit = 107

    /// Why it never holds, or always, whatever the service does; nil where nothing is wrong with it.
    var problem: String? {
        switch sign {
        case .port(let number?) where !(1...65535).contains(number):
            "nobody can listen on port \(number), which `\(source)` waits for; name one from 1 to 65535, or "
                + "take `.port`, which picks one"
        case .output(""):
            "every output contains the empty text of `\(source)`; name a text that the service writes "
                + "when it is ready"
        case .socket(""): "`\(source)` names no socket; name one, as in `.socket(\"service.sock\")`"
        case .file(""): "`\(source)` names no file; name one, as in `.file(\"ready\")`"
        case .socket(let path) where path.utf8.count > Self.socketPathLimit:
            "the path of `\(source)` is \(path.utf8.count) bytes long, and that of a socket can have "
                + "\(Self.socketPathLimit) at most; name a shorter one, relative to the container"
        case .socket(let path) where !path.hasPrefix("/") && !Container.isInside(path):
            "the path of `\(source)` leads out of the container; name one in it, as in "
                + "`.socket(\"service.sock\")`"
        case .file(let path) where !Container.isInside(path):
            "the path of `\(source)` leads out of the container; name one in it, as in "
                + "`.file(\"ready\")`"
        case .socket, .port, .file, .output, .command: nil
        }
    }

    /// As it is written in a suite.
    private var source: String {
        switch sign {
        case .socket(let path): "ready: .socket(\(shortened(path.quoted)))"
        case .port(let number): "ready: .port" + (number.map { "(\($0))" } ?? "")
        case .file(let path): "ready: .file(\(shortened(path.quoted)))"
        case .output(let text): "ready: .output(contains: \(shortened(text.quoted)))"
        case .command(let command): "ready: .command(\(command.text))"
        }
    }
}
