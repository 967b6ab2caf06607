import Foundation
import RestorationArchive

/// `UIApplicationSceneManifest` of the `Info.plist`: which scenes an app has (C1).
struct SceneManifest: Equatable, Sendable {
    /// One configuration.
    struct Entry: Equatable, Sendable {
        var name: String?
        var role: String
        var sceneClassName: String?
        var delegateClassName: String?
        var storyboard: String?

        @MainActor var sceneClass: AnyClass? { sceneClassName.flatMap(SceneManifest.type) }
        @MainActor var delegateClass: AnyClass? { delegateClassName.flatMap(SceneManifest.type) }
    }

    var supportsMultipleScenes: Bool
    var entries: [Entry] = []

    /// Nil where the list has no manifest.
    init?(_ information: [String: Any]) {
        guard let manifest = information["UIApplicationSceneManifest"] as? [String: Any] else {
            return nil
        }
        supportsMultipleScenes = manifest["UIApplicationSupportsMultipleScenes"] as? Bool ?? false
        let roles = manifest["UISceneConfigurations"] as? [String: Any] ?? [:]
        for (role, list) in roles.sorted(by: { $0.key < $1.key }) {
            for entry in list as? [[String: Any]] ?? [] {
                entries.append(
                    Entry(
                        name: entry["UISceneConfigurationName"] as? String, role: role,
                        sceneClassName: entry["UISceneClassName"] as? String,
                        delegateClassName: entry["UISceneDelegateClassName"] as? String,
                        storyboard: entry["UISceneStoryboardFile"] as? String))
            }
        }
    }

    /// The configuration of a name and a role; without a name, the first of the role.
    func entry(_ name: String?, _ role: UISceneSession.Role) -> Entry? {
        entries.first { $0.role == role.rawValue && (name == nil || $0.name == name) }
    }

    /// The class of a name such as `Notes.SceneDelegate`. The module may be Xcode's
    /// `$(PRODUCT_MODULE_NAME)`, or missing: then it is that of the application delegate.
    @MainActor
    static func type(_ name: String) -> AnyClass? {
        let parts = name.split(separator: ".")
        guard let own = parts.last else { return nil }
        let module =
            parts.count < 2 || parts[0].hasPrefix("$(") ? moduleOfDelegate : String(parts[0])
        guard let module else { return nil }
        return TypeName.type("\(module.utf8.count)\(module)\(own.utf8.count)\(own)C") as? AnyClass
    }

    @MainActor
    private static var moduleOfDelegate: String? {
        UIApplication.shared.delegate.flatMap {
            String(reflecting: Swift.type(of: $0)).split(separator: ".").first.map(String.init)
        }
    }
}
