import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The harness's end of Firefox's Marionette: one command after the other, and its answer.
///
/// A message is JSON with its length and a colon before it. A command is an array of 0, its number, its name and
/// its parameters; an answer one of 1, the number, an error or null, and the result.
final class Marionette: BrowserConnection {
    static let words = BrowserWords(
        product: "Firefox", speaker: "Marionette", channel: "connection")

    let process: TargetProcess
    var death: ContinuousClock.Instant?
    var hasSpoken = false
    private var lastID: Int64 = 0
    private var answer: (id: Int64, result: Result<JSON, BrowserRefusal>)?
    private var hasGreeted = false

    init(_ process: TargetProcess) { self.process = process }

    // MARK: The connection

    /// Connects when Firefox has written its port into a file, and waits for its greeting.
    func connect(portIn file: String, in session: isolated Session) throws {
        let what = "Marionette to listen on a port"
        let deadline = session.deadline
        var looks = Looks()
        while !looks.look({ isConnected(toPortIn: file) }) {
            _ = try hasEnded(what)
            let now = ContinuousClock.now
            if let death, death <= now { throw TargetDies() }
            guard now < deadline else { throw isLate(what, in: session) }
            let limits = [deadline, death, now + looks.pause]
            _ = try process.takeInput(until: limits.compactMap { $0 }.min() ?? deadline)
        }
        try wait(for: "the greeting of Marionette", in: session) { hasGreeted ? true : nil }
    }

    private func isConnected(toPortIn file: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: file),
            let port = UInt16(String(decoding: data, as: UTF8.self))
        else { return false }
        return process.connectChannel(toPort: Int(port), reading: LengthPrefixedReader())
    }

    // MARK: Commands

    /// Sends a command, and does not wait.
    @discardableResult
    func send(
        _ command: String, _ params: JSON = [:], until deadline: ContinuousClock.Instant
    ) throws -> Int64 {
        lastID += 1
        let message: JSON = [0, .integer(lastID), .string(command), params]
        let text = Data(message.text.utf8)
        try process.send(Data("\(text.count):".utf8) + text, until: deadline)
        return lastID
    }

    /// Sends a command and waits for its answer.
    ///
    /// - Throws: ``BrowserRefusal``, and what ``wait(for:in:until:)`` throws.
    @discardableResult
    func call(
        _ command: String, _ params: JSON = [:], in session: isolated Session
    ) throws -> JSON {
        let id = try send(command, params, until: session.deadline)
        return try wait(for: "an answer to \(command)", in: session) {
            answer?.id == id ? answer?.result : nil
        }.get()
    }

    func take(_ message: JSON, until deadline: ContinuousClock.Instant) throws {
        if message["marionetteProtocol"] != nil {
            hasGreeted = true
            return
        }
        guard let members = message.array, members.count == 4, let id = members[1].integer
        else { return }
        if members[2] == .null {
            answer = (id, .success(members[3]))
        } else {
            let error = members[2]
            let refusal = BrowserRefusal(
                message: error["message"]?.string ?? error.text, code: error["error"]?.string)
            answer = (id, .failure(refusal))
        }
    }
}

extension BrowserRefusal {
    /// The page went away while Firefox was asked for it.
    var isOfClosedPage: Bool {
        code == "no such window" || message.contains("unloaded") || message.contains("discarded")
    }
}
