import Foundation
import RestorationArchive

/// A value that belongs to a scene, under SwiftUI's name for it (P3).
///
///     @SceneStorage("selectedTab") var selectedTab = 0
///
/// It is saved when the app goes to the background, whether the app saves its state or not, and is
/// there again at the next launch. What is set after that is lost with the process. The value goes
/// when its scene is closed (``UIApplication/closeScene(_:)``) or the app is quit by force (D2).
@preconcurrency @MainActor
@propertyWrapper
public struct SceneStorage<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    /// The scene's value; the initial value where none is stored or it is of another type. Setting
    /// writes nothing to disk.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// Stores a basic value under a key of a scene.
    public init(
        wrappedValue: Value, _ key: String, scene: String = UIApplication.currentScene
    ) where Value: BasicStorable {
        get = {
            UIApplication.shared.sceneValues[scene]?[key].flatMap(Value.init(stored:))
                ?? wrappedValue
        }
        set = { UIApplication.shared.sceneValues[scene, default: [:]][key] = $0.stored }
    }

    /// Stores an optional value, which is nil until it is set.
    public init<Wrapped: BasicStorable>(_ key: String, scene: String = UIApplication.currentScene)
    where Value == Wrapped? { self.init(wrappedValue: nil, key, scene: scene) }

    /// Stores an enum by its raw value. A raw value that the enum no longer has gives the initial
    /// value, and an issue is recorded once for each key (R16).
    public init(
        wrappedValue: Value, _ key: String, scene: String = UIApplication.currentScene
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

    /// Closes a scene: its values are removed, from the disk as well (P3). While the device is
    /// locked the disk is not touched (S15).
    public func closeScene(_ scene: String) {
        sceneValues[scene] = nil
        saveScenes()
    }

    /// Writes the values beside the archive, unless the device is locked (S15).
    func saveScenes() {
        guard !device.locked else { return }
        let context = CoderContext()
        context.report = { [unowned self] in session.report($0, rule: $1) }
        var scenes = SceneValues()
        // The values of a session are saved with it (C13).
        let sessions = Set(self.scenes.all.map(\.persistentIdentifier))
        for (scene, values) in sceneValues where !values.isEmpty && !sessions.contains(scene) {
            scenes.scenes[scene] = storedValues(of: scene, context)
        }
        session.commit(scenes)
    }

    /// Reads what the last background saved.
    func loadScenes() {
        guard !device.locked else { return }
        for (scene, state) in session.savedScenes().scenes { load(state, of: scene) }
    }
}
