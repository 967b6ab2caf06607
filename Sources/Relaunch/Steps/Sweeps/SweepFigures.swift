import CrashStates

/// What the sweep of some steps consisted of, or all sweeps inside another: the line of its report.
package struct SweepFigures: Sendable, Hashable, CustomStringConvertible {
    /// How many sweeps are counted together.
    package var sweeps = 1
    /// Calls that were recorded.
    package var calls = 0
    /// States between two calls, the one before the first among them.
    package var prefixes = 0
    /// States inside a write.
    package var cuts = 0
    /// Cuts of long writes that were left to chance.
    package var cutsLeftOut = 0
    /// States of a power failure.
    package var powerStates = 0
    /// How far those were enumerated; nil where power failures were not asked for.
    package var powerBound: PowerLossStates.Figures?
    /// States that differ in what is on disk, or in whether the outside had been told all of it.
    package var distinct = 0
    /// States that were one of these but for names that differ from run to run.
    package var merged = MergedStates()
    /// States on which the target was relaunched.
    package var relaunched = 0
    /// Relaunches in search of the fewest lost operations that show a failure.
    package var searched = 0
    package var duration: Duration?

    package init() {}

    /// Takes over what a sequence of kill states knows of itself.
    package mutating func add(_ figures: KillStates.Figures) {
        calls += figures.calls
        prefixes += figures.prefixes
        cuts += figures.cuts
        cutsLeftOut += figures.cutsLeftOut
    }

    /// Counts another sweep with this one.
    package mutating func add(_ other: SweepFigures) {
        sweeps += other.sweeps
        calls += other.calls
        prefixes += other.prefixes
        cuts += other.cuts
        cutsLeftOut += other.cutsLeftOut
        powerStates += other.powerStates
        if let bound = other.powerBound { powerBound = powerBound?.adding(bound) ?? bound }
        distinct += other.distinct
        merged.add(other.merged)
        relaunched += other.relaunched
        searched += other.searched
        duration = (duration ?? .zero) + (other.duration ?? .zero)
    }

    /// One line, such as `9 calls recorded, 10 prefixes, 4 cuts, 12 distinct states, 12 relaunched,
    /// 230 ms`.
    package var description: String {
        var parts = ["\(Phrases.count(calls, "call", "calls")) recorded"]
        if prefixes > 0 { parts.append(Phrases.count(prefixes, "prefix", "prefixes")) }
        if cuts > 0 || prefixes > 0 {
            let sampled = cutsLeftOut > 0 ? " (\(cutsLeftOut) more in long writes left out)" : ""
            parts.append(Phrases.count(cuts, "cut", "cuts") + sampled)
        }
        if powerStates > 0 {
            parts.append(Phrases.count(powerStates, "power state", "power states"))
        }
        let merging = merged.count > 0 ? " (\(merged))" : ""
        parts.append(Phrases.count(distinct, "distinct state", "distinct states") + merging)
        parts.append("\(relaunched) relaunched")
        if searched > 0 { parts.append("\(searched) more for the fewest lost operations") }
        if let duration { parts.append(duration.shortText) }
        let line = parts.joined(separator: ", ")
        return powerBound.map { "\(line); \($0)" } ?? line
    }
}

extension PowerLossStates.Figures {
    /// The figures of two recordings together.
    fileprivate func adding(_ other: Self) -> Self {
        var sum = self
        sum.changes += other.changes
        sum.windows += other.windows
        sum.exhaustiveWindows += other.exhaustiveWindows
        sum.exhaustiveStates += other.exhaustiveStates
        sum.largestExhaustive = max(largestExhaustive, other.largestExhaustive)
        sum.largestSampled = max(largestSampled, other.largestSampled)
        sum.pairs += other.pairs
        sum.coveredPairs += other.coveredPairs
        return sum
    }
}
