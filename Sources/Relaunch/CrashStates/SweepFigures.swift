/// What a sweep of one step consisted of, for its report.
package struct SweepFigures: Sendable, Hashable, CustomStringConvertible {
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
    /// States that differ in what is on disk or in what had been told to the outside.
    package var distinct = 0

    package init() {}

    /// Takes over what a sequence of kill states knows of itself.
    package mutating func add(_ figures: KillStates.Figures) {
        calls = figures.calls
        prefixes += figures.prefixes
        cuts += figures.cuts
        cutsLeftOut += figures.cutsLeftOut
    }

    /// One line, such as `9 calls recorded, 10 prefixes, 4 cuts, 12 distinct states`.
    package var description: String {
        var parts = ["\(calls) calls recorded"]
        if prefixes > 0 { parts.append("\(prefixes) prefixes") }
        if cuts > 0 {
            let sampled = cutsLeftOut > 0 ? " (\(cutsLeftOut) more in long writes left out)" : ""
            parts.append("\(cuts) cuts\(sampled)")
        }
        if powerStates > 0 { parts.append("\(powerStates) power states") }
        parts.append("\(distinct) distinct states")
        let line = parts.joined(separator: ", ")
        return powerBound.map { "\(line); \($0)" } ?? line
    }
}
