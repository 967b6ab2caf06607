import Foundation
import RestorationArchive

/// A value that belongs to a scene, under SwiftUI's name for it (P3).
///
///     @SceneStorage("selectedTab") var selectedTab = 0
///
/// It is saved when the app goes to the background, with the archive or without one, and is there
/// again at the next launch; what was set after that is lost with the process. It goes when its scene
/// is closed (``UIApplication/closeScene(_:)``) or the app is quit by force.
@MainActor
@propertyWrapper
public struct SceneStorage<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// - Parameter scene: the scene that it belongs to.
    public init(
        wrappedValue: Value, _ key: String, scene: String = UIApplication.mainScene
    ) where Value: BasicStorable {
        get = {
            UIApplication.shared.sceneValues[scene]?[key].flatMap(Value.init(stored:))
                ?? wrappedValue
        }
        set = { UIApplication.shared.sceneValues[scene, default: [:]][key] = $0.stored }
    }

    /// Nil as long as nothing was set.
    public init<Wrapped: BasicStorable>(_ key: String, scene: String = UIApplication.mainScene)
    where Value == Wrapped? { self.init(wrappedValue: nil, key, scene: scene) }

    /// An enum, by its raw value. One that is no longer known gives the initial value.
    public init(
        wrappedValue: Value, _ key: String, scene: String = UIApplication.mainScene
    ) where Value: RawRepresentable, Value.RawValue: BasicStorable {
        let raw = SceneStorage<Value.RawValue>(
            wrappedValue: wrappedValue.rawValue, key, scene: scene)
        get = {
            let stored = raw.wrappedValue
            return Value(rawValue: stored)
                ?? UIApplication.shared.initial(wrappedValue, insteadOf: stored, key: key)
        }
        set = { raw.wrappedValue = $0.rawValue }
    }
}

extension UIApplication {
    /// The scene of an app that has only one.
    public nonisolated static let mainScene = "main"

    /// Closes a scene: what is stored for it is gone, at once and for good (P3).
    public func closeScene(_ scene: String) {
        sceneValues[scene] = nil
        saveScenes()
    }

    /// Written beside the archive. While the device is locked nothing is (S15).
    func saveScenes() {
        guard !device.locked else { return }
        let context = CoderContext()
        context.report = { [unowned self] in session.report($0, rule: $1) }
        var scenes = SceneValues()
        for (scene, values) in sceneValues where !values.isEmpty {
            let coder = RestorationCoder(encodingFor: "scene \(scene)", context: context)
            for (key, value) in values { coder.encode(value as Any?, forKey: key) }
            scenes.scenes[scene] = coder.state
        }
        session.commit(scenes)
    }

    /// What the last background left.
    func loadScenes() {
        guard !device.locked else { return }
        for (scene, state) in session.savedScenes().scenes {
            let coder = RestorationCoder(
                decoding: state, for: "scene \(scene)", context: CoderContext())
            for key in state.values.keys {
                sceneValues[scene, default: [:]][key] = coder.decodeObject(forKey: key)
            }
        }
    }
}
