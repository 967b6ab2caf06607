import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// Makes a life that fails as short and as plain as it can be, and keeps its failure.
///
/// The first candidate in a fixed order that still fails of the same cause is taken, so that the result
/// does not depend on how many are tried at once.
package struct Shrinker: Sendable {
    let judge: LifeJudge
    let workers: [Worker]
    /// How many lives are lived at most.
    let budget: Int

    package init(judge: LifeJudge, workers: [Worker], budget: Int) {
        self.judge = judge
        self.workers = workers
        self.budget = budget
    }

    package struct Result: Sendable {
        package var life: StressLife
        package var breach: Breach
        /// How many lives were lived for it.
        package var tries: Int
        /// Whether nothing shorter was left to try.
        package var isSmallest: Bool
    }

    /// - Parameter announce: Is told of the number of tries and of the moves that are left.
    package func shrink(
        _ life: StressLife, _ breach: Breach,
        announce: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Result {
        var result = Result(life: life, breach: breach, tries: 0, isSmallest: false)
        result.life.moves = Array(life.moves.prefix(breach.move + 1))
        if breach.clause == .writesOutside { result.life = life }
        var seen: Set<StressLife> = [result.life]
        while result.tries < budget {
            guard let (shorter, its) = try await next(&result, &seen) else {
                result.isSmallest = result.tries < budget
                break
            }
            result.life = shorter
            result.breach = its
            announce(result.tries, shorter.moves.count)
        }
        return result
    }

    /// The first plainer life that fails as well.
    private func next(
        _ result: inout Result, _ seen: inout Set<StressLife>
    ) async throws -> (StressLife, Breach)? {
        let candidates = result.life.plainerOnes.filter { seen.insert($0).inserted }
        let kept = result.breach
        var index = 0
        while index < candidates.count, result.tries < budget {
            let batch = Array(
                candidates[index...].prefix(min(workers.count, budget - result.tries)))
            let found = try await withThrowingTaskGroup(
                of: (Int, StressLife, Breach)?.self
            ) { group in
                for (number, life) in batch.enumerated() {
                    group.addTask {
                        try await attempt(life, kept, on: workers[number]).map { (number, $0, $1) }
                    }
                }
                var first: (Int, StressLife, Breach)?
                for try await found in group {
                    if let found, found.0 < first?.0 ?? .max { first = found }
                }
                return first
            }
            if let found {
                // What came after the one that is taken may be tried again.
                for life in candidates[(index + found.0 + 1)...] { seen.remove(life) }
                result.tries += found.0 + 1
                return (found.1, found.2)
            }
            result.tries += batch.count
            index += batch.count
        }
        return nil
    }

    private func attempt(
        _ life: StressLife, _ kept: Breach, on worker: Worker
    ) async throws -> (StressLife, Breach)? {
        if kept.isPlain { return try await attemptPlain(life, kept, on: worker) }
        let course = try await judge.judge(life, on: worker)
        guard let breach = course.breach, breach.cause == kept.cause else { return nil }
        var shorter = life
        // Moves that could not be made are left out.
        shorter.moves =
            breach.clause == .writesOutside
            ? course.moves : Array(course.moves.prefix(breach.move + 1))
        return (shorter, breach)
    }
}

extension Shrinker {
    /// What the plainest death takes is no news to the judge of lives: it is looked for by itself. The
    /// same value has to be gone, and twice.
    private func attemptPlain(
        _ life: StressLife, _ kept: Breach, on worker: Worker
    ) async throws -> (StressLife, Breach)? {
        guard life.moves.suffix(3) == [.background, .kill(.system), .launch] else { return nil }
        var shorter = life
        var seen = kept
        for _ in 0..<2 {
            let course = try await judge.course(of: shorter, masksLosses: false, on: worker)
            if let issue = kept.issue {
                guard course.breach == nil, course.issues.contains(issue) else { return nil }
                shorter.moves = course.moves
                seen.move = course.moves.count - 1
                continue
            }
            guard let breach = course.breach, breach.move == course.moves.count - 1,
                breach.clause == (kept.clause == .noStart ? .noStart : .otherState),
                breach.leaf == kept.leaf
            else { return nil }
            shorter.moves = course.moves
            seen.move = breach.move
            seen.expected = breach.expected
            seen.shown = breach.shown
        }
        if kept.clause != .noStart, kept.issue == nil, try await judge.isOfTime(shorter, on: worker)
        {
            return nil
        }
        return (shorter, seen)
    }
}

extension StressLife {
    /// Lives that are shorter or plainer in one place, those first that leave out most.
    var plainerOnes: [StressLife] {
        var lives: [StressLife] = []
        func add(_ moves: [Move]) {
            var life = self
            life.moves = moves
            if !moves.isEmpty { lives.append(life) }
        }
        var size = max(1, moves.count / 2)
        while true {
            for begin in stride(from: 0, to: moves.count, by: size) {
                var rest = moves
                rest.removeSubrange(begin..<min(begin + size, moves.count))
                add(rest)
            }
            if size == 1 { break }
            size /= 2
        }
        // A death and the launch after it, with all that is between them.
        for index in moves.indices where moves[index].endsDead {
            guard let next = moves[index...].firstIndex(of: .launch) else { continue }
            var rest = moves
            rest.removeSubrange(index...next)
            add(rest)
            // Nothing that is done needs another launch.
            rest.insert(.foreground, at: index)
            add(rest)
        }
        for index in moves.indices {
            for plainer in moves[index].plainerOnes {
                var changed = moves
                changed[index] = plainer
                add(changed)
            }
        }
        return lives
    }
}

extension Move {
    /// The same with plainer arguments.
    fileprivate var plainerOnes: [Move] {
        switch self {
        case .perform(let action): return action.plainerOnes.map(Move.perform)
        case .dieInsideAction(let action, let death, let share):
            return action.plainerOnes.map { .dieInsideAction($0, of: death, at: share) }
        case .dieInside: return [plainDeath].compactMap(\.self)
        case .damage(let subject, .truncated(let length)) where length > 0:
            return [.damage(subject, .emptied), .damage(subject, .truncated(0))]
        default: return []
        }
    }
}

extension TargetKnowledge.Action {
    /// The same with plainer arguments.
    fileprivate var plainerOnes: [Self] {
        arguments.keys.sorted().flatMap { name -> [Self] in
            let values: [JSON?] = (arguments[name] ?? .null).plainerOnes + [nil]
            return values.map { value in
                var plainer = self
                plainer.arguments[name] = value
                return plainer
            }
        }
    }
}

extension JSON {
    /// Plainer values of the same type.
    fileprivate var plainerOnes: [JSON] {
        switch self {
        case .string(let text):
            let words = ["a", "milk"].filter { $0.utf8.count < text.utf8.count }
            let half = String(text.prefix(text.count / 2))
            return (words + (half.isEmpty || half == text ? [] : [half])).map(JSON.string)
        case .integer(let value):
            let smaller: [Int64] = [0, 1].filter { $0.magnitude < value.magnitude }
            return smaller.map(JSON.integer)
        case .bool(true): return [.bool(false)]
        case .array(let elements) where !elements.isEmpty:
            return [.array([]), .array(Array(elements.prefix(elements.count / 2)))]
        default: return []
        }
    }
}
