import CrashStates
import RealDisk

/// Cuts the power of one real disk, on a worker of its own, which alone sees what is mounted.
actor RealDiskVisitor {
    nonisolated let worker: Worker
    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    private let check: RealDiskCheck
    private let tally: BranchTally
    /// The steps are carried out once in each.
    private let rounds: [Round]
    private var figures = Figures()
    private var seen: Set<Seen> = []
    private var missed: Set<Digest> = []
    private var failures: [Failure] = []
    private var kept: KeptBranch?

    /// How the steps are carried out once.
    private struct Round {
        var number: Int
        /// The numbers of its images.
        var images: Range<Int>
        /// Whether others have the file system written back meanwhile.
        var isWrittenBack: Bool
        /// Whether the disk does some writes late, in another order.
        var isReordered: Bool
    }

    /// What came of one round.
    private struct Carried {
        var recorded: RecordedSteps
        var start: Session.ForkPoint
        var container: String
        var prediction: RealDiskPrediction
    }

    private struct Figures {
        var visited = 0
        var relaunched = 0
        var unknown = 0
        var mapped = 0
    }

    /// States are judged by what is on the disk, and by whether all had been acknowledged.
    private struct Seen: Hashable {
        var digest: Digest
        var isAcknowledged: Bool
    }

    init(_ check: RealDiskCheck, on worker: Worker) {
        self.check = check
        self.worker = worker
        tally = BranchTally(check.paths.runner, announce: check.announce)
        let kinds = min(3, check.images)
        var first = 1
        rounds = (0..<kinds).map { number in
            let count = check.images / kinds + (number < check.images % kinds ? 1 : 0)
            defer { first += count }
            return Round(
                number: number, images: first..<first + count, isWrittenBack: number > 0,
                isReordered: number == 2)
        }
    }

    private var sweep: SweepInProgress { check.sweep }
    private var runner: CaseRunner { check.paths.runner }
    private var system: DiskFileSystem { check.system }

    /// Visits the images.
    ///
    /// - Parameter folder: An empty directory for mounts.
    func run(in folder: String) async throws -> RealDiskCheck.Outcome {
        let mounts = try PrivateMounts.enter(at: folder)
        let disk = try LoggedDisk(
            system, named: "disk", in: mounts, supervisor: worker.supervisor())
        defer { disk.end() }
        for round in rounds where check.only.map(round.images.contains) ?? true {
            try await carryOut(round, on: disk)
        }
        if let only = check.only, figures.visited == 0 {
            failures.append(
                harnessFailure(
                    "there is no image \(only) this time: a real disk writes in another order each "
                        + "time; run the whole scenario again"))
        }
        return outcome
    }

    private var outcome: RealDiskCheck.Outcome {
        let causes = tally.all.map { cause in
            var failure = cause.summary(below: sweep.branches.count, as: "real images")
            failure.isOnRealDisk = true
            return failure
        }
        var outcome = RealDiskCheck.Outcome(
            failures: failures + causes, launches: tally.launches, kept: kept ?? tally.kept)
        outcome.text = """
            \(Phrases.count(figures.visited, "real image", "real images")) on \(system.name), \
            \(seen.count) distinct
            """
        outcome.count = RealDiskCount(
            fileSystem: system.name, images: figures.visited, distinct: seen.count,
            undecided: figures.unknown + figures.mapped)
        if figures.unknown > 0 {
            outcome.notes.append(
                """
                \(figures.unknown) of the real images are neither predicted nor missed: there are more \
                states between two syncs than can be looked through
                """)
        }
        if figures.mapped > 0 {
            outcome.notes.append(
                """
                \(figures.mapped) of the real images are neither predicted nor missed: they show files \
                that are mapped into memory in the middle of changes without a call
                """)
        }
        if runner.workers.exceeded != nil {
            outcome.notes.append(
                "the time of the case was over before every real image was visited")
        }
        return outcome
    }

    // MARK: One round

    private func carryOut(_ round: Round, on disk: LoggedDisk) async throws {
        let name = "real disk \(round.number) of \(runner.scenario.name)"
        let seed = SeededGenerator.seed(of: name, in: runner.configuration.seed)
        disk.restartLog(delays: round.isReordered ? seed : nil)
        try disk.mount()
        let carried: Carried
        do {
            carried = try await carryOut(round, marks: disk.marks, at: disk.mountPoint, seed: seed)
        } catch {
            try? disk.unmount()
            throw error
        }
        try disk.unmount()
        let log = try disk.log()
        try disk.revert()
        let images = try CrashImages(
            log, block: system.block, acknowledgedAt: carried.recorded.acknowledgementTimes)
        var generator = SeededGenerator(seed: seed)
        let cut = PowerCut(disk, log)
        for (number, image) in zip(
            round.images, images.drawn(round.images.count, using: &generator))
        where (check.only ?? number) == number {
            if tally.isOver(before: BranchPosition(outer: number))
                || runner.workers.exceeded != nil
            {
                break
            }
            try await visit(image, number, cut, carried)
        }
        cut.finish()
    }

    /// Carries the scenario out up to the sweep, and the swept steps, with the container on the disk.
    private func carryOut(
        _ round: Round, marks: DiskMarks, at mountPoint: String, seed: UInt64
    ) async throws -> Carried {
        var onDisk = CaseRunner(
            runner.scenario, configuration: runner.configuration, worker: worker,
            runDirectory: RunDirectory(of: runner.runDirectory, containersIn: mountPoint))
        onDisk.patience = runner.patience
        let paths = PathRunner(runner: onDisk, rehearsal: check.paths.rehearsal)
        let (failure, session) = try await paths.session(
            before: sweep.next - 1, along: sweep.branches)
        do {
            if let failure { throw RealDiskInterrupted(reason: failure) }
            let writeBack = round.isWrittenBack ? try WriteBack(of: marks, seed: seed) : nil
            defer { writeBack?.stop() }
            let recorded = try await session.recordToDeath(
                sweep.states.steps, limits: sweep.states.limits, marks: marks)
            writeBack?.stop()
            let carried = Carried(
                recorded: recorded, start: await session.forkPoint,
                container: session.container.path,
                prediction: try RealDiskPrediction(
                    recorded, profile: check.profile, limit: sweep.states.statesPerWindow,
                    seed: runner.configuration.seed))
            try await session.leave()
            return carried
        } catch {
            let failure = await paths.failureOnDisk(error, at: sweep.step, in: session)
            try? await session.abandon()
            if error is CancellationError || error is RealDiskInterrupted { throw error }
            throw RealDiskInterrupted(reason: failure)
        }
    }

    // MARK: One image

    private func visit(
        _ image: CrashImage, _ number: Int, _ cut: PowerCut, _ carried: Carried
    ) async throws {
        do {
            try cut.begin(image)
        } catch let error as RealDiskError {
            guard case .notMounted = error else { throw error }
            figures.visited += 1
            var failure = harnessFailure("\(error)")
            failure.killPoint = killPoint(image, carried)
            return failures.append(failure)
        }
        do {
            try await relaunch(on: image, number, carried)
        } catch {
            try? cut.end()
            throw error
        }
        try cut.end()
    }

    private func relaunch(
        on image: CrashImage, _ number: Int, _ carried: Carried
    ) async throws {
        let recorded = carried.recorded
        let branches =
            sweep.branches
            + ["\(RealDiskCheck.ImageName(number: number, of: check.images))"]
        let container = Container(existing: carried.container)
        let tree = try BaseImage.read(
            container.path, store: BaseStore(in: runner.runDirectory.path))
        figures.visited += 1
        let place = killPoint(image, carried)
        try judge(tree, image, branches, place, carried.prediction, container)
        let count = recorded.acknowledgementCount
        let isAcknowledged = count > 0 && image.acknowledgements.lowerBound >= count
        let state = Seen(digest: tree.digest, isAcknowledged: isAcknowledged)
        guard seen.insert(state).inserted else { return }
        let session = carried.start.session(in: container, on: worker)
        let branch = Branch(branches.last ?? "") { session in
            session.stand(at: place, in: recorded, isAcknowledged: isAcknowledged)
        }
        let stateRunner = StateRunner(
            paths: check.paths, tally: tally, position: BranchPosition(outer: number),
            sweptContainer: container)
        try await stateRunner.enter(
            branch, as: session, at: sweep.step, next: sweep.next, branches: branches)
    }

    /// A state that the profile does not predict is the harness's fault; it is kept.
    private func judge(
        _ tree: DirectoryTree, _ image: CrashImage, _ branches: [String], _ place: String,
        _ prediction: RealDiskPrediction, _ container: Container
    ) throws {
        let count: Int
        switch prediction.answer(to: tree, after: image.acknowledgements) {
        case .predicted: return
        case .unknown:
            figures.unknown += 1
            return
        case .mapped:
            figures.mapped += 1
            return
        case .missed(let acknowledgements): count = acknowledgements
        }
        guard missed.insert(tree.digest).inserted else { return }
        let directory = runner.configuration.keptDirectory
        let identity = runner.identity(branches)
        let path = try? container.keep(in: directory, as: identity.directoryName())
        var failure = harnessFailure(
            "the model of \(check.profile.name) does not predict a state that \(check.title) had")
        failure.expected = "one of \(prediction.count) states"
        failure.actual = path.map { "another one, kept as \($0)" } ?? "another one"
        failure.difference = try prediction.difference(of: tree, after: count)
            .joined(separator: "\n")
        failure.killPoint = place
        failure.replay = runner.result(branches).replay
        if kept == nil { kept = KeptBranch(container: path, timeline: []) }
        failures.append(failure)
        check.announce(failure)
    }

    private func harnessFailure(_ message: String) -> Failure {
        Failure(
            blame: .harness, location: sweep.step.location, step: sweep.step.text,
            message: message, isOnRealDisk: true)
    }

    /// Such as `on a real ext4, power cut after acknowledgement 2 of 3; …`.
    private func killPoint(_ image: CrashImage, _ carried: Carried) -> String {
        let count = carried.recorded.acknowledgementCount
        let least = image.acknowledgements.lowerBound
        let moment =
            count == 0
            ? "during the swept steps"
            : least == count
                ? "after everything was acknowledged"
                : least == 0
                    ? "before anything was acknowledged for sure"
                    : "after acknowledgement \(least) of \(count)"
        return "on \(check.title), power cut \(moment); \(image.lossText)"
    }
}
