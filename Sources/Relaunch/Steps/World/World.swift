import CrashStates

/// What is around a target besides its container, as the system it runs on has it.
package struct World: Sendable {
    /// What the answer to `hello` tells of the device.
    package var device = Device()
    /// The bundle that an update has placed; nil while the target is where it was built.
    package var bundle: Bundle?
    /// How far the target's clock is from the real one.
    var clock: MovedClock?
    /// What stands in the environment of everything that is launched, beside what is there.
    package var environment: [String: String] = [:]
    /// What executes everything that is launched, with its own arguments before the command's; empty
    /// where nothing does.
    var launcher: [String] = []
    /// Whether calls that need space fail.
    var isDiskFull = false
    /// Whether a file is there that nobody may read: then not even root may.
    var hidesFiles = false
    /// The container of the sweep whose state this is: the sweep makes every state in it.
    var sweptContainer: Container?
    /// The container of an update or a backup: it goes with the last session that lives in it.
    var movedContainer: PrivateDirectory?

    /// The world of a session that goes on by itself, in the container of a sweep or in its own.
    func forked(into sweptContainer: Container?) -> World {
        var copy = self
        copy.sweptContainer = sweptContainer
        copy.movedContainer = nil
        return copy
    }

    /// The clock, the environment and the launcher are what they were in another world.
    package mutating func restoreSurroundings(of other: World) {
        (clock, environment, launcher) = (other.clock, other.environment, other.launcher)
    }

    /// The command with what this world does to everything that is launched in it.
    func command(_ plain: Supervisor.Command) -> Supervisor.Command {
        var command = plain
        command.environment.merge(environment) { $1 }
        if let clock { command.environment.merge(clock.environment(command.environment)) { $1 } }
        if hidesFiles { command = Privileges.withoutReadingAll(command) }
        return command.executed(by: launcher)
    }
}

/// A directory outside the container that goes when nobody refers to it any more.
final class PrivateDirectory: Sendable {
    let path: String

    init(_ path: String) { self.path = path }

    deinit { try? Container.removeTree(path) }
}
