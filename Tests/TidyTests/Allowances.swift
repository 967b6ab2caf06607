/// What is not yet as it should be: the only table to edit when something gets better.
///
/// A number here is a limit that may shrink and never grows. An empty table is the aim.
enum Allowances {
    /// The least share of documented public declarations, in percent, of a module that is not at 100.
    static let documentation: [String: Double] = [:]

    /// The files that may be longer than the limit, with the lines that they may have.
    static let fileLengths: [String: Int] = [:]

    /// The files that may hold longer functions than the limit, with the lines of the longest.
    static let functionLengths: [String: Int] = [:]

    /// How often a banned word may still occur.
    static let words: [String: Int] = [:]

    /// Imports that a folder may not have, and still has: "file: module".
    static let imports: Set<String> = []
}
