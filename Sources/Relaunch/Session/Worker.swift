import CrashStates
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that carries out cases, one at a time, with a supervisor of its own.
///
/// It is the executor of its sessions: what runs there may block as long as its waits have deadlines,
/// and nobody else is held up. Each wait also watches `cancellationDescriptor`.
package final class Worker: SerialExecutor {
    private let queue = Locked(Queue())
    private nonisolated(unsafe) let wakeup: UnsafeMutablePointer<sem_t>
    private let cancellation: (read: Int32, write: Int32)
    private let watched = Locked(Watched())
    private let growth = Locked(GrowthWatch())

    private struct Queue {
        var jobs: [UnownedJob] = []
        var isStopped = false
        var whenStopped: CheckedContinuation<Void, Never>?
        /// Made when first needed, and used on the worker's thread alone.
        nonisolated(unsafe) var supervisor: Supervisor?
    }

    /// What tells whether the present step still waits for something now and then, and what it is about.
    private struct Watched {
        /// The present step, and those inside it.
        var steps: [(step: any Step, begin: ContinuousClock.Instant)] = []
        /// The case in which it is carried out, with the branches that led to it.
        var identity: CaseIdentity?
        /// The process that was spawned last, and what was said with it.
        var process: (id: Int32, messages: MessageLog)?
        /// The end of the latest wait; nil while one goes on.
        var lastSign: ContinuousClock.Instant?
        var isAbandoned = false
        var trace: (@Sendable (TracedMessage) -> Void)?
        /// Until when the case has to have ended.
        var limit: CaseLimit?
    }

    /// - Parameter other: A worker with which this one is cancelled.
    package init(cancelledWith other: Worker? = nil) throws {
        cancellation = try other?.copyOfCancellation() ?? makePipe()
        wakeup = .allocate(capacity: 1)
        sem_init(wakeup, 0, 0)
        let thread = DetachedThread { [self] in
            Self.current.set(self)
            run()
        }
        try thread.start()
    }

    deinit {
        close(cancellation.read)
        close(cancellation.write)
        sem_destroy(wakeup)
        wakeup.deallocate()
    }

    private func copyOfCancellation() throws -> (read: Int32, write: Int32) {
        let read = fcntl(cancellation.read, F_DUPFD_CLOEXEC, 0)
        let write = fcntl(cancellation.write, F_DUPFD_CLOEXEC, 0)
        guard read >= 0, write >= 0 else {
            let errno = Errno(rawValue: errno)
            for file in [read, write] where file >= 0 { close(file) }
            throw errno
        }
        return (read, write)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
        sem_post(wakeup)
    }

    private func run() {
        while true {
            while sem_wait(wakeup) != 0 {}
            let (jobs, isStopped) = queue.withLock { queue in
                defer { queue.jobs.removeAll(keepingCapacity: true) }
                return (queue.jobs, queue.isStopped)
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            if isStopped, jobs.isEmpty { break }
        }
        queue.withLock { queue in
            queue.supervisor = nil
            queue.whenStopped?.resume()
            queue.whenStopped = nil
        }
    }

    // MARK: Signs of life

    /// The worker whose thread this is.
    static let current = ThreadLocal()

    /// Notes the step that begins on this worker, or that none is carried out any more.
    func begin(_ step: (any Step)?) {
        watched.withLock { watched in
            watched.steps = step.map { [($0, .now)] } ?? []
            watched.lastSign = .now
        }
    }

    /// Notes a step that is carried out inside the present one, until `leaveStep`.
    func enter(_ step: any Step) { watched.withLock { $0.steps.append((step, .now)) } }

    func leaveStep() { watched.withLock { _ = $0.steps.popLast() } }

    /// Notes the case in which the next steps are carried out.
    func follow(_ identity: CaseIdentity) { watched.withLock { $0.identity = identity } }

    /// Has every message with a process of this worker traced.
    func trace(_ sink: (@Sendable (TracedMessage) -> Void)?) {
        watched.withLock { $0.trace = sink }
    }

    /// Traces a message with a process.
    func trace(_ entry: MessageLog.Entry, with process: Int32) {
        let (sink, identity) = watched.withLock { ($0.trace, $0.identity) }
        sink?(TracedMessage(identity: identity, process: process, entry: entry))
    }

    var isTraced: Bool { watched.withLock { $0.trace != nil } }

    /// Notes a process and what is said with it.
    func follow(_ process: Int32, _ messages: MessageLog) {
        watched.withLock { $0.process = (process, messages) }
    }

    /// What it does at this moment. From any thread.
    var status: WorkerStatus {
        let watched = watched.withLock { $0 }
        return WorkerStatus(
            branches: watched.identity?.branches ?? [],
            steps: watched.steps.map { step, begin in
                WorkerStatus.RunningStep(
                    text: step.text, location: step.location.description,
                    seconds: begin.duration(to: .now).seconds)
            },
            process: watched.process?.id, messages: watched.process?.messages.last ?? [])
    }

    /// Notes that the thread begins to wait for something that has a deadline, or goes on after it.
    func isWaiting(_ isWaiting: Bool) {
        watched.withLock { $0.lastSign = isWaiting ? nil : .now }
    }

    /// The step that is carried out, where nothing was waited for that long.
    func stepWithoutWait(for limit: Duration) -> (any Step)? {
        watched.withLock { watched in
            guard let step = watched.steps.first?.step, let last = watched.lastSign,
                last.duration(to: .now) > limit
            else { return nil }
            return step
        }
    }

    /// Gives up a thread that does not come back; it ends with the process.
    func abandon() { watched.withLock { $0.isAbandoned = true } }

    var isAbandoned: Bool { watched.withLock { $0.isAbandoned } }

    /// Every wait ends there with the failure of the case.
    func limit(_ limit: CaseLimit?) { watched.withLock { $0.limit = limit } }

    var caseLimit: CaseLimit? { watched.withLock { $0.limit } }

    /// Becomes readable, and stays so, once the worker is to stop.
    package var cancellationDescriptor: Int32 { cancellation.read }

    /// Makes every wait on this worker throw `CancellationError`, now and from now on.
    package func cancel() {
        var byte: UInt8 = 1
        write(cancellation.write, &byte, 1)
    }

    /// Ends the thread and the supervisor when what is queued has been done, and waits for that.
    package func stop() async {
        await withCheckedContinuation { continuation in
            queue.withLock { queue in
                queue.isStopped = true
                queue.whenStopped = continuation
            }
            sem_post(wakeup)
        }
    }

    /// The worker's supervisor. On the worker's thread only.
    package func supervisor() throws -> Supervisor {
        if let supervisor = queue.withLock({ $0.supervisor }) { return supervisor }
        let supervisor = try Supervisor()
        queue.withLock { $0.supervisor = supervisor }
        return supervisor
    }

    /// When to look at how large what has been spawned is; nil where it may take all.
    var nextLookAtGrowth: ContinuousClock.Instant? { growth.withLock { $0.next } }

    /// Looks at it where it is time to. On the worker's thread only.
    func lookAtGrowth() throws {
        guard growth.withLock({ $0.isDue() }), let supervisor = queue.withLock({ $0.supervisor })
        else { return }
        try GrowthWatch.check(supervisor.processes())
    }

    /// Gives up a supervisor that does not answer or cannot prove a death: it is ended, with all that is
    /// below it, and the next case gets another one. On the worker's thread only.
    func dropSupervisor() {
        // Its end takes a while: not under the lock.
        let dropped = queue.withLock { queue in
            defer { queue.supervisor = nil }
            return queue.supervisor
        }
        withExtendedLifetime(dropped) {}
    }
}

/// A worker for each thread that is one's own.
final class ThreadLocal: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        self.key = key
    }

    /// Held by its thread, which holds the worker as long as it lives.
    func set(_ worker: Worker) {
        pthread_setspecific(key, Unmanaged.passUnretained(worker).toOpaque())
    }

    var worker: Worker? {
        pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A thread could not be made: always a fault of the machine.
struct ThreadError: Error, CustomStringConvertible {
    let errno: Errno

    var description: String {
        "no thread can be made: \(errno). Is the machine out of processes or memory?"
    }
}

/// A detached thread with a closure.
struct DetachedThread {
    let body: @Sendable () -> Void

    func start() throws {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let code = Shortage.waitingOut {
            pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
                    return nil
                }, box.toOpaque())
        }
        guard code == 0 else {
            box.release()
            throw ThreadError(errno: Errno(rawValue: code))
        }
        pthread_detach(thread)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
