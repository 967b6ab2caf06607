/// What a scenario has found out about a program: a row of the table that `--measurements` writes.
public struct MeasuredValue: Sendable, Equatable {
    /// The program, such as `Redis`.
    public var program: String
    /// Its version, as it says it itself.
    public var version: String
    /// In which setting of the program; empty for the usual one.
    public var setting: String
    /// What was asked.
    public var question: String
    /// What was measured, in a few words that a scenario can expect.
    public var value: String
    /// What explains it, such as the last line that the program wrote; empty where nothing does.
    public var detail: String

    /// A row. Nothing is checked.
    public init(
        program: String, version: String, setting: String = "", question: String, value: String,
        detail: String = ""
    ) {
        self.program = program
        self.version = version
        self.setting = setting
        self.question = question
        self.value = value
        self.detail = detail
    }
}
