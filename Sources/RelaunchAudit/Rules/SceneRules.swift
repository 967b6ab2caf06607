import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// What an app with scenes keeps of each of its windows. Of an app without any, nothing is said.
    static let sceneRules: [AuditRule] = [
        sceneRule("C3", "a window that was opened is there after a death, without a save") { walk in
            [
                SceneTrial(
                    "killed in the foreground", walk,
                    plain: [.save, .open], tried: [.save, .open, .killInForeground],
                    compares: .windows)
            ]
        },
        sceneRule("C7", "each window comes back with its own state, and not with another's") {
            walk in
            [
                SceneTrial(
                    "beside an untouched one", walk, second: .nothing,
                    plain: [.save], tried: [.saveAndKill]),
                SceneTrial(
                    "beside another state", walk, plain: [.save], tried: [.saveAndKill]),
            ]
        },
        sceneRule("C8", "a window that the system disconnects comes back, and the others go on") {
            walk in
            [
                SceneTrial(
                    "the first of two", walk,
                    plain: [.hide(.first), .show(.first)],
                    tried: [.disconnect(.first), .show(.first)]),
                SceneTrial(
                    "the last of two", walk,
                    plain: [.hide(.last), .show(.last)],
                    tried: [.disconnect(.last), .show(.last)]),
                SceneTrial(
                    "used in the background before", walk, second: .first,
                    plain: [.hide(.last), .use, .show(.last)],
                    tried: [.hide(.last), .use, .disconnect(.last), .show(.last)]),
            ]
        },
        sceneRule("C9", "a window that was closed stays closed, and the others are what they were")
        {
            walk in
            [SceneTrial.Place.first, .last].map { place in
                SceneTrial(
                    "the \(place) of two", walk,
                    plain: [.save, .killInForeground],
                    tried: [.save, .close(place), .killInForeground])
            }
        },
        sceneRule("C10", "a window that was put away waits until it is shown again") { walk in
            [
                SceneTrial(
                    "after a kill", walk,
                    plain: [.hide(.first), .save], tried: [.hide(.first), .saveAndKill]),
                SceneTrial(
                    "shown after a kill", walk,
                    plain: [.hide(.first), .save, .show(.first)],
                    tried: [.hide(.first), .saveAndKill, .show(.first)]),
            ]
        },
        sceneRule("C11", "a launch while the device is locked costs no window what was saved of it")
        {
            walk in
            [
                SceneTrial(
                    "killed on the screen then", walk,
                    plain: [.save], tried: [.launchLocked(save: false)]),
                SceneTrial(
                    "killed in the background then", walk,
                    plain: [.save], tried: [.launchLocked(save: true)]),
            ]
        },
    ]

    /// With how many walks each is tried: together they rather do in a window all that can be done.
    private static let walkCount = 6

    private static func sceneRule(
        _ number: String, _ title: String,
        _ trials: @escaping @Sendable (ActionWalk) -> [SceneTrial]
    ) -> AuditRule {
        AuditRule(number, title, requires: ["C4"]) { profile in
            guard profile.hasScenes else {
                return .notApplicable(
                    "it has no scenes, or not the actions of `addScenes()` for them")
            }
            return .trials(
                profile.walksOfWindows.prefix(walkCount).flatMap { walk in
                    trials(walk).map { trial in
                        Trial(
                            "\(trial.name), \(walk.name)",
                            steps: [trial.judged(by: profile)])
                    }
                })
        }
    }
}

extension TargetProfile {
    /// Whether it shows its scenes and has the actions that the library offers for them.
    var hasScenes: Bool {
        initialState["scenes"]?.object != nil
            && SceneTrial.actions.allSatisfy { hello.actions[$0] != nil }
    }

    /// The walks with which rules of windows are tried: one that closes a window itself leaves none to judge.
    fileprivate var walksOfWindows: [ActionWalk] {
        let open = walks.filter { walk in
            !(walk.first + walk.second).contains { $0.name == "scene.close" }
        }
        return open.isEmpty ? walks : open
    }

    /// Whether an action is one of those that the library offers for scenes.
    func isOfScenes(_ action: String) -> Bool { hasScenes && action.hasPrefix("scene.") }

    /// Whether an action leaves a window in the background. After a death that is not there until it is
    /// shown, and what follows may rightly be done in another one: no life has it, and C10 tries it.
    func leavesInBackground(_ action: String) -> Bool {
        hasScenes && ["scene.hide", "scene.refresh"].contains(action)
    }
}
