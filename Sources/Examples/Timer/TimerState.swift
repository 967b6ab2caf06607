import Foundation

/// What the timer does. It is one value, so that what belongs together is saved together (P1).
enum TimerState: Codable, Equatable {
    case idle
    case running(until: Date)
    case paused(remaining: TimeInterval)
    case finished
}

/// Where a timer keeps its state.
protocol TimerModel: AnyObject {
    var state: TimerState { get set }
    /// Why the saved state was not restored; nil where it was.
    var restorationFailure: RestorationFailure? { get }
    /// Called when the app goes to the background, where it may be killed without notice, and when it is to end.
    func save() throws
}

/// Why a timer started fresh.
enum RestorationFailure: Error {
    case noSavedState
    case damaged(String)

    var reason: String {
        switch self {
        case .noSavedState: "noSavedState"
        case .damaged: "damaged"
        }
    }
}
