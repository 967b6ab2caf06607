import CrashStates
import RelaunchProtocol

/// What clients have asked, and what is needed to judge it.
struct ClientsAtWork: Sendable {
    /// The container when they began.
    var base: TemporaryContainer
    /// What was shown then.
    var stateBefore: JSON?
    var actions: [ClientAction] = []
}

/// A copy of a container that is removed with the last that knows it.
final class TemporaryContainer: Sendable {
    let container: Container

    init(copying original: Container, to path: String) throws {
        container = Container(existing: path)
        try original.copy(to: path)
    }

    deinit { try? container.remove() }
}

extension Session {
    /// Has clients work until all are answered, or until the target and they die.
    func work(_ clients: [Client], until kill: ArmedKill?) async throws {
        var clients = clients
        let saves = target.driver.can(.state)
        let before = saves ? try await state() : nil
        try suspend()
        let base = try TemporaryContainer(copying: container, to: runDirectory.newPath())
        try resume()
        caseState.clients = ClientsAtWork(base: base, stateBefore: before)
        let offset = caseState.history.count
        expectEnd(.success)
        let begin = ContinuousClock.now
        let death = kill.map { begin + timeToDeath($0) }
        let limit = max(deadline, death.map { $0 + timeLimit } ?? deadline)
        while clients.contains(where: \.isBusy) {
            if let death, death <= .now { break }
            guard ContinuousClock.now < limit else {
                throw StepFailure.stillRunning(
                    .timedOut, "not all clients are answered", within: timeLimit)
            }
            for index in clients.indices where clients[index].isBusy {
                try advance(&clients[index], since: begin)
            }
            try waitForClients(until: min(limit, death ?? limit))
        }
        let actions = Array(caseState.history[offset...])
        caseState.clients?.actions = actions
        let answered = actions.count { $0.answered != nil }
        log("\(clients.count) clients: \(answered) actions answered")
        guard let kill else {
            if target.driver.savesActions { try await observeSave() }
            return
        }
        if let death { try wait(until: death) }
        if !clients.contains(where: \.isBusy) {
            note("all clients were answered before the kill")
        }
        evidence.isActionInterrupted = target.driver.savesActions
        try await self.kill(
            kill.manner, where: "while \(clients.count) clients were at work", isByTheClock: true)
    }

    private func timeToDeath(_ kill: ArmedKill) -> Duration {
        if case .after(let time) = kill.point { time } else { .zero }
    }

    /// Waits until a process has ended, or soon: what clients and the target write is taken in then.
    private func waitForClients(until limit: ContinuousClock.Instant) throws {
        let ready = try waitForInput(
            [worker.cancellationDescriptor, try supervisor().eventsDescriptor],
            until: min(limit, .now + .milliseconds(5)))
        if ready.contains(worker.cancellationDescriptor) { throw CancellationError() }
        awakeProcess?.drainWhatIsThere()
    }

    /// Takes in what has become of what a client asks, and has it ask the next.
    private func advance(_ client: inout Client, since begin: ContinuousClock.Instant) throws {
        while client.isBusy {
            let request = client.requests[client.done]
            if client.process == nil {
                if client.entry == nil {
                    client.entry = caseState.history.count
                    caseState.history.append(
                        ClientAction(
                            client: client.number, action: request.action,
                            arguments: request.arguments,
                            asked: begin.duration(to: .now).seconds))
                }
                let run = request.runs[client.run]
                client.process = try spawn(
                    run.executable, at: run.path, run.arguments, run.environment)
            }
            guard let process = client.process, let status = try process.waitForExit(until: .now)
            else { return }
            let run = request.runs[client.run]
            let completed = CompletedRun(
                commandText(run.executable, run.arguments), status: status, process.output)
            release(process)
            client.process = nil
            try run.exit.check(completed, "client \(client.number)")
            client.run += 1
            guard client.run == request.runs.count, let entry = client.entry else { continue }
            caseState.history[entry].answered = begin.duration(to: .now).seconds
            caseState.history[entry].answer = State.Format.automatic.value(of: completed.output)
            client.run = 0
            client.entry = nil
            client.done += 1
        }
    }
}
