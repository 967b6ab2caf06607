import Relaunch
import RelaunchProtocol

// How the profile of a target is written into a file: what other modules say of a target has no form of its own there.

/// A part of a profile that is not kept.
@propertyWrapper
package struct NotKept<Value: Sendable>: Sendable, Codable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
    package init(from decoder: any Decoder) throws { wrappedValue = nil }
    package func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
    package func decode<Value>(
        _ type: NotKept<Value>.Type, forKey key: Key
    ) throws -> NotKept<Value> {
        NotKept(wrappedValue: nil)
    }
}

extension Hello: Codable {
    public init(from decoder: any Decoder) throws {
        guard let hello = Hello(try JSON(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "it is no hello"))
        }
        self = hello
    }

    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension LaunchRecord: Codable {
    private enum CodingKeys: CodingKey {
        case hello, phases, skipped, isRestored, snapshots, callbacks, issues, picture, dropped
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        hello = try container.decodeIfPresent(Hello.self, forKey: .hello)
        phases = try container.decode([String].self, forKey: .phases)
            .compactMap(Phase.init(rawValue:))
        if try container.decode(Bool.self, forKey: .isRestored) { restoration = .restored }
        if let reason = try container.decodeIfPresent(String.self, forKey: .skipped) {
            restoration = .skipped(reason: reason)
        }
        snapshots = try container.decode([Snapshot].self, forKey: .snapshots)
        callbacks = try container.decode([String].self, forKey: .callbacks)
        issues = try container.decode([Issue].self, forKey: .issues)
        screenWithSnapshot = try container.decodeIfPresent(Picture.self, forKey: .picture)
        dropped = try container.decode(Int.self, forKey: .dropped)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(hello, forKey: .hello)
        try container.encode(phases.map(\.rawValue), forKey: .phases)
        try container.encode(restoration == .restored, forKey: .isRestored)
        if case .skipped(let reason) = restoration {
            try container.encode(reason, forKey: .skipped)
        }
        try container.encode(snapshots, forKey: .snapshots)
        try container.encode(callbacks, forKey: .callbacks)
        try container.encode(issues, forKey: .issues)
        try container.encodeIfPresent(screenWithSnapshot, forKey: .picture)
        try container.encode(dropped, forKey: .dropped)
    }
}

extension LaunchRecord.Issue: Codable {
    private enum CodingKeys: CodingKey { case text, rule, code }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .text),
            rule: try container.decodeIfPresent(String.self, forKey: .rule),
            code: try container.decodeIfPresent(String.self, forKey: .code))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(rule, forKey: .rule)
        try container.encodeIfPresent(code, forKey: .code)
    }
}

extension LaunchRecord.Snapshot: Codable {
    private enum CodingKeys: CodingKey { case event, reason, picture }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            event: try container.decode(String.self, forKey: .event),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            picture: try container.decodeIfPresent(Picture.self, forKey: .picture))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(picture, forKey: .picture)
    }
}

extension Picture: Codable {
    private enum CodingKeys: CodingKey { case mediaType, content, isText }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            mediaType: try container.decode(String.self, forKey: .mediaType),
            content: try container.decode(String.self, forKey: .content),
            isText: try container.decode(Bool.self, forKey: .isText))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mediaType, forKey: .mediaType)
        try container.encode(content, forKey: .content)
        try container.encode(isText, forKey: .isText)
    }
}

extension StepFailure: Codable {
    private enum CodingKeys: CodingKey { case blame, kind, message, expected, actual, difference }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            blame: Failure.Blame(rawValue: try container.decode(String.self, forKey: .blame))
                ?? .harness,
            kind: Failure.Kind(rawValue: try container.decode(String.self, forKey: .kind)),
            try container.decode(String.self, forKey: .message),
            expected: try container.decodeIfPresent(String.self, forKey: .expected),
            actual: try container.decodeIfPresent(String.self, forKey: .actual),
            difference: try container.decodeIfPresent(String.self, forKey: .difference))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(blame.rawValue, forKey: .blame)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(expected, forKey: .expected)
        try container.encodeIfPresent(actual, forKey: .actual)
        try container.encodeIfPresent(difference, forKey: .difference)
    }
}
