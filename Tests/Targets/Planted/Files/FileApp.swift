import PlantedCommon
import RelaunchTarget

/// A little app that keeps a draft in files, and does everything right. A planted bug is a subclass
/// that does one thing wrong.
class FileApp {
    class var bug: PlantedBug { preconditionFailure("every bug has its entry") }

    let isRight: Bool
    /// Which build of the app runs.
    let build: Int
    var draft = Draft()
    var device = Device()
    /// The saved state.
    private(set) lazy var folder = Folder(folderPath)
    private(set) lazy var history = historyType.init(folder: folder, isRight: isRight)
    /// What covers the screen until the app is active.
    var shownPicture: Picture?
    private(set) var harness: Harness?

    required init(isRight: Bool, build: Int) {
        (self.isRight, self.build) = (isRight, build)
    }

    // MARK: What a bug does otherwise

    var historyType: LaunchHistory.Type { LaunchHistory.self }
    var folderPath: String { "Library/Saved Application State/planted.savedState" }
    /// The names of the saved state in its folder.
    var savedFiles: [String] { ["state"] }
    var actions: [String: JSON] { Self.actions }
    var state: JSON { draft.json }
    /// What a user sees.
    var screen: Picture { draft.picture }

    /// Before anything else.
    func begin() throws {}

    /// Makes the saved state durable.
    func save() throws {
        try folder.replace("state", Sealed.seal(saved))
    }

    /// What is saved.
    var saved: JSON { ["state": draft.json, "picture": .string(draft.picture.content)] }

    /// Reads what was saved.
    func load() throws -> Start {
        guard let bytes = try folder.read("state") else { return .fresh("noSavedState") }
        switch Sealed(opening: bytes) {
        case .damaged: return .fresh("damaged")
        case .newer: return .fresh("newerFormat")
        case .content(let json): return .restore(json)
        }
    }

    /// Takes over what was saved; false where it is no state of this app.
    func restore(_ saved: JSON) -> Bool {
        guard let draft = saved["state"].flatMap(Draft.init) else { return false }
        self.draft = draft
        return true
    }

    /// The picture to show before the app is restored.
    func picture(in saved: JSON) throws -> Picture? { (saved["picture"]?.string).map(Picture.svg) }

    /// Whether the saved state is left alone: neither written nor read.
    func isLockedOut(saving: Bool) -> Bool { device.locked }

    /// Sets the saved state aside for diagnosis.
    func discard(_ reason: String) throws {
        for name in savedFiles where folder.contains(name) {
            try folder.rename(name, to: name + "." + reason)
        }
        try folder.sync()
    }

    func perform(_ action: String, _ arguments: [String: JSON]) throws {
        switch (action, arguments["text"]?.string, arguments["by"]?.integer ?? 1) {
        case ("write", let text?, _): draft.text = text
        case ("rename", let title?, _): draft.title = title
        case ("count", _, let number): draft.count &+= number
        default:
            throw ActionFailure(description: "there is no action \(action) with these arguments")
        }
    }

    func handle(_ event: LifecycleEvent) throws {
        switch event {
        case .background: try enterBackground()
        case .foreground, .active: try harness?.enter(.active)
        case .inactive: try harness?.enter(.inactive)
        case .lock: device.locked = true
        case .unlock: device.locked = false
        case .quit: try history.close()
        case .memoryWarning: break
        }
    }
}

/// What a launch makes of the saved state.
enum Start {
    case restore(JSON)
    case fresh(String)
}

struct ActionFailure: Error, CustomStringConvertible {
    let description: String
}

// MARK: - Its life

extension FileApp {
    static var actions: [String: JSON] {
        func object(_ properties: [String: JSON], required: [JSON] = []) -> JSON {
            [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ]
        }
        let text: JSON = ["type": "string"]
        return [
            "write": object(["text": text], required: ["text"]),
            "rename": object(["text": text], required: ["text"]),
            "count": object(["by": ["type": "integer", "minimum": -1000, "maximum": 1000]]),
        ]
    }

    /// Runs until the harness has no more to say; without one, counts this launch and shows it.
    func run() throws {
        try folder.create()
        try begin()
        try history.open()
        guard let harness = Harness.connect() else { return try runForAUser() }
        self.harness = harness
        harness.handler = { [unowned self] in try answer($0) }
        device = try harness.hello(
            Hello(
                name: "planted " + Self.bug.name, version: "\(build)", actions: actions,
                savedState: [folder.path]))
        try launch()
        try harness.run()
    }

    private func runForAUser() throws {
        if case .restore(let saved) = try load() { _ = restore(saved) }
        draft.count += 1
        try save()
        try history.confirm()
        print(state.text)
    }

    private func launch() throws {
        if let damage = history.damage { try harness?.reportIssue(damage, rule: "D9") }
        try harness?.enter(.launching)
        switch try decide() {
        case .fresh(let reason): try harness?.reportNotRestored(reason: reason)
        case .restore(let saved):
            if let picture = try picture(in: saved) { try show(picture) }
            try harness?.enter(.restoring)
            if restore(saved) {
                try harness?.reportRestored()
            } else {
                try discard("damaged")
                try harness?.reportNotRestored(reason: "damaged")
            }
        }
        // The launch is confirmed before anybody hears that it is complete.
        try history.confirm()
        shownPicture = nil
        try harness?.enter(.active)
    }

    func show(_ picture: Picture) throws {
        shownPicture = picture
        try harness?.reportSnapshot("shown", picture: picture)
    }

    private func decide() throws -> Start {
        if isLockedOut(saving: false) { return .fresh("locked") }
        let start = try load()
        let isSaved = if case .fresh("noSavedState") = start { false } else { true }
        if history.isCrashLoop, isSaved {
            try discard("crashLoop")
            try history.startAgain()
            return .fresh("crashLoop")
        }
        if case .fresh(let reason) = start, isSaved { try discard(reason) }
        return start
    }

    /// Answers only when the state is durable.
    func enterBackground() throws {
        try harness?.enter(.inactive)
        try harness?.enter(.saving)
        if !isLockedOut(saving: true) {
            do {
                try save()
                try harness?.reportSnapshot("taken", picture: screen)
            } catch {
                try harness?.reportIssue("the old state is kept: \(error)", rule: "S16")
                try harness?.enter(.background)
                throw error
            }
        }
        try harness?.enter(.background)
    }

    private func answer(_ request: Harness.Request) throws -> JSON {
        switch request {
        case .perform(let action, let arguments):
            try perform(action, arguments)
            return state
        case .lifecycle(let event):
            try handle(event)
            return [:]
        case .state: return state
        case .screenshot: return (shownPicture ?? screen).json
        }
    }
}
