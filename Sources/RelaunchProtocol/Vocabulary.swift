/// Where a target is in its life, as it reports it itself.
public enum Phase: String, Sendable, CaseIterable, Codable {
    /// From the start of the process to the end of its launch.
    case launching
    /// Bringing back the saved state. A fresh start skips this phase.
    case restoring
    /// In the foreground: the launch is complete.
    case active
    /// On the way between foreground and background, or interrupted.
    case inactive
    /// Writing the state, on the way to the background.
    case saving
    /// In the background: the state is durable, and the process may be killed.
    case background
}

/// What the harness, in the system's place, tells an app.
public enum LifecycleEvent: String, Sendable, CaseIterable {
    /// Something interrupts the app in the foreground.
    case inactive
    /// The interruption is over.
    case active
    /// The app goes to the background. The answer promises that the state is durable.
    case background
    /// The app returns from the background without having died.
    case foreground
    /// Memory is short: the app should release what it can make again.
    case memoryWarning
    /// The device is locked. Saved state is out of reach until it is unlocked.
    case lock
    /// The device is unlocked.
    case unlock
    /// The app ends in an orderly way, with exit status 0 after the answer.
    case quit
}

/// The names of the protocol's methods. The article "The target protocol" defines each.
public enum Method {
    /// The target introduces itself; its first message. Target to harness.
    public static let hello = "hello"
    /// The target enters a ``Phase``. Target to harness.
    public static let phase = "phase"
    /// The target waits at a named place in its code. Target to harness.
    public static let checkpoint = "checkpoint"
    /// Whether this launch restored the saved state. Target to harness.
    public static let restoration = "restoration"
    /// What happened to a snapshot. Target to harness.
    public static let snapshot = "snapshot"
    /// A lifecycle method of the app is called. Target to harness.
    public static let callback = "callback"
    /// Something that the target itself noticed. Target to harness.
    public static let issue = "issue"
    /// Asks for an action. Harness to target.
    public static let perform = "perform"
    /// Delivers a ``LifecycleEvent``. Harness to target.
    public static let lifecycle = "lifecycle"
    /// Asks for the observable state. Harness to target.
    public static let state = "state"
    /// Asks for a picture of the screen. Harness to target.
    public static let screenshot = "screenshot"
}

/// The name by which the harness holds a target that is about to show a snapshot.
public let snapshotHold = "snapshot"

/// How a target introduces itself.
public struct Hello: Sendable, Equatable, Codable {
    /// The version of the target protocol that the target speaks.
    public var protocolVersion: Int64
    /// The target's name, for reports.
    public var name: String
    /// The target's own version, for reports.
    public var version: String
    /// The actions that the target can perform, each with the JSON Schema of its arguments.
    public var actions: [String: JSON]
    /// The checkpoints where the target can be held.
    public var checkpoints: [String]
    /// The paths of the saved state, relative to the container: what a force quit removes.
    public var savedState: [String]
    /// The rules that the target breaks by design, each with the reason: an audit shows the reason and
    /// does not judge them.
    public var expects: [String: String]
    /// Whether several instances of the target may be open in one container at the same time.
    public var multipleInstances: Bool

    /// Makes an introduction. By default the target has no actions, no checkpoints and no saved
    /// state.
    public init(
        protocolVersion: Int64 = RelaunchProtocol.protocolVersion, name: String, version: String,
        actions: [String: JSON] = [:], checkpoints: [String] = [], savedState: [String] = [],
        expects: [String: String] = [:], multipleInstances: Bool = false
    ) {
        self.protocolVersion = protocolVersion
        self.name = name
        self.version = version
        self.actions = actions
        self.checkpoints = checkpoints
        self.savedState = savedState
        self.expects = expects
        self.multipleInstances = multipleInstances
    }

    /// The params of the request `hello`.
    public var json: JSON {
        var members: [String: JSON] = [
            "protocol": .integer(protocolVersion), "name": .string(name),
            "version": .string(version),
            "actions": .object(actions), "checkpoints": .array(checkpoints.map(JSON.string)),
            "savedState": .array(savedState.map(JSON.string)),
        ]
        if !expects.isEmpty { members["expects"] = .object(expects.mapValues(JSON.string)) }
        if multipleInstances { members["multipleInstances"] = true }
        return .object(members)
    }

    /// Reads the params of `hello`. Nil where `protocol` or `name` is missing or of another type;
    /// other members that are missing or of another type are empty.
    public init?(_ json: JSON) {
        guard let version = json["protocol"]?.integer, let name = json["name"]?.string else {
            return nil
        }
        self.init(
            protocolVersion: version, name: name, version: json["version"]?.string ?? "",
            actions: json["actions"]?.object?.dictionary ?? [:],
            checkpoints: json["checkpoints"]?.array?.compactMap(\.string) ?? [],
            savedState: json["savedState"]?.array?.compactMap(\.string) ?? [],
            expects: (json["expects"]?.object ?? [:]).reduce(into: [:]) { all, member in
                all[member.key] = member.value.string
            }, multipleInstances: json["multipleInstances"]?.bool ?? false)
    }
}

/// What only the system knows about the device. The answer to `hello` carries it.
public struct Device: Sendable, Equatable {
    /// Whether the device is locked. While it is, an app saves and restores nothing (S15, R11).
    public var locked: Bool
    /// `phone` or `pad`.
    public var idiom: String
    /// `portrait`, `portraitUpsideDown`, `landscapeLeft` or `landscapeRight`.
    public var orientation: String
    /// The width of the screen, in points.
    public var screenWidth: Double
    /// The height of the screen, in points.
    public var screenHeight: Double

    /// Makes a device. By default it is an unlocked phone, held upright.
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

    /// Reads the member `device`. Members that are missing or of another type get their default.
    public init(_ json: JSON) {
        self.init()
        locked = json["locked"]?.bool ?? locked
        idiom = json["idiom"]?.string ?? idiom
        orientation = json["orientation"]?.string ?? orientation
        screenWidth = json["screen"]?["width"]?.number ?? screenWidth
        screenHeight = json["screen"]?["height"]?.number ?? screenHeight
    }
}

/// A picture of a target's screen, or a snapshot of it.
public struct Picture: Sendable, Hashable, Codable {
    /// The media type, such as `image/svg+xml` or `image/png`.
    public var mediaType: String
    /// The picture: text for SVG, Base64 for everything else.
    public var content: String
    /// Whether `content` is text rather than Base64.
    public var isText: Bool

    /// Makes a picture. Nothing checks that the content fits the media type.
    public init(mediaType: String, content: String, isText: Bool) {
        self.mediaType = mediaType
        self.content = content
        self.isText = isText
    }

    /// A picture of SVG text.
    public static func svg(_ text: String) -> Picture {
        Picture(mediaType: "image/svg+xml", content: text, isText: true)
    }

    /// The picture as the protocol writes it.
    public var json: JSON {
        ["mediaType": .string(mediaType), (isText ? "text" : "data"): .string(content)]
    }

    /// Reads a picture from the protocol. Nil where a member is missing or of another type.
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
