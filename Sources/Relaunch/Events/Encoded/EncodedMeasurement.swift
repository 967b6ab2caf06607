import RelaunchProtocol

/// What a case has found out: a member of `measurements` of a result.
struct EncodedMeasurement: Sendable, Codable {
    var program: String
    var version: String
    var setting: String
    var question: String
    var value: String
    var detail: String

    init(_ measurement: MeasuredValue) {
        program = measurement.program
        version = measurement.version
        setting = measurement.setting
        question = measurement.question
        value = measurement.value
        detail = measurement.detail
    }

    var measurement: MeasuredValue {
        MeasuredValue(
            program: program, version: version, setting: setting, question: question, value: value,
            detail: detail)
    }
}

/// An action of a client: a member of `history` of a result.
struct EncodedClientAction: Sendable, Codable {
    var client: Int
    var action: String
    var arguments: [String: JSON]
    var asked: Double
    var answered: Double?
    var answer: JSON?

    init(_ action: ClientAction) {
        client = action.client
        self.action = action.action
        arguments = action.arguments
        asked = action.asked
        answered = action.answered
        answer = action.answer
    }

    var clientAction: ClientAction {
        ClientAction(
            client: client, action: action, arguments: arguments, asked: asked, answered: answered,
            answer: answer)
    }
}
