/// A pattern for `--filter` and `--skip`: a regular expression that is searched for in
/// `SUITE/SCENARIO`, as `swift test --filter` does it. Plain words are patterns for themselves.
struct NameFilter {
    let text: String
    private let expression: Regex<AnyRegexOutput>

    struct Invalid: Error, CustomStringConvertible {
        var text: String
        var option: String
        var reason: String
        var description: String {
            """
            '\(text)' after \(option) is not a regular expression (\(reason)). Write a backslash before \
            a character that is meant literally
            """
        }
    }

    init(_ text: String, option: String) throws(Invalid) {
        self.text = text
        do { expression = try Regex(text) } catch {
            throw Invalid(text: text, option: option, reason: "\(error)")
        }
    }

    func matches(suite: String, scenario: String) -> Bool {
        "\(suite)/\(scenario)".firstMatch(of: expression) != nil
    }
}
