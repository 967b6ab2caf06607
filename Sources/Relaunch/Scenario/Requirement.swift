import CrashStates

/// What a machine must have for a scenario to run there.
public enum Requirement: Sendable, Equatable {
    /// An executable: a path (with a `/`), relative to the scenario file's folder, or else the name of one on
    /// the `PATH`. Where `atLeast` is given, such as `"0.9"`, it must tell a
    /// version that is not before that one when it is called with `--version`.
    case program(String, atLeast: String? = nil)
    /// Something else; what is missing where it does not hold.
    case condition(Bool, otherwise: String)

    /// Why it is not met here, or nil where it is.
    var obstacle: String? { obstacle() }

    /// The same for a scenario that stands somewhere, or with another `PATH`.
    func obstacle(
        beside location: FileLocation? = nil, searching directories: String? = nil
    ) -> String? {
        switch self {
        case .program(let name, _) where Self.isNothing(name): return nil
        case .program(let name, let version):
            let path: String
            if name.contains("/") {
                path = location?.absolutePath(beside: name) ?? name
                guard Executable.isProgram(path) else { return Self.obstacle(at: path) }
            } else {
                guard let found = Executable.onPath(name, in: directories) else {
                    return "there is no '\(name)' on the PATH"
                }
                path = found
            }
            return version.flatMap { Self.obstacle(of: name, at: path, beforeVersion: $0) }
        case .condition(let holds, let reason): return holds ? nil : reason
        }
    }

    /// What is wrong with the requirement itself, or nil.
    var problem: String? {
        guard case .program(let name, let version) = self else { return nil }
        if Self.isNothing(name) {
            return "a program that is required has no name; name it, as in `.program(\"python3\")`"
        }
        guard let version, ProgramVersion(in: version) == nil else { return nil }
        return "'\(version)' is no version that '\(name)' could have; say one such as 1.2"
    }

    private static func isNothing(_ name: String) -> Bool { name.allSatisfy(\.isWhitespace) }

    /// Why what is at a path is no program.
    private static func obstacle(at path: String) -> String {
        FileTree.isRegularFile(path)
            ? "'\(path)' is not executable" : "there is no program '\(path)'"
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
