import RelaunchProtocol

/// One action of one client, of those that ``Concurrently`` had at work at the same time.
///
/// All of a case are its history: a checker of consistency reads when each was asked and answered.
public struct ClientAction: Sendable, Equatable {
    /// Which client asked, counted from 0.
    public var client: Int
    /// The action's name; for a command that is no action, the command.
    public var action: String
    /// Its arguments.
    public var arguments: [String: JSON]
    /// When it was asked, in seconds since the clients began.
    public var asked: Double
    /// When it was answered with success; nil where it never was.
    public var answered: Double?
    /// What was answered; nil where nothing was.
    public var answer: JSON?

    /// An action of a history. Nothing is checked.
    public init(
        client: Int, action: String, arguments: [String: JSON], asked: Double,
        answered: Double? = nil, answer: JSON? = nil
    ) {
        self.client = client
        self.action = action
        self.arguments = arguments
        self.asked = asked
        self.answered = answered
        self.answer = answer
    }
}
