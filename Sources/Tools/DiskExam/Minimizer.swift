import CrashStates
import RealDisk

/// Leaves out calls of a workload as long as some state is still missing from what is predicted.
struct Minimizer {
    let examiner: Examiner
    /// Images of each attempt with each seed.
    let images: Int
    let limit: Int

    /// So many workloads are tried at most.
    private static let attempts = 40
    /// With so many seeds each: what others do meanwhile is never quite the same.
    private static let seeds: UInt64 = 2

    /// A miss of the fewest calls; the same one where none can be left out.
    func minimized(_ miss: Miss) throws -> Miss {
        var best = miss
        var left = Self.attempts
        var index = miss.workload.calls.count - 1
        while index >= 0, left > 0 {
            left -= 1
            var workload = best.workload
            workload.calls.remove(at: index)
            if let found = try firstMiss(of: workload, like: best) { best = found }
            index -= 1
        }
        return best
    }

    /// A miss of a workload; nil where everything was predicted, or where it cannot be carried out.
    private func firstMiss(of workload: Workload, like miss: Miss) throws -> Miss? {
        do {
            let prediction = try examiner.prediction(of: workload, limit: limit, seed: miss.seed)
            guard try prediction.states(miss.candidate.profile).isExhaustive else { return nil }
            for seed in 0..<Self.seeds {
                let outcome = try examiner.outcome(
                    of: prediction, on: miss.candidate, images: images, seed: miss.seed &+ seed)
                guard var found = outcome.misses.first else { continue }
                found.nearest = try prediction.nearest(to: found)
                return found
            }
            return nil
        } catch is ExamError {
            return nil
        }
    }
}
