import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

// Saves, deaths at rest and deaths in saves.
extension LifeWitness {
    mutating func background(_ session: isolated Session) async throws -> Breach? {
        let saved = belief.isLocked ? savedFiles(session) : [:]
        let ignored = session.record.snapshots.count { $0.event == "ignored" }
        let old = belief.lastSaved
        do {
            try await session.deliver(.background)
            note(.background)
            shown = try await session.state()
            noteIssues(session)
            try session.suspend()
        } catch let failure as StepFailure where failure.blame == .target {
            note(.background)
            belief.death = "background"
            return breach(.endsByItself, "going to the background: \(failure.message)")
        }
        let record = session.record
        if isOwed(.ignoredCall),
            record.snapshots.count(where: { $0.event == "ignored" }) > ignored
        {
            belief.death = "background"
            return breach(
                .ignoredCall, "going to the background, it asks for no snapshot outside of the save"
            )
        }
        if belief.isLocked, isOwed(.savedWhileLocked) {
            if savedFiles(session) != saved {
                belief.death = "background"
                return breach(
                    .savedWhileLocked,
                    "it goes to the background while the device is locked, and its saved state changes"
                )
            }
            belief.owe([old ?? knowledge.initialState, shown], isOpen: true)
            return nil
        }
        noteSave(record)
        if isCompared { course.saved.append(shown) }
        return nil
    }

    /// The state that is shown has been saved, and the target has said so.
    private mutating func noteSave(_ record: LaunchRecord) {
        belief.lastSaved = shown
        belief.hasSavedSinceSuppressed = belief.hasSuppressed
        belief.history = [shown]
        // It need not come back, and the target has said why.
        if knowledge.leavesOut(record) { belief.oweNothing() } else { belief.owe([shown]) }
        if knowledge.savesState { belief.hasSavedState = true }
        if let picture = record.snapshots.last(where: { $0.event == "taken" })?.picture {
            belief.picture = picture
        }
    }

    private func savedFiles(_ session: isolated Session) -> [String: UInt64] {
        SavedPart.savedState.files(of: session, knowledge).reduce(into: [:]) { files, name in
            files[name] = FileDigest.digest(of: session.container.path(name))
        }
    }

    mutating func foreground(_ session: isolated Session) async throws -> Breach? {
        do {
            try session.resume()
            try await session.deliver(.foreground)
            note(.foreground)
            let now = try await session.state()
            let before = shown
            shown = now
            if isSame(before, now) || belief.isLocked || !isOwed(.comeback) { return nil }
            belief.death = "foreground"
            return breach(
                .comeback, "it comes back from the background with another state",
                expected: before, shown: now)
        } catch let failure as StepFailure where failure.blame == .target {
            note(.foreground)
            belief.death = "foreground"
            return breach(.endsByItself, "coming to the foreground: \(failure.message)")
        }
    }

    // MARK: At rest

    mutating func kill(_ manner: Move.Manner, _ session: isolated Session) async throws -> Breach? {
        let move = Move.kill(manner)
        let wasAsleep = session.isSuspended
        do {
            try await session.kill(
                manner.manner, where: wasAsleep ? "in the background" : "in the foreground")
        } catch let failure as StepFailure where failure.blame == .target {
            note(move)
            belief.death = move.kind
            return breach(.endsByItself, failure.message)
        }
        note(move)
        die(by: move, session)
        guard manner == .forceQuit else {
            // It may save on its way down.
            if manner == .terminate, let states = belief.candidates {
                belief.owe(states + [shown], isOpen: belief.isOpen)
            }
            return nil
        }
        belief.oweNothing()
        belief.hasSavedState = knowledge.savesState ? false : nil
        belief.userFiles = session.userFiles()
        return nil
    }

    mutating func quit(_ session: isolated Session) async throws -> Breach? {
        do { try await session.quit() } catch let failure as StepFailure
            where failure.blame == .target
        {
            note(.quit)
            belief.death = "quit"
            return breach(.endsByItself, failure.message)
        }
        note(.quit)
        die(by: .quit, session)
        return nil
    }

    // MARK: In a save

    mutating func dieSaving(
        _ move: Move, _ point: Move.Point, _ manner: Move.Manner, _ session: isolated Session
    ) async throws -> Breach? {
        do {
            try await session.deliver(.background, killedAt: point.point, by: manner.manner)
        } catch let failure as StepFailure where failure.blame == .target {
            guard session.isTargetRunning else {
                note(move)
                belief.death = move.kind
                return breach(.endsByItself, failure.message)
            }
            note(.background)
            shown = try await session.state()
            try session.suspend()
            noteSave(session.record)
            return nil
        }
        note(move)
        oweEither()
        die(by: move, session)
        return nil
    }

