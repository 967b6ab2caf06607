import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What tells whether the save or the launch is to blame for what is lost and can be found in no file as a text.
extension Probe {
    /// What the files tell of the last action of a walk that loses it, to be put after a message; empty where
    /// they tell nothing.
    func lossInFiles(
        of walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> String {
        guard !walk.first.isEmpty, let whole = try await saved(walk.first, session),
            let without = try await saved(walk.first.dropLast(), session)
        else { return "" }
        // What else it has changed would be in the files, too.
        let changed = profile.differences(whole.state, without.state)
        let lost = Set(walk.diagnosis(in: profile).losses)
        // In turns: what holds the time in seconds, say, is another one in each life or the same in all.
        guard !changed.isEmpty, lost.isSuperset(of: changed),
            let again = try await saved(walk.first, session),
            let withoutAgain = try await saved(walk.first.dropLast(), session)
        else { return "" }
        // Some files are others in each life.
        let names = Set(whole.files.keys).union(without.files.keys).sorted().filter { name in
            whole.files[name] == again.files[name]
                && without.files[name] == withoutAgain.files[name]
        }
        if let file = names.first(where: { whole.files[$0] != without.files[$0] }) {
            return ", though the last action changes '\(file)'"
        }
        let isSame = [without, again, withoutAgain].allSatisfy { $0.files == whole.files }
        return isSame ? ": the last action changes no file, so the save has not written it" : ""
    }

    /// What is shown after a save, and what the files are when the app is killed then; nil where it does not
    /// come to that.
    private func saved(
        _ actions: some Collection<DrawnAction>, _ session: isolated Session
    ) async throws -> (state: JSON, files: [String: Data])? {
        do {
            try await session.begin(with: Array(actions))
            try await session.deliver(.background)
            let state = try await session.state()
            try await session.kill(.system, where: "by the probe")
            let container = session.container
            var files: [String: Data] = [:]
            for name in container.regularFiles {
                let content = FileManager.default.contents(atPath: container.path(name)) ?? Data()
                guard content.count <= Container.searchLimit else { return nil }
                files[name] = content
            }
            return (state, files)
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return nil
        }
    }
}
