import CrashStates
import Foundation
import RealDisk

/// What came of one workload on one file system with one seed.
struct Outcome: Sendable {
    var images = 0
    /// The different states that were found.
    var seen: Set<Digest> = []
    var misses: [Miss] = []
}

/// A real state that was not predicted.
struct Miss: Sendable {
    var workload: Workload
    var candidate: Candidate
    var seed: UInt64
    /// Which image: the moment and the writes that reached the disk.
    var image: String
    /// How much had been acknowledged at least.
    var acknowledgements: Int
    /// How many images had this state.
    var count = 1
    /// The digest of the state; nil where the file system could not be read.
    var digest: Digest?
    /// What was found: a line for each path.
    var tree: [String]
    /// Whether a second look at the same image found the same: if not, this is the exam's fault, or the
    /// kernel's.
    var isSteady = true
    /// Whether the state is predicted for other numbers of acknowledgements.
    var isPredictedElsewhere = false
    /// The predicted state that is most like it.
    var nearest: [String] = []
    /// A miss of the same workload with the fewest calls.
    var fewest: Fewest?

    /// What is left of a workload that shows a miss, and the miss.
    struct Fewest: Sendable {
        var calls: [String]
        var difference: String

        init(_ miss: Miss) {
            calls = miss.workload.calls
            difference = miss.difference
        }
    }
}

/// Carries a workload out on a real disk, cuts the power, and looks up what is left.
struct Examination {
    let disk: LoggedDisk
    let candidate: Candidate
    let program: WorkloadProgram
    /// A directory in memory for what is read.
    let folder: String

    /// - Parameters:
    ///   - images: So many at most.
    ///   - seed: Of what others on the machine do, of the order of writes, and of the images.
    func outcome(of prediction: Prediction, images: Int, seed: UInt64) throws -> Outcome {
        let predicted = try prediction.states(candidate.profile)
        let log = try log(of: prediction.workload, end: prediction.end, seed: seed)
        var generator = SeededGenerator(
            seed: SeededGenerator.seed(of: prediction.workload.name, in: seed))
        let points = try CrashImages(log, block: candidate.system.block)
        let cut = PowerCut(disk, log)
        defer { cut.finish() }
        var outcome = Outcome()
        var known: [Digest: Int] = [:]
        for image in points.drawn(images, using: &generator) {
            outcome.images += 1
            let look = try look(at: image, cut, predicted)
            if let digest = look.digest { outcome.seen.insert(digest) }
            guard let number = look.missed else { continue }
            if let digest = look.digest {
                if let index = known[digest] {
                    outcome.misses[index].count += 1
                    continue
                }
                known[digest] = outcome.misses.count
            }
            outcome.misses.append(
                Miss(
                    workload: prediction.workload, candidate: candidate, seed: seed,
                    image: image.description, acknowledgements: number, digest: look.digest,
                    tree: look.tree, isSteady: try self.look(at: image, cut, predicted) == look,
                    isPredictedElsewhere: look.digest.map(predicted.all.contains) ?? false))
        }
        return outcome
    }

    /// What an image holds when the file system has recovered on it.
    private struct Look: Equatable {
        /// Nil where the file system could not be read.
        var digest: Digest?
        /// For which number of acknowledgements it is not predicted; nil where it is for all that may be.
        var missed: Int?
        /// What is not predicted: a line for each path.
        var tree: [String] = []
    }

    private func look(
        at image: CrashImage, _ cut: PowerCut, _ predicted: PredictedStates
    ) throws -> Look {
        do {
            return try cut.recovered(image) { path in
                let tree = try read(path + "/container")
                var look = Look(digest: tree.digest)
                look.missed = predicted.firstMiss(of: tree.digest, image.acknowledgements)
                if look.missed != nil { look.tree = try TreeText.lines(of: tree) }
                return look
            }
        } catch let error as RealDiskError {
            guard case .notMounted = error else { throw error }
            return Look(missed: image.acknowledgements.lowerBound, tree: ["\(error)"])
        } catch let error as RecordingError {
            return Look(missed: image.acknowledgements.lowerBound, tree: ["\(error)"])
        }
    }

    /// Everything that the workload writes to the disk. The disk is then as it was before.
    private func log(of workload: Workload, end: DirectoryTree, seed: UInt64) throws -> DiskLog {
        // Every other time the disk serves writes late, in another order.
        disk.restartLog(delays: seed % 2 == 0 ? seed : nil)
        try disk.mount()
        let real: Digest
        do {
            real = try carryOut(workload, seed: seed)
        } catch {
            try disk.unmount()
            try disk.revert()
            throw error
        }
        try disk.unmount()
        let log = try disk.log()
        try disk.revert()
        guard real == end.digest else {
            throw ExamError.refused(
                workload, by: candidate.system.name,
                "it left something else than when it was recorded")
        }
        return log
    }

    private func carryOut(_ workload: Workload, seed: UInt64) throws -> Digest {
        let container = try program.makeContainer(in: disk.mountPoint)
        let name = candidate.system.name
        try program.run(workload.setup, of: workload, in: container, on: name)
        try disk.sync()
        let marks = open(disk.markFile, O_WRONLY | O_CLOEXEC)
        guard marks >= 0, write(marks, "S", 1) == 1 else {
            throw ExamError.noDirectory(disk.markFile, errno)
        }
        defer { close(marks) }
        try program.run(
            workload.calls, of: workload, in: container, on: name, marks: marks, others: seed)
        return try read(container).digest
    }

    private func read(_ path: String) throws -> DirectoryTree {
        try BaseImage.read(path, store: BaseStore(in: folder))
    }
}
