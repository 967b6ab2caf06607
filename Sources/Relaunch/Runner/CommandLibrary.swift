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

/// The command as a library, for what needs a suite as it is in the memory of its host: its states,
/// actions and invariants are Swift code, which no message can carry.
///
/// The command compiles the suite's file, and becomes its host, which loads the command.
package enum CommandLibrary {
    /// Names the library to the host.
    package static let variable = "RELAUNCH_COMMAND_LIBRARY"
    /// What the host calls in it.
    package static let entryPoint = "relaunch_command"

    private static let loaded = Locked<(suite: Suite, path: String)?>(nil)

    /// The suite in whose host the command runs; nil in a command that runs by itself.
    package static var suite: Suite? { loaded.withLock { $0?.suite } }
    /// The library itself, for another host of the suite; nil in a command that runs by itself.
    package static var path: String? { loaded.withLock { $0?.path } }

    /// Runs the command in this host, where it has asked for that, and ends.
    static func runIfNamed(_ suite: Suite) {
        guard let path = ProcessInfo.processInfo.environment[variable] else { return }
        // What the command starts is no host.
        unsetenv(variable)
        loaded.withLock { $0 = (suite, path) }
        guard let library = dlopen(path, RTLD_NOW), let symbol = dlsym(library, entryPoint) else {
            let reason = dlerror().map { String(cString: $0) } ?? "it has no entry point"
            StandardError.write("relaunch: error: '\(path)' cannot be loaded: \(reason)\n")
            exit(ExitCode.errored.rawValue)
        }
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
        exit(ExitCode.passed.rawValue)
    }
}
