import CrashStates
import Relaunch

/// The description of a folder of saved state as lines for people.
struct ArchiveText {
    private(set) var lines: [String] = []

    init(_ description: JSON) {
        for archive in description["archives"]?.array ?? [] { add(archive: archive) }
        if let launches = description["launches"] { add(launches: launches) }
        if let scenes = description["scenes"] { add(scenes: scenes) }
        if let sessions = description["sessions"] { add(sessions: sessions) }
    }

    /// What a target has kept is anybody's text.
    private mutating func line(_ text: String, _ depth: Int = 0) {
        lines.append(String(repeating: "  ", count: depth) + VisibleText.line(text))
    }

    private mutating func add(archive: JSON) {
        var parts = [Self.text(archive["file"])]
        if let bytes = archive["bytes"]?.integer { parts.append("\(bytes) bytes") }
        if let version = archive["formatVersion"]?.integer { parts.append("format \(version)") }
        if let generation = archive["generation"]?.integer { parts.append("save \(generation)") }
        line(parts.joined(separator: " · "))
        if archive["isOfNewerFormat"] != nil {
            line("it is of a newer format; a launch starts fresh on it", 1)
        }
        if let origin = archive["origin"] { add(origin: origin) }
        if let snapshot = archive["snapshot"] { add(snapshot: snapshot) }
        if let application = archive["application"] { add("application", values: application) }
        add(damages: archive)
        let records = archive["records"]?.array ?? []
        let present = Set(records.compactMap { $0["index"]?.integer })
        let roots = records.filter { record in
            record["parent"]?.integer.map { !present.contains($0) } ?? true
        }
        for record in roots { add(record: record, among: records, depth: 1) }
        if let count = archive["recordCount"]?.integer, records.count < Int(count) {
            line("\(records.count) of \(count) records can be read", 1)
        }
    }

    private mutating func add(origin: JSON) {
        var text = "saved"
        if let time = origin["savedAt"]?.string { text += " \(time)" }
        if let age = origin["ageSeconds"]?.integer { text += " (\(Self.age(age)))" }
        text +=
            " by version \(Self.text(origin["bundleVersion"])) on a \(Self.text(origin["idiom"]))"
        line("\(text), system \(Self.text(origin["systemVersion"]))", 1)
    }

    private static func age(_ seconds: Int64) -> String {
        switch seconds {
        case ..<0: "in the future"
        case ..<120: "\(seconds) seconds ago"
        case ..<7200: "\(seconds / 60) minutes ago"
        case ..<172_800: "\(seconds / 3600) hours ago"
        default: "\(seconds / 86_400) days ago"
        }
    }

    private mutating func add(snapshot: JSON) {
        var text = "snapshot: " + (snapshot["file"]?.string ?? "none")
        if let condition = snapshot["condition"]?.string { text += ", \(condition)" }
        if snapshot["isIgnored"] == true { text += "; not to be shown at the next launch" }
        line(text, 1)
    }

    private mutating func add(damages part: JSON) {
        for damage in part["damages"]?.array ?? [] {
            let place = damage["offset"]?.integer.map { " at byte \($0)" } ?? ""
            line("damaged\(place): \(damage["reason"]?.string ?? Self.text(damage))", 1)
        }
    }

    // MARK: Records

    private static let depthLimit = 64

    private mutating func add(record: JSON, among records: [JSON], depth: Int) {
        var text = "\(record["path"]?.array?.last?.string ?? "?") \(Self.text(record["type"]))"
        if record["kind"] != "controller" { text += " (\(Self.text(record["kind"])))" }
        if let name = record["restorationClass"]?.string { text += ", restored by \(name)" }
        if let name = record["storyboard"]?.string { text += ", from storyboard \(name)" }
        line(text, depth)
        for part in ["structure", "state"] {
            for (key, value) in (record[part]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                line(Self.entry(key, value), depth + 2)
            }
        }
        guard depth < Self.depthLimit, let index = record["index"]?.integer else { return }
        for child in records where child["parent"]?.integer == index && child != record {
            add(record: child, among: records, depth: depth + 1)
        }
    }

    private mutating func add(_ title: String, values: JSON) {
        guard let members = values.object, !members.isEmpty else { return }
        line(title, 1)
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            line(Self.entry(key, value), 3)
        }
    }

    private static func entry(_ key: String, _ value: JSON) -> String {
        let text = value["value"]?.text ?? "?"
        let short = text.count > 200 ? text.prefix(200) + "…" : text[...]
        return "\(key): \(Self.text(value["type"])) = \(short)"
    }

    private static func text(_ value: JSON?) -> String { value?.string ?? value?.text ?? "?" }

    // MARK: Beside the archive

    private mutating func add(launches: JSON) {
        line("launches")
        add(damages: launches)
        if launches["isOfNewerFormat"] != nil { return line("of a newer format", 1) }
        guard let crashes = launches["crashesInARow"]?.integer else { return }
        line("\(crashes) crashes in a row before the last launch", 1)
        let isOpen = launches["isOpen"] == true
        line(
            isOpen
                ? "the last launch was not confirmed: it runs, or the next one counts it as a crash"
                : "the last launch was confirmed, or ended well", 1)
        if launches["isExtended"] == true {
            line("its restoration was extended and not completed", 1)
        }
    }

    private mutating func add(scenes part: JSON) {
        line("scenes")
        add(damages: part)
        for (name, values) in (part["scenes"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            add(name, values: values)
        }
    }

    private mutating func add(sessions part: JSON) {
        line("sessions")
        add(damages: part)
        if part["isOfNewerFormat"] != nil { return line("of a newer format", 1) }
        for session in part["sessions"]?.array ?? [] {
            add(session: session, session["isInForeground"] == true ? "on the screen" : "put away")
        }
        for session in part["discarded"]?.array ?? [] { add(session: session, "closed") }
    }

    private mutating func add(session: JSON, _ place: String) {
        var text = "\(Self.text(session["number"])) \(Self.text(session["identifier"]))"
        if let name = session["delegateClass"]?.string { text += " \(name)" }
        line("\(text), \(place)", 1)
        if let activity = session["activity"] {
            let title = activity["title"]?.string.map { " “\($0)”" } ?? ""
            line("activity \(Self.text(activity["type"]))\(title)", 2)
            if let info = activity["userInfo"] { line(Self.entry("userInfo", info), 3) }
        }
        if let info = session["userInfo"] { line(Self.entry("userInfo", info), 2) }
        for (key, value) in (session["values"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            line(Self.entry(key, value), 2)
        }
    }
}
