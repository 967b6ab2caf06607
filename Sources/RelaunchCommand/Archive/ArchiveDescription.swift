import CrashStates
import Relaunch
import RestorationArchive

/// What is in a folder of saved state, as one JSON value; people are shown the same.
struct ArchiveDescription {
    let folder: SavedStateFolder
    let now: Date

    var json: JSON {
        var members: [String: JSON] = ["path": .string(folder.path)]
        members["archives"] = .array(folder.archives.map(archive(named:)))
        members["launches"] = history
        members["scenes"] = scenes
        members["sessions"] = sessions
        return .object(members)
    }

    private static let whole = "whole"

    /// Whether something cannot be read, or the snapshot is not the one that was taken.
    static func hasDamage(_ json: JSON) -> Bool {
        let parts =
            (json["archives"]?.array ?? [])
            + ["launches", "scenes", "sessions"].compactMap { json[$0] }
        let snapshot = json["archives"]?.array?.first?["snapshot"]?["condition"]?.string
        return parts.contains { !($0["damages"]?.array ?? []).isEmpty }
            || snapshot.map { $0 != Self.whole } ?? false
    }

    // MARK: The archive

    private func archive(named name: String) -> JSON {
        guard let bytes = folder.bytes(of: name) else {
            return ["file": .string(name), "damages": ["it cannot be read"]]
        }
        let reading = ArchiveReading(file: bytes)
        var members: [String: JSON] = [
            "file": .string(name), "bytes": .integer(Int64(bytes.count)),
            "damages": .array(reading.damages.map(Self.damage)),
            "records": .array(reading.records.map(record)),
        ]
        members["formatVersion"] = reading.version.map { .integer(Int64($0)) }
        if reading.isOfNewerFormat { members["isOfNewerFormat"] = true }
        if let count = reading.recordCount { members["recordCount"] = .integer(Int64(count)) }
        if let head = reading.head {
            members["generation"] = .integer(Int64(head.generation))
            members["origin"] = origin(head.origin)
            members["snapshot"] = snapshot(of: head)
            members["application"] = Self.values(head.application)
        }
        return .object(members)
    }

    private static func damage(_ damage: RestorationArchive.Damage) -> JSON {
        var members: [String: JSON] = [
            "reason": .string(damage.reason), "offset": .integer(Int64(damage.offset)),
        ]
        members["record"] = damage.record.map { .integer(Int64($0)) }
        return .object(members)
    }

    private func origin(_ origin: StateArchive.Origin) -> JSON {
        let date = Date(timeIntervalSinceReferenceDate: origin.timestamp)
        let idiom = [0: "phone", 1: "pad"][origin.idiom] ?? "idiom \(origin.idiom)"
        var members: [String: JSON] = [
            "bundleVersion": .string(origin.bundleVersion), "idiom": .string(idiom),
            "systemVersion": .string(origin.systemVersion),
        ]
        // A damaged time may lie beyond every calendar.
        if abs(origin.timestamp) < 1e11 {
            members["savedAt"] = .string(date.ISO8601Format())
            members["ageSeconds"] = .integer(Int64(now.timeIntervalSince(date)))
        }
        return .object(members)
    }

    private func snapshot(of head: StateArchive) -> JSON {
        var members: [String: JSON] = ["isIgnored": .bool(head.ignoresSnapshot)]
        if let name = head.snapshotName {
            members["file"] = .string(name)
            let bytes = SavedState.snapshotNames.contains(name) ? folder.bytes(of: name) : nil
            members["condition"] =
                switch bytes {
                case nil: "missing"
                case let bytes? where head.ownsSnapshot(bytes): .string(Self.whole)
                default: "not the one that was taken with this save"
                }
        }
        return .object(members)
    }

    private func record(_ index: Int, _ record: StateArchive.Record) -> JSON {
        var members: [String: JSON] = [
            "index": .integer(Int64(index)), "kind": .string("\(record.kind)"),
            "path": .array(record.path.map(JSON.string)),
            "type": .string(TypeName.demangled(record.type)),
            "state": Self.values(record.state), "structure": Self.values(record.structure),
        ]
        if record.position > 0 { members["position"] = .integer(Int64(record.position)) }
        members["restorationClass"] = record.restorationType.map { .string(TypeName.demangled($0)) }
        members["storyboard"] = record.storyboard.map(JSON.string)
        members["parent"] = record.parent.map { .integer(Int64($0)) }
        return .object(members)
    }

    // MARK: Beside it

    private var history: JSON? {
        guard let bytes = folder.bytes(of: SavedState.historyName) else { return nil }
        do {
            let record = try LaunchRecord(file: bytes)
            return [
                "crashesInARow": .integer(Int64(record.crashes)), "isOpen": .bool(record.isOpen),
                "isExtended": .bool(record.isExtended), "damages": [],
            ]
        } catch { return Self.unusable(error) }
    }

    static func unusable(_ error: UnusableFile) -> JSON {
        switch error {
        case .damaged(let damage): ["damages": [Self.damage(damage)]]
        case .newerFormat(let version):
            ["isOfNewerFormat": true, "formatVersion": .integer(Int64(version)), "damages": []]
        }
    }

    // MARK: Values

    static func values(_ values: KeyedValues) -> JSON {
        .object(values.values.mapValues { value($0, values.objects) })
    }

    /// A value with its type.
    static func value(_ value: StateValue, _ objects: [KeyedValues.Object]) -> JSON {
        [
            "type": .string(TypeName.demangled(value.typeDescription)),
            "value": plain(value, objects),
        ]
    }

    private static func plain(
        _ value: StateValue, _ objects: [KeyedValues.Object], depth: Int = 0
    ) -> JSON {
        func inner(_ value: StateValue) -> JSON { plain(value, objects, depth: depth + 1) }
        switch value {
        case .bool(let value): return .bool(value)
        case .int32(let value): return .integer(Int64(value))
        case .int64(let value): return .integer(value)
        case .int(let value): return .integer(Int64(value))
        case .float(let value): return number(Double(value))
        case .double(let value): return number(value)
        case .null: return .null
        case .string(let text), .url(let text), .uuid(let text): return .string(text)
        case .object(_, .data(let json)):
            return (try? JSON(parsing: Data(json))) ?? .string("\(json.count) bytes")
        case .data(let bytes): return .string("\(bytes.count) bytes")
        case .date(let seconds):
            guard abs(seconds) < 1e11 else { return .number(seconds) }
            return .string(Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format())
        case .indexPath(let indexes): return .array(indexes.map { .integer(Int64($0)) })
        case .array(let elements), .set(let elements): return .array(elements.map(inner))
        case .dictionary(let parts):
            return .array(
                stride(from: 0, to: parts.count - 1, by: 2).map {
                    [inner(parts[$0]), inner(parts[$0 + 1])]
                })
        case .boxed(let value), .object(_, let value): return inner(value)
        case .reference(let index): return .string("record \(index)")
        case .codable(_, let json):
            return (try? JSON(parsing: Data(json))) ?? .string("\(json.count) bytes of JSON")
        case .instance(let index):
            // Objects may lead round in a circle.
            guard objects.indices.contains(index), depth < 8 else {
                return .string("object \(index)")
            }
            let object = objects[index]
            return [
                "class": .string(TypeName.demangled(object.type)),
                "values": .object(object.values.mapValues(inner)),
            ]
        }
    }

    /// JSON cannot say “not a number”.
    private static func number(_ value: Double) -> JSON {
        value.isFinite ? .number(value) : .string("\(value)")
    }
}
