import CrashStates
import RelaunchAudit
import RelaunchProtocol

/// Draws lives. A life depends on the run's seed, its number and what is known of the target, and on
/// nothing that another life has found: so it is the same on any number of workers and machines.
package struct LifeDraw: Sendable {
    let knowledge: TargetKnowledge
    let seed: UInt64
    /// Lives that reached something new in earlier runs, with which some begin.
    let corpus: [StressLife]

    package init(knowledge: TargetKnowledge, seed: UInt64, corpus: [StressLife] = []) {
        self.knowledge = knowledge
        self.seed = seed
        self.corpus = corpus
    }

    /// The life of a number, from 0. The first ones are those of the corpus.
    package func life(_ number: Int) -> StressLife {
        if corpus.indices.contains(number) { return corpus[number] }
        var generator = SeededGenerator(
            seed: StableHash.mixed(seed ^ StableHash.mixed(UInt64(number))))
        var chapters = Chapters(knowledge: knowledge, generator: generator)
        if !corpus.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 {
            let base = corpus[Int.random(in: corpus.indices, using: &generator)]
            return chapters.variation(of: base)
        }
        return chapters.life(number - corpus.count)
    }
}
