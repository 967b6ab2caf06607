import CrashStates

/// Workers that are made when they are needed and used again.
package final class WorkerPool: Sendable {
    private struct State {
        var all: [Worker] = []
        var free: [Worker] = []
        var isCancelled = false
        var trace: (@Sendable (TracedMessage) -> Void)?
    }

    private let state = Locked(State())

    package init() {}

    /// A worker that nobody else uses.
    package func take() throws -> Worker {
        try state.withLock { state in
            if let worker = state.free.popLast() { return worker }
            let worker = try Worker()
            worker.trace(state.trace)
            if state.isCancelled { worker.cancel() }
            state.all.append(worker)
            return worker
        }
    }

    /// Has the messages of all workers traced that are made from now on.
    package func trace(_ sink: @escaping @Sendable (TracedMessage) -> Void) {
        state.withLock { $0.trace = sink }
    }

    /// Takes a worker back, but for one whose thread does not come back.
    package func give(_ worker: Worker) {
        state.withLock { state in
            if worker.isAbandoned {
                state.all.removeAll { $0 === worker }
            } else {
                state.free.append(worker)
            }
        }
    }

    /// Ends every wait of every worker, now and from now on.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            for worker in state.all { worker.cancel() }
        }
    }

    /// Ends the workers, each with its supervisor, and waits for that.
    package func stop() async {
        let workers = state.withLock { state in
            defer {
                state.all.removeAll()
                state.free.removeAll()
            }
            return state.all
        }
        for worker in workers { await worker.stop() }
    }
}
