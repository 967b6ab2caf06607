import Foundation

/// What the timer does: one value, so that what belongs together is saved together.
enum TimerState: Codable, Equatable {
    case idle
    case running(until: Date)
    case paused(remaining: TimeInterval)
    case finished
}

/// Where a timer keeps its state.
protocol TimerModel: AnyObject {
    var state: TimerState { get set }
    /// Why the state is not the saved one; nil where it is.
    var restorationFailure: RestorationFailure? { get }
    /// The app goes to the background: it may be killed there without another word.
    func enterBackground() throws
}

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
