import RelaunchProtocol

// How a session asks a target for something: what a plug-in's target throws is marked as its own.
extension RunningTarget {
    func askToPerform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        do {
            return try await perform(action, arguments, killedAt: kill, in: session)
        } catch {
            throw PlugInError.marking(error, from: self)
        }
    }

    func askToTake(
        _ event: LifecycleEvent, killedAt kill: ArmedKill?, in session: isolated Session
    ) async throws -> TargetProgress {
        do {
            return try await deliver(event, killedAt: kill, in: session)
        } catch {
            throw PlugInError.marking(error, from: self)
        }
    }

    func askForState(in session: isolated Session) async throws -> JSON {
        do { return try await state(in: session) } catch {
            throw PlugInError.marking(error, from: self)
        }
    }

    func askForScreenshot(in session: isolated Session) async throws -> Picture {
        do { return try await screenshot(in: session) } catch {
            throw PlugInError.marking(error, from: self)
        }
    }

    func askToDie(of manner: Kill.Manner, in session: isolated Session) async throws {
        do { try await kill(manner, in: session) } catch {
            throw PlugInError.marking(error, from: self)
        }
    }
}
