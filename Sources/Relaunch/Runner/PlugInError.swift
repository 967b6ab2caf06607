import CrashStates
import SystemPackage

/// An error for which the harness is to blame, whoever's code it comes through.
///
/// An error type of Relaunch adopts it. Errors of the scenario and of the target are
/// ``StepFailure`` instead.
package protocol HarnessFault: Error {}

extension SupervisorError: HarnessFault {}
extension SpawnError: HarnessFault {}
extension DeathNotReported: HarnessFault {}
extension ContainerError: HarnessFault {}
extension FileTreeError: HarnessFault {}
extension PollError: HarnessFault {}
extension RecordingError: HarnessFault {}
extension RecorderError: HarnessFault {}
extension MaterializationError: HarnessFault {}
/// What the system answered to a call of the harness; ``PlugInError`` tells it from a plug-in's.
extension Errno: HarnessFault {}

/// What a closure of the scenario or a plug-in threw: no fault of the harness, whatever error it is.
struct PlugInError: Error, CustomStringConvertible {
    let error: any Error
    var description: String { "\(error)" }

    /// Marks what a user's code threw. Errors that say themselves whose fault they are stay as they are.
    static func marking(_ error: any Error) -> any Error {
        switch error {
        case is StepFailure, is CancellationError, is BranchMissed, is PlugInError,
            is any HarnessFault:
            error
        default: PlugInError(error: error)
        }
    }

    /// Marks what a value threw, where its type is not one of Relaunch's.
    static func marking(_ error: any Error, from value: Any) -> any Error {
        OwnCode.defines(type(of: value)) ? error : marking(error)
    }
}

/// Tells the code of Relaunch from that of scenarios and plug-ins, by the module that it stands in.
enum OwnCode {
    private static let modules: Set<Substring> = [
        module(inName: String(reflecting: OwnCode.self)), "RelaunchAudit", "CrashStates",
    ]

    /// Whether a type is one of Relaunch's.
    static func defines(_ type: Any.Type) -> Bool {
        modules.contains(module(inName: String(reflecting: type)))
    }

    /// Whether a `#fileID` is that of a file of Relaunch's.
    static func contains(fileID: String) -> Bool {
        modules.contains(fileID.prefix { $0 != "/" })
    }

    private static func module(inName name: String) -> Substring { name.prefix { $0 != "." } }
}
