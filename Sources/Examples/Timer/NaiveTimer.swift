import Foundation

/// The timer as articles on enums have it: restored in `init`, saved in `deinit`.
///
/// What is wrong with it:
/// * `deinit` is not run by a kill: whoever is killed has saved nothing (rule P2).
/// * A timer that ran out while the app was dead comes back as one that runs.
/// * State that cannot be decoded becomes `.idle`, and nobody hears of it (rule R16).
/// * UserDefaults of Foundation on Linux truncate their file before they write it: a kill in between
///   loses every setting of the app.
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
        // A system that has a daemon for it does this by itself; Linux does not.
        UserDefaults.standard.synchronize()
    }

    func enterBackground() {}
}
