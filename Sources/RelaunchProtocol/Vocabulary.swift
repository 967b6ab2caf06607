/// Where a target is in its life, in its own words.
public enum Phase: String, Sendable, CaseIterable {
    case launching, restoring, active, inactive, saving, background
}

/// What the system tells an app.
public enum LifecycleEvent: String, Sendable, CaseIterable {
    case inactive, active, background, foreground, memoryWarning, lock, unlock, quit
}

/// The method names of the protocol.
public enum Method {
    public static let hello = "hello"
    public static let phase = "phase"
    public static let checkpoint = "checkpoint"
    public static let restoration = "restoration"
    public static let snapshot = "snapshot"
    public static let callback = "callback"
    public static let issue = "issue"
    public static let perform = "perform"
    public static let lifecycle = "lifecycle"
    public static let state = "state"
    public static let screenshot = "screenshot"
}

/// The name under which the showing of a snapshot is held.
public let snapshotHold = "snapshot"

/// What a target says of itself when it starts.
public struct Hello: Sendable, Equatable {
    public var protocolVersion: Int64
    public var name: String
    public var version: String
    /// The actions that it can perform, each with the JSON Schema of its arguments.
    public var actions: [String: JSON]
    /// The places at which it can be held.
    public var checkpoints: [String]
    /// The paths of the saved state inside the container: what a force quit discards.
    public var savedState: [String]

    public init(
        protocolVersion: Int64 = RelaunchProtocol.protocolVersion, name: String, version: String,
        actions: [String: JSON] = [:], checkpoints: [String] = [], savedState: [String] = []
    ) {
        self.protocolVersion = protocolVersion
        self.name = name
        self.version = version
        self.actions = actions
        self.checkpoints = checkpoints
        self.savedState = savedState
    }

    /// The params of `hello`.
    public var json: JSON {
        [
            "protocol": .integer(protocolVersion), "name": .string(name),
            "version": .string(version),
            "actions": .object(actions), "checkpoints": .array(checkpoints.map(JSON.string)),
            "savedState": .array(savedState.map(JSON.string)),
        ]
    }

    /// Nil where a member that must be there is missing or of another type.
    public init?(_ json: JSON) {
        guard let version = json["protocol"]?.integer, let name = json["name"]?.string else {
            return nil
        }
        self.init(
            protocolVersion: version, name: name, version: json["version"]?.string ?? "",
            actions: json["actions"]?.object ?? [:],
            checkpoints: json["checkpoints"]?.array?.compactMap(\.string) ?? [],
            savedState: json["savedState"]?.array?.compactMap(\.string) ?? [])
    }
}

/// What only the system knows, told in the answer to `hello`.
public struct Device: Sendable, Equatable {
    /// While it is, nothing is saved and nothing restored.
    public var locked: Bool
    /// `phone` or `pad`.
    public var idiom: String
    /// `portrait`, `portraitUpsideDown`, `landscapeLeft` or `landscapeRight`.
    public var orientation: String
    /// In points.
    public var screenWidth: Double
    /// In points.
    public var screenHeight: Double

    public init(
        locked: Bool = false, idiom: String = "phone", orientation: String = "portrait",
        screenWidth: Double = 390, screenHeight: Double = 844
    ) {
        self.locked = locked
        self.idiom = idiom
        self.orientation = orientation
        self.screenWidth = screenWidth
        self.screenHeight = screenHeight
    }

    /// The member `device` of the answer to `hello`.
    public var json: JSON {
        [
            "locked": .bool(locked), "idiom": .string(idiom), "orientation": .string(orientation),
            "screen": ["width": .number(screenWidth), "height": .number(screenHeight)],
        ]
    }

    /// Members that are missing have their default.
    public init(_ json: JSON) {
        self.init()
        locked = json["locked"]?.bool ?? locked
        idiom = json["idiom"]?.string ?? idiom
        orientation = json["orientation"]?.string ?? orientation
        screenWidth = json["screen"]?["width"]?.number ?? screenWidth
        screenHeight = json["screen"]?["height"]?.number ?? screenHeight
    }
}

/// A picture of a target's screen.
public struct Picture: Sendable, Hashable {
    /// `image/svg+xml` or `image/png`, for instance.
    public var mediaType: String
    /// The picture itself: text for SVG, Base64 for everything else.
    public var content: String
    /// Whether `content` is the text itself rather than Base64.
    public var isText: Bool

    public init(mediaType: String, content: String, isText: Bool) {
        self.mediaType = mediaType
        self.content = content
        self.isText = isText
    }

    /// A picture in SVG.
    public static func svg(_ text: String) -> Picture {
        Picture(mediaType: "image/svg+xml", content: text, isText: true)
    }

    /// The picture as the protocol writes it.
    public var json: JSON {
        ["mediaType": .string(mediaType), (isText ? "text" : "data"): .string(content)]
    }

    /// Nil where a member that must be there is missing or of another type.
    public init?(_ json: JSON) {
        guard let mediaType = json["mediaType"]?.string else { return nil }
        if let text = json["text"]?.string {
            self.init(mediaType: mediaType, content: text, isText: true)
        } else if let data = json["data"]?.string {
            self.init(mediaType: mediaType, content: data, isText: false)
        } else {
            return nil
        }
    }
}
