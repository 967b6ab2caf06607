import CrashStates
import RealDisk
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Has a sweep of a power failure confirmed by the file system that it is about: the swept steps are
/// carried out once more on a real one, its power is cut, and the target is relaunched on what is left.
struct RealDiskCheck: Sendable {
    /// What a case that stands in a real image is called: `real-7-of-50`.
    struct ImageName: Sendable, Hashable, CustomStringConvertible {
        var number: Int
        var count: Int

        init(number: Int, of count: Int) {
            self.number = number
            self.count = count
        }

        /// Nil where the text is no such name.
        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "real", parts[2] == "of",
                let number = Int(parts[1]),
                let count = Int(parts[3]), number > 0, number <= count
            else { return nil }
            self.init(number: number, of: count)
        }

        var description: String { "real-\(number)-of-\(count)" }
    }

    /// What was found.
    struct Outcome: Sendable {
        var failures: [Failure] = []
        var launches = 0
        /// Of the first that failed.
        var kept: KeptBranch?
        /// Behind the sweep's figures.
        var text: String?
        var notes: [String] = []
        var count: RealDiskCount?

        /// As what a case of its own has come to.
        var result: BranchesOutcome {
            BranchesOutcome(
                failures: failures, launches: launches, kept: kept,
                notes: (text.map { [$0] } ?? []) + notes)
        }
    }

    let paths: PathRunner
    let sweep: SweepInProgress
    let profile: PowerLossProfile
    let system: DiskFileSystem
    /// How many images there are at most.
    let images: Int
    /// The only one that is wanted; nil for all.
    var only: Int?
    /// Is told of each failure that is not like one before.
    var announce: @Sendable (Failure) -> Void = { _ in }

    /// Nil for a sweep of which there is no real disk.
    ///
    /// - Parameter system: Another one than that which the sweep is about.
    init?(
        paths: PathRunner, sweep: SweepInProgress, images: Int, only: Int? = nil,
        on system: DiskFileSystem? = nil,
        announce: @escaping @Sendable (Failure) -> Void = { _ in }
    ) {
        guard let profile = sweep.states.profile,
            let system = system ?? DiskFileSystem.ofProfile(profile)
        else { return nil }
        self.paths = paths
        self.sweep = sweep
        self.profile = profile
        self.images = images
        self.only = only
        self.announce = announce
        // The steps write their files once more, and a save often has the old and the new ones.
        let content = sweep.states.visitor?.recorded.end.byteCount ?? 0
        self.system = system.holding(content * 4)
    }

    /// What the disk is called in messages.
    var title: String { "a real \(system.name)" }

    func run() async throws -> Outcome {
        if let missing = RealDisk.missing(for: system) {
            if only != nil {
                return failed(Failure(blame: .harness, kind: .unavailable, message: missing))
            }
            return Outcome(
                text: "none on \(title)",
                notes: ["power failures on \(title) were left out: \(missing)"])
        }
        do {
            return try await visit()
        } catch let error as CancellationError {
            throw error
        } catch let failure as RealDiskInterrupted {
            return failed(failure.reason)
        } catch {
            return failed(Failure(error, at: sweep.step))
        }
    }

    /// Works on a thread of its own, which has mounts of its own: they are gone with it.
    private func visit() async throws -> Outcome {
        let runner = paths.runner
        let folder = runner.runDirectory.newPath()
        guard mkdir(folder, 0o700) == 0 else {
            throw ContainerError.notMade(folder, Errno(rawValue: errno))
        }
        defer { try? Container(existing: folder).remove() }
        let worker = try Worker(cancelledWith: runner.worker)
        runner.workers.join(worker)
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await RealDiskVisitor(self, on: worker).run(in: folder))
        } catch {
            result = .failure(error)
        }
        runner.workers.leave(worker)
        await worker.stop()
        return try result.get()
    }

    private func failed(_ reason: Failure) -> Outcome {
        var failure = reason
        failure.location = reason.location ?? sweep.step.location
        failure.step = reason.step.isEmpty ? sweep.step.text : reason.step
        failure.message = "power failures on \(title) could not be tried: \(reason.message)"
        failure.blame = .harness
        failure.kind = reason.blame == .harness ? reason.kind : .harness
        return Outcome(failures: [failure], text: "none on \(title)")
    }
}

/// The way to the sweep ended early on a real disk.
struct RealDiskInterrupted: Error {
    var reason: Failure
}

extension RealDiskError: HarnessFault {}
