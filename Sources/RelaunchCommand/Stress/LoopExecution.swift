import ArgumentParser
import CrashStates
import Relaunch
import RelaunchStress

/// `relaunch stress --loop crash`: the same again and again, and what grows.
struct LoopExecution {
    let options: StressOptions
    let seconds: Double?

    func perform() throws {
        throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
    }
}
