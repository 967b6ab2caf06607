import CrashStates
import Relaunch

/// The Swift compiler that scenario files are compiled with.
struct Compiler {
    let path: String
    /// Changes when another compiler is put in its place.
    let key: String

    /// Names another compiler than the `swiftc` on the `PATH`.
    static let variable = "RELAUNCH_SWIFTC"

    init(environment: [String: String]) throws(CompilerError) {
        if let named = environment[Self.variable], !named.isEmpty {
            let found = named.contains("/") ? named : Path.program(named, in: environment)
            guard let found, Executable.isProgram(found) else { throw .notAProgram(named) }
            path = Path.absolute(found)
        } else {
            guard let found = Path.program("swiftc", in: environment) else { throw .notFound }
            path = found
        }
        // The link is what is called; what it leads to is what is looked at.
        key = "\(path) \(Path.real(path) ?? "") \(FileStamp(path)?.text ?? "")"
    }

    /// What is different in the compiler's environment, so that its scraps lie where ours are removed.
    ///
    /// The driver of Swift 6.3 crashes where the path has letters beyond ASCII: then they lie where
    /// they always do, and the compiler removes them.
    static func changes(scrapsIn directory: String) -> [String: String] {
        directory.utf8.allSatisfy { $0 < 0x80 } ? ["TMPDIR": directory] : [:]
    }
}

enum CompilerError: Error, CustomStringConvertible {
    case notFound
    case notAProgram(String)

    var description: String {
        switch self {
        case .notFound:
            """
            there is no `swiftc` on the PATH. Scenario files are compiled on the fly: install a Swift \
            toolchain (https://swift.org/install), or name the compiler in \(Compiler.variable)
            """
        case .notAProgram(let path):
            "\(Compiler.variable) names '\(path)', which is not a program that can be run"
        }
    }
}
