import CrashStates
import Foundation
import RealDisk

/// The exam of all workloads on all file systems, by several threads.
final class Exam: Sendable {
    /// How it is carried out.
    struct Plan: Sendable {
        var candidates: [Candidate]
        var schedule: Schedule
        /// Images of one workload on one file system with one seed.
        var imagesEach: Int
        /// How often a workload is carried out with one seed while that shows new states.
        var runs: Int
        /// Images of all together; nil is no limit.
        var images: Int?
        var deadline: ContinuousClock.Instant?
        var jobs: Int
        var limit: Int
        var isMinimizing: Bool
        var tellsUnseen: Bool
    }

    private let plan: Plan
    private let mounts: PrivateMounts
    private let schedule: Locked<Schedule>
    private let tally: Locked<Tally>
    private let failure = Locked<(any Error)?>(nil)

    init(_ plan: Plan, in mounts: PrivateMounts) {
        self.plan = plan
        self.mounts = mounts
        schedule = Locked(plan.schedule)
        tally = Locked(Tally(plan.candidates))
    }

    /// Ends the exam after the examinations that are under way.
    func stop() { schedule.withLock { $0.stop() } }

    private var isStopped: Bool {
        if let deadline = plan.deadline, ContinuousClock.now >= deadline { return true }
        if let images = plan.images, tally.withLock({ $0.images }) >= images { return true }
        return schedule.withLock { $0.isStopped }
    }

    /// Carries the exam out, and blocks until it has ended.
    func run() throws -> Tally {
        DispatchQueue.concurrentPerform(iterations: plan.jobs) { job in
            do {
                let examiner = try Examiner("\(job + 1)", in: mounts)
                while let item = next() { try examine(item, examiner) }
            } catch {
                failure.withLock { $0 = error }
                stop()
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return tally.withLock { $0 }
    }

    private func next() -> Schedule.Item? { isStopped ? nil : schedule.withLock { $0.next() } }

    private func examine(_ item: Schedule.Item, _ examiner: Examiner) throws {
        let prediction: Prediction
        do {
            prediction = try examiner.prediction(
                of: item.workload, limit: plan.limit, seed: item.seeds.first ?? 1)
        } catch let error as ExamError {
            say("left out: \(error)")
            return
        }
        for candidate in plan.candidates where !isStopped {
            do {
                try examine(prediction, item.seeds, on: candidate, examiner)
            } catch let error as ExamError {
                say("left out: \(error)")
                tally.withLock { $0.leaveOut(item.workload, on: candidate, because: "\(error)") }
            }
        }
    }

    private func examine(
        _ prediction: Prediction, _ seeds: [UInt64], on candidate: Candidate, _ examiner: Examiner
    ) throws {
        let began = ContinuousClock.now
        let workload = prediction.workload
        let predicted = try prediction.states(candidate.profile)
        guard predicted.isExhaustive else {
            say(
                "left out: \(workload.name) on \(candidate.system.name) has more states than are predicted "
                    + "(\(predicted.figures)); a higher --limit may help")
            tally.withLock { $0.leaveOut(workload, on: candidate, because: predicted.figures) }
            return
        }
        var images = 0
        var seen: Set<Digest> = []
        var told: Set<Digest?> = []
        var isMinimized = false
        for seed in seeds {
            var idle = 0
            for run in 0..<plan.runs where idle < Self.patience && !isStopped {
                if run > 0, predicted.all.isSubset(of: seen) { break }
                var outcome = try examiner.outcome(
                    of: prediction, on: candidate, images: plan.imagesEach,
                    seed: run == 0 ? seed : Self.seed(of: run, on: candidate, in: seed))
                for index in outcome.misses.indices {
                    guard told.insert(outcome.misses[index].digest).inserted else { continue }
                    outcome.misses[index].nearest = try prediction.nearest(
                        to: outcome.misses[index])
                }
                if plan.isMinimizing, !isMinimized, let first = outcome.misses.first {
                    isMinimized = true
                    outcome.misses[0].fewest = Miss.Fewest(try minimized(first, examiner))
                }
                tally.withLock {
                    $0.add(outcome, of: workload, on: candidate, predicted: predicted)
                }
                images += outcome.images
                idle = outcome.seen.isSubset(of: seen) ? idle + 1 : 0
                seen.formUnion(outcome.seen)
            }
        }
        if plan.tellsUnseen { try tellUnseen(of: prediction, on: candidate) }
        let time = ContinuousClock.now - began
        say(
            "\(workload.name) on \(candidate.system.name): predicted \(predicted.all.count), seen "
                + "\(seen.count), images \(images), not predicted \(told.count), "
                + "\(Int(time.seconds * 1000)) ms")
    }

    /// So many runs of a workload may show nothing new before it is not carried out once more.
    private static let patience = 25

    /// Others do different things in each run, and on each file system.
    private static func seed(of run: Int, on candidate: Candidate, in seed: UInt64) -> UInt64 {
        SeededGenerator.seed(of: "run \(run) on \(candidate.system.name)", in: seed)
    }

    private func minimized(_ miss: Miss, _ examiner: Examiner) throws -> Miss {
        try Minimizer(examiner: examiner, images: plan.imagesEach, limit: plan.limit)
            .minimized(miss)
    }

    private func tellUnseen(of prediction: Prediction, on candidate: Candidate) throws {
        let found = tally.withLock { $0.found(of: prediction.workload, on: candidate) }
        let unseen = try UnseenStates(prediction, seen: found, on: candidate)
        tally.withLock { $0.add(unseen) }
    }

    /// Each line can be read when its workload is done.
    private func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