    /// The save was begun: what was saved before may come back, or what was being saved.
    private mutating func oweEither() {
        var states = belief.candidates ?? []
        // With nothing done since, nobody else may come back.
        let isOpen = belief.candidates == nil || belief.isOpen
        if let saved = belief.lastSaved, isOpen { states.append(saved) }
        belief.owe(states + [shown], isOpen: isOpen)
        noteMaybeSaved()
    }

    /// There may be saved state now, and another picture with it.
    private mutating func noteMaybeSaved() {
        if knowledge.savesState, belief.hasSavedState == false { belief.hasSavedState = nil }
        belief.picture = nil
    }

    private mutating func die(
        inside place: Session.DeathPlace, by move: Move, _ session: isolated Session
    ) {
        die(by: move, session)
        belief.place = place.text
        belief.call = place.call
        course.reached.insert("\(move.kind): \(place.call.isEmpty ? "first" : place.call)")
    }

    mutating func dieInside(
        _ move: Move, _ operation: Move.Operation, _ death: Move.InnerDeath, _ share: Double,
        _ session: isolated Session
    ) async throws -> Breach? {
        let step: any Step =
            switch operation {
            case .saving: Background()
            case .launching: Launch()
            case .crashing:
                Launch(
                    killedAt: knowledge.saysRestoring ? .restoring : .launching,
                    by: .crash(.SIGSEGV))
            }
        let place: Session.DeathPlace
        do {
            place = try await session.die(death.death, in: [step], at: share)
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            note(move)
            belief.death = move.kind
            let clause: Breach.Clause = operation == .saving ? .endsByItself : .noStart
            return breach(clause, failure.message)
        }
        note(move)
        switch operation {
        case .saving:
            if place.isAcknowledged {
                noteSave(session.record)
            } else {
                oweEither()
            }
        case .launching:
            course.launches += 1
            belief.crashes = 0...belief.crashes.upperBound + 1
        case .crashing:
            course.launches += 1
            countCrash(surely: false)
        }
        die(inside: place, by: move, session)
        return countFiles(operation, session)
    }

    /// What is kept of an action that a death came into, plainer lives tell: all of it or nothing.
    mutating func dieInside(
        _ action: TargetKnowledge.Action, _ death: Move.InnerDeath, _ share: Double,
        _ session: isolated Session
    ) async throws -> Breach? {
        let place: Session.DeathPlace
        do {
            place = try await session.die(
                death.death, in: [Perform(action.name, action.arguments)], at: share)
        } catch let failure as StepFailure where failure.isAnswer || failure.blame == .target {
            try session.terminateAndReap()
            if knowledge.isCommand { return try await noteEnd(of: action, failure, session) }
            // It was not made for this action, which other moves judge.
            note(.kill(.system))
            belief.oweNothing()
            die(by: .kill(.system), session)
            return nil
        }
        let move = Move.dieInsideAction(action, of: death, at: share)
        note(move)
        if knowledge.isCommand {
            noteInterruption(at: place, after: place.stateAfter ?? shown, of: move)
        } else if knowledge.isApp || knowledge.savesEachAction {
            belief.owe([shown], isOpen: true)
        } else {
            belief.oweNothing()
        }
        noteMaybeSaved()
        die(inside: place, by: move, session)
        return nil
    }

    private mutating func countFiles(
        _ operation: Move.Operation, _ session: isolated Session
    ) -> Breach? {
        guard operation == .saving else { return nil }
        let count = session.container.files(below: "").count
        belief.fileCounts.append(count)
        let last = belief.fileCounts.suffix(4)
        guard last.count == 4, zip(last, last.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return nil
        }
        let counts = last.map(String.init).joined(separator: ", ")
        return breach(
            .pilesUp,
            "each death in a save leaves more files, and no launch removes them: \(counts)")
    }

    mutating func failSaving(
        _ move: Move, _ call: Move.CallKind, _ fault: Move.Fault, _ lasting: Bool, _ ordinal: Int,
        _ session: isolated Session
    ) async throws -> Breach? {
        do {
            let failed = try await session.fail(
                call.call, with: fault.fault, lasting: lasting, ordinal: ordinal,
                in: [Background()])
            guard let failed else {
                // There was no such call: it is a save like others.
                note(.background)
                try session.resume()
                shown = try await session.state()
                try session.suspend()
                noteSave(session.record)
                return nil
            }
            note(move)
            belief.call = failed.call
            belief.place = failed.text
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            note(move)
            belief.death = move.kind
            return breach(.endsByItself, "a save fails: \(failure.message)")
        }
        oweEither()
        return nil
    }
}
