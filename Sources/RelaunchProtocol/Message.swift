/// One line of the channel between harness and target: a JSON-RPC 2.0 message.
///
/// The article "The target protocol" defines the grammar and the meaning of each method.
public enum Message: Sendable, Equatable {
    /// Asks for an answer under the same id.
    case request(id: Int64, method: String, params: JSON)
    /// Asks for no answer.
    case notification(method: String, params: JSON)
    /// Answers the request of that id.
    case response(id: Int64, result: JSON)
    /// Answers the request of that id, which was refused or failed. `code` is one of ``ErrorCode``;
    /// `text` is for people.
    case failure(id: Int64, code: Int64, text: String)

    /// The longest line that either side accepts, in bytes, without the newline.
    public static let maximumLength = 16 * 1024 * 1024
}

/// The environment variable that holds the number of the channel's file descriptor.
public let channelVariable = "RELAUNCH_CHANNEL"

/// The version of the target protocol that this module speaks.
public let protocolVersion: Int64 = 1

/// The JSON-RPC error codes that the protocol uses.
public enum ErrorCode {
    /// The request cannot be answered now.
    public static let invalidRequest: Int64 = -32600
    /// There is no such method.
    public static let methodNotFound: Int64 = -32601
    /// A parameter is missing or of the wrong type.
    public static let invalidParams: Int64 = -32602
    /// The target tried and failed. The text says why.
    public static let actionFailed: Int64 = -32000
}
