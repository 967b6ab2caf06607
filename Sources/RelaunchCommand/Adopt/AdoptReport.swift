/// What `relaunch adopt` asks of the program that rewrites sources.
struct AdoptRequest: Codable {
    /// The texts of the files.
    var files: [String]
    /// Whether an attribute that Linux cannot compile stays, under `#if`.
    var keepsAttributes: Bool
}

/// What that program has made of the files.
struct AdoptReport: Codable {
    /// A kind of change.
    enum Change: String, Codable, CaseIterable {
        case attribute, entryPoint, importing, selector, selectorName, keyPath, signature, override,
            optional, lazy
    }

    /// Something about a place.
    struct Remark: Codable {
        /// Counted from 1, in the text that the report has of the file.
        var line: Int
        var column: Int
        var text: String
    }

    struct File: Codable {
        /// The text as it is after the changes.
        var text: String
        /// How often each kind of change was made.
        var changes: [Change: Int] = [:]
        /// What is left to a person, and why.
        var left: [Remark] = []
        /// Where the file is no Swift. Then nothing was changed in any file.
        var syntaxErrors: [Remark] = []
    }

    /// One for each file of the request.
    var files: [File]
}
