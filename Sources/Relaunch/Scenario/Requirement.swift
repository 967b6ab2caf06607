import CrashStates

/// What a machine must have for a scenario to run there.
public enum Requirement: Sendable, Equatable {
    /// An executable of this name on the `PATH`. Where `atLeast` is given, such as `"0.9"`, it must tell a
    /// version that is not before that one when it is called with `--version`.
    case program(String, atLeast: String? = nil)
    /// Something else; what is missing where it does not hold.
    case condition(Bool, otherwise: String)

    /// Why it is not met here, or nil where it is.
    var obstacle: String? { obstacle() }

    /// The same with another `PATH`.
    func obstacle(searching directories: String? = nil) -> String? {
        switch self {
        case .program(let name, let version):
            guard let path = Executable.onPath(name, in: directories) else {
                return "there is no '\(name)' on the PATH"
            }
            return version.flatMap { Self.obstacle(of: name, at: path, beforeVersion: $0) }
        case .condition(let holds, let reason): return holds ? nil : reason
        }
    }

    /// What is wrong with the requirement itself, or nil.
    var problem: String? {
        guard case .program(let name, let version?) = self, ProgramVersion(in: version) == nil
        else {
            return nil
        }
        return "'\(version)' is no version that '\(name)' could have; say one such as 1.2"
    }

    private static func obstacle(
        of name: String, at path: String, beforeVersion text: String
    ) -> String? {
        guard let needed = ProgramVersion(in: text) else { return nil }
        switch ProgramVersion.told(by: path) {
        case .success(let version) where version < needed:
            return "'\(name)' is too old: it is \(version), and \(text) or later is needed"
        case .success: return nil
        case .failure(let silence):
            return "'\(name) --version' \(silence); \(text) or later is needed"
        }
    }
}
