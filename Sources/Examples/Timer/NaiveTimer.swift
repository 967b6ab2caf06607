import Foundation

/// The timer as many articles on enums write it: restored in `init`, saved in `deinit`.
///
/// What is wrong with it:
/// * A kill does not run `deinit`, so a killed app has saved nothing (P2).
/// * A timer that ran out while the app was dead comes back as a running one.
/// * State that cannot be decoded silently becomes `.idle` (R16).
/// * On Linux, Foundation's `UserDefaults` truncates its file before it writes: a kill in between loses
///   every setting of the app.
final class NaiveTimer: TimerModel {
    private static let key = "timer"

    var state: TimerState
    let restorationFailure: RestorationFailure?

    init() {
        guard let data = UserDefaults.standard.data(forKey: Self.key),
            let saved = try? JSONDecoder().decode(TimerState.self, from: data)
        else {
            state = .idle
            restorationFailure = .noSavedState
            return
        }
        state = saved
        restorationFailure = nil
    }

    deinit {
        UserDefaults.standard.set(try? JSONEncoder().encode(state), forKey: Self.key)
        // On Apple's systems a daemon does this. Linux has none.
        UserDefaults.standard.synchronize()
    }

    func save() {}
}
