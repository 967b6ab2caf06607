import Relaunch
import RestorationArchive

extension ArchiveDescription {
    /// What `SceneStorage` has kept outside of sessions.
    var scenes: JSON? {
        guard let bytes = folder.bytes(of: SavedState.scenesName) else { return nil }
        do {
            let values = try SceneValues(file: bytes)
            return [
                "damages": [], "scenes": .object(values.scenes.mapValues(Self.values)),
            ]
        } catch { return Self.unusable(error) }
    }

    /// The sessions of an app with scenes, which has no archive.
    var sessions: JSON? {
        guard let bytes = folder.bytes(of: SavedState.sessionsName) else { return nil }
        do {
            let archive = try SceneArchive(file: bytes)
            return [
                "damages": [], "sessions": .array(archive.sessions.map(Self.session)),
                "discarded": .array(archive.discarded.map(Self.session)),
            ]
        } catch { return Self.unusable(error) }
    }

    private static func session(_ session: SceneArchive.Session) -> JSON {
        var members: [String: JSON] = [
            "number": .integer(Int64(session.number)), "identifier": .string(session.identifier),
            "role": .string(session.role), "isInForeground": .bool(session.isInForeground),
            "values": values(session.values),
        ]
        members["configuration"] = session.configuration.map(JSON.string)
        members["delegateClass"] = session.delegateType.map { .string(TypeName.demangled($0)) }
        members["userInfo"] = session.userInfo.map { value($0, []) }
        members["activity"] = session.activity.map(activity)
        return .object(members)
    }

    private static func activity(_ activity: SceneArchive.Activity) -> JSON {
        var members: [String: JSON] = ["type": .string(activity.type)]
        members["title"] = activity.title.map(JSON.string)
        members["targetContentIdentifier"] = activity.targetContentIdentifier.map(JSON.string)
        members["requiredUserInfoKeys"] = activity.requiredKeys.map { .array($0.map(JSON.string)) }
        members["userInfo"] = activity.userInfo.map { value($0, []) }
        return .object(members)
    }
}
