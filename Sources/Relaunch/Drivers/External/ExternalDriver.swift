import CrashStates
import RelaunchProtocol

/// Drives a target through an executable `relaunch-driver-NAME` on the `PATH`, in any language: on that
/// of the target's environment, where it has one.
///
/// The executable is run for each launch as `relaunch-driver-NAME launch TARGET ARGUMENT…` and speaks
/// the target protocol in its target's place. What it spawns is killed and proved dead with it. Where
/// its target lives elsewhere, its `hello` has `"kills": true`: then it is first asked to `kill`
/// (`{"manner": …}`) and answers when the target's death is proved.
struct ExternalDriver: Driver {
    let name: String
    var capabilities: Set<DriverCapability> { DriverCapability.usual.subtracting([.executable]) }

    init(_ name: String) { self.name = name }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        let path = launch.environment["PATH"]
        guard let executable = Executable.onPath("relaunch-driver-\(name)", in: path) else {
            throw StepFailure(
                blame: .scenario, kind: .missing,
                "there is no 'relaunch-driver-\(name)' on the PATH; install that driver, or name another"
            )
        }
        return try RunningApp.launched(
            launch, executable, ["launch", launch.executable] + launch.arguments, in: session)
    }
}
