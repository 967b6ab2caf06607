// In the machine format a control's result is `{"outcome": "declined", "reason": "…"}`; the synthesized
// form would name its values `_0`, which no other language can read as a meaning.

extension ControlResult {
    private enum CodingKeys: String, CodingKey { case outcome, reason }

    private enum Outcome: String, Codable {
        case notNeeded, notRun, declined, detected, passed, errored
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func reason() throws -> String { try container.decode(String.self, forKey: .reason) }
        self =
            switch try container.decode(Outcome.self, forKey: .outcome) {
            case .notNeeded: .notNeeded
            case .notRun: .notRun
            case .declined: .declined(try reason())
            case .detected: .detected(try reason())
            case .passed: .passed
            case .errored: .errored(try reason())
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let (outcome, reason): (Outcome, String?) =
            switch self {
            case .notNeeded: (.notNeeded, nil)
            case .notRun: (.notRun, nil)
            case .declined(let reason): (.declined, reason)
            case .detected(let step): (.detected, step)
            case .passed: (.passed, nil)
            case .errored(let reason): (.errored, reason)
            }
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}
