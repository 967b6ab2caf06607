import RelaunchProtocol

extension Harness.Request {
    /// Why a request cannot be answered.
    struct Refusal: Error, Equatable {
        var code: Int64
        var text: String
    }

    /// Reads a request of the harness.
    static func reading(method: String, params: JSON) -> Result<Self, Refusal> {
        switch method {
        case Method.state: .success(.state)
        case Method.screenshot: .success(.screenshot)
        case Method.perform: perform(params)
        case Method.lifecycle: lifecycle(params)
        default:
            .failure(
                Refusal(
                    code: ErrorCode.methodNotFound, text: "there is no method \"\(method)\""))
        }
    }

    private static func perform(_ params: JSON) -> Result<Self, Refusal> {
        guard let action = params["action"]?.string else {
            return .failure(
                Refusal(code: ErrorCode.invalidParams, text: "perform: \"action\" is not a string"))
        }
        guard let arguments = (params["arguments"] ?? [:]).object else {
            return .failure(
                Refusal(
                    code: ErrorCode.invalidParams, text: "perform: \"arguments\" is not an object"))
        }
        return .success(.perform(action: action, arguments: arguments.dictionary))
    }

    private static func lifecycle(_ params: JSON) -> Result<Self, Refusal> {
        let name = params["event"] ?? .null
        guard let event = name.string.flatMap(LifecycleEvent.init(rawValue:)) else {
            return .failure(
                Refusal(
                    code: ErrorCode.invalidParams, text: "lifecycle: unknown event \(name.text)"))
        }
        return .success(.lifecycle(event))
    }
}
