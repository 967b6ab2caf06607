import RelaunchProtocol

/// Has several clients of a service at work at the same time, and kills the service meanwhile if it is told
/// to.
///
/// ```swift
/// Launch()
/// Concurrently(4, killedAt: .after(.milliseconds(80))) { client in
///     for number in 1...20 {
///         Perform("set", ["key": .string("\(client)-\(number)"), "value": "x"])
///     }
/// }
/// Launch()
/// Expect(.answeredActions)
/// ```
///
/// Each client asks one action after the other, and begins the next when it is answered. What each asked and
/// when it was answered is the case's history, in its result.
public struct Concurrently: Step {
    /// How many clients there are.
    public let clients: Int
    /// When the service and its clients die; nil where all are answered.
    public let killPoint: KillPoint?
    /// How they die.
    public let manner: Kill.Manner
    private let steps: @Sendable (Int) -> [any Step]
    public let location: FileLocation

    /// - Parameters:
    ///   - clients: how many clients there are.
    ///   - killPoint: a time, `.after(…)` or `.within(…)`, from when they begin.
    ///   - manner: how the service dies. Its clients die with it.
    ///   - steps: what each client asks, by its number from 0: `Perform`, or `Run`.
    public init(
        _ clients: Int, killedAt killPoint: KillPoint? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: @escaping @Sendable (Int) -> [any Step]
    ) {
        self.clients = clients
        self.killPoint = killPoint
        self.manner = manner
        self.steps = steps
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// The same where all clients ask the same.
    public init(
        _ clients: Int, killedAt killPoint: KillPoint? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: @escaping @Sendable () -> [any Step]
    ) {
        self.init(
            clients, killedAt: killPoint, by: manner, fileID: fileID, file: file, line: line,
            column: column, { _ in steps() })
    }

    public var text: String {
        let inner = steps(0).map(\.text).joined(separator: "; ")
        let death = killPoint.map { ", killedAt: \($0.source)" } ?? ""
        return "Concurrently(\(clients)\(death)) { \(shortened(inner)) }"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if !(1...64).contains(clients) {
            rehearsal.problem("\(clients) clients are not possible here; have 1 to 64")
        }
        if let killPoint, killPoint.hold != nil {
            rehearsal.problem(
                "clients report no phases; kill the service `.after(…)` or `.within(…)`")
        }
        rehearsal.refuseInside("clients that work at the same time")
        if rehearsal.commandsAreLaunches {
            rehearsal.problem("a command serves no clients; take a target such as `.service(…)`")
        }
        rehearsal.needsRunning()
        for client in 0..<max(0, min(clients, 64)) {
            for step in steps(client) {
                if let problem = problem(of: step, in: rehearsal.target?.interface) {
                    return rehearsal.problem(problem)
                }
                if !(step is Run) { step.rehearse(&rehearsal) }
            }
        }
        manner.rehearse(&rehearsal)
        if killPoint != nil { rehearsal.die() }
    }

    /// Why a client cannot ask this.
    private func problem(of step: any Step, in interface: TargetInterface?) -> String? {
        let commands: [any Step]
        switch step {
        case let run as Run where run.killPoint == nil: return nil
        case let perform as Perform where perform.killPoint == nil:
            commands = interface?.steps(of: perform) ?? []
        default:
            return
                "a client can `Perform(…)` and `Run(…)`, and dies with the service alone; not so: "
                + step.text
        }
        guard let other = commands.first(where: { !($0 is Run) }) else { return nil }
        return "clients work at the same time with actions that are made of `Run(…)`; not so: "
            + other.text
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let clients = (0..<clients).map { number in
            Client(
                number: number,
                requests: steps(number).map { Client.Request($0, session.target.interface) })
        }
        try await session.work(clients, until: session.arm(killPoint, by: manner))
        return .step
    }
}

/// A client that asks one thing after the other.
struct Client {
    /// One thing that it asks.
    struct Request: Sendable {
        var action: String
        var arguments: [String: JSON]
        var runs: [Run]
        /// Whether it is an action of the suite, that can be asked again.
        var isAction: Bool

        init(_ step: any Step, _ interface: TargetInterface) {
            if let perform = step as? Perform {
                action = perform.action
                arguments = perform.arguments
                runs = interface.steps(of: perform).compactMap { $0 as? Run }
                isAction = true
            } else {
                action = step.text
                arguments = [:]
                runs = [step].compactMap { $0 as? Run }
                isAction = false
            }
        }
    }

    let number: Int
    var requests: [Request]
    /// How many of the requests are done.
    var done = 0
    /// The place in the history of what it asks now.
    var entry: Int?
    /// Which command of it runs.
    var run = 0
    var process: TargetProcess?

    init(number: Int, requests: [Request]) {
        self.number = number
        self.requests = requests
    }

    var isBusy: Bool { done < requests.count }
}
