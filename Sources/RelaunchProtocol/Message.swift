/// One line of the channel between harness and target: a JSON-RPC 2.0 message.
///
/// The grammar and the meaning of each method are in the article "The target protocol".
public enum Message: Sendable, Equatable {
    /// To be answered under the same id.
    case request(id: Int64, method: String, params: JSON)
    /// Not answered.
    case notification(method: String, params: JSON)
    /// The answer to the request of that id.
    case response(id: Int64, result: JSON)
    /// The answer to a request that was refused or failed.
    case failure(id: Int64, code: Int64, text: String)

    /// The longest line that either side accepts, in bytes, without the newline.
    public static let maximumLength = 16 * 1024 * 1024
}

/// The environment variable with the descriptor number of the channel.
public let channelVariable = "RELAUNCH_CHANNEL"

/// The version of the target protocol that this module speaks.
public let protocolVersion: Int64 = 1

/// JSON-RPC's error codes, as far as the protocol uses them.
public enum ErrorCode {
    /// The request is none that can be answered now.
    public static let invalidRequest: Int64 = -32600
    /// There is no such method.
    public static let methodNotFound: Int64 = -32601
    /// A parameter is missing or of the wrong kind.
    public static let invalidParams: Int64 = -32602
    /// It was tried and could not be done; the text says why.
    public static let actionFailed: Int64 = -32000
}
