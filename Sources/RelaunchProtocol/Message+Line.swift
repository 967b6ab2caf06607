#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Message {
    /// Reads one line, with or without its newline.
    ///
    /// Members that JSON-RPC does not define are ignored. Missing `params` become an empty object.
    ///
    /// - Throws: `notJSON` or `notMessage`, and nothing else, whatever the bytes.
    public init(line: Data) throws(ProtocolError) {
        let members = try Self.members(of: line)
        func malformed(_ reason: String) -> ProtocolError {
            .notMessage(reason: reason, line: ProtocolError.excerpt(of: line))
        }
        guard members["jsonrpc"]?.string == "2.0" else {
            throw malformed("\"jsonrpc\" is not \"2.0\"")
        }
        let id = members["id"]
        if let id, id.integer == nil { throw malformed("\"id\" is not an integer") }

        if let method = members["method"] {
            guard let method = method.string else { throw malformed("\"method\" is not a string") }
            let params = members["params"] ?? .object([:])
            guard params.object != nil else { throw malformed("\"params\" is not an object") }
            guard members["result"] == nil, members["error"] == nil else {
                throw malformed("it has both \"method\" and \"result\" or \"error\"")
            }
            if let id = id?.integer {
                self = .request(id: id, method: method, params: params)
            } else {
                self = .notification(method: method, params: params)
            }
            return
        }
        let result = members["result"]
        let error = members["error"]
        if result == nil, error == nil {
            throw malformed("it has neither \"method\" nor \"result\" nor \"error\"")
        }
        guard let id = id?.integer else { throw malformed("\"id\" is missing") }
        switch (result, error) {
        case (let result?, nil): self = .response(id: id, result: result)
        case (_, let error?):
            guard result == nil else { throw malformed("it has both \"result\" and \"error\"") }
            guard let code = error["code"]?.integer, let text = error["message"]?.string else {
                throw malformed("\"error\" is not an object with \"code\" and \"message\"")
            }
            self = .failure(id: id, code: code, text: text)
        case (nil, nil): throw malformed("it has neither \"result\" nor \"error\"")
        }
    }

    /// The message as it is sent, with the newline at its end.
    ///
    /// JSON has no notation for a number that is not finite: it becomes the string `nan`, `inf` or
    /// `-inf`.
    public var line: Data {
        var members: JSON.Members = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            members["id"] = .integer(id)
            members["method"] = .string(method)
            members["params"] = params
        case .notification(let method, let params):
            members["method"] = .string(method)
            members["params"] = params
        case .response(let id, let result):
            members["id"] = .integer(id)
            members["result"] = result
        case .failure(let id, let code, let text):
            members["id"] = .integer(id)
            members["error"] = ["code": .integer(code), "message": .string(text)]
        }
        var line = JSON.object(members).data()
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func members(of line: Data) throws(ProtocolError) -> JSON.Members {
        let json: JSON
        do {
            json = try JSON(parsing: line)
        } catch {
            throw .notJSON(reason: error.description, line: ProtocolError.excerpt(of: line))
        }
        guard let members = json.object else {
            throw .notMessage(reason: "it is not an object", line: ProtocolError.excerpt(of: line))
        }
        return members
    }
}
