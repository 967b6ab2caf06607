import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

// What happens to the world of a target between two launches.
extension LifeWitness {
    mutating func changeWorld(_ move: Move, _ session: isolated Session) async throws -> Breach? {
        do {
            _ = try await session.carryOut(try step(of: move))
        } catch let failure as StepFailure where failure.blame == .scenario {
            // Such as a file that is shorter than it would be cut to.
            return nil
        } catch let failure as StepFailure where failure.blame == .target {
            note(move)
            belief.death = move.kind
            return breach(.endsByItself, failure.message)
        }
        note(move)
        if !session.isTargetRunning { belief.death += " · " + move.kind }
        switch move {
        case .damage(.savedState, .stale): break
        case .damage(.savedState, _):
            // All of it, or nothing: what that is, plainer lives tell.
            belief.owe(
                (belief.candidates ?? [belief.lastSaved].compactMap(\.self))
                    + [knowledge.initialState], isOpen: true)
            belief.isDamaged = true
            belief.hasSavedState = nil
            belief.picture = nil
            belief.userFiles = session.userFiles()
        case .damage: belief.picture = nil
        case .update(let version): belief.isUpdated = version != nil
        case .moveClock, .changeIdiom:
            belief.oweNothing()
            belief.picture = nil
        case .lockDevice: try await lock(session)
        case .unlockDevice:
            belief.isLocked = false
            if session.isTargetRunning { try await look(session) }
        default: break
        }
        return nil
    }

    private mutating func lock(_ session: isolated Session) async throws {
        belief.isLocked = true
        if session.isTargetRunning { try await look(session) }
    }

    private mutating func look(_ session: isolated Session) async throws {
        guard !session.isSuspended else { return }
        shown = try await session.state()
    }

    private func step(of move: Move) throws -> any Step {
        switch move {
        case .damage(let subject, let harm): Damage(subject.subject, harm.harm)
        case .purgeCaches: PurgeCaches()
        case .update(let version): UpdateApp(version: version)
        case .moveClock(let seconds): MoveClock(by: .seconds(seconds))
        case .changeIdiom(let isPad): ChangeIdiom(isPad ? .pad : .phone)
        case .lockDevice: LockDevice()
        case .unlockDevice: UnlockDevice()
        default:
            throw StepFailure(blame: .harness, "'\(move.kind)' is not done to the world")
        }
    }
}
