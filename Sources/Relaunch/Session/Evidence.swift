import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the harness has seen with its own eyes: what claims are compared with.
public struct Evidence: Sendable {
    /// The state that the first launch showed, before anything was done.
    public internal(set) var initialState: JSON?
    /// The states that may be the saved one: the one of the last save that was finished, and the one
    /// that was being saved when the target was killed in the middle of it.
    public internal(set) var savedStates: [JSON] = []
    /// The screens at those saves.
    public internal(set) var savedScreens: [Picture] = []
    /// The picture that the target took with its last save.
    public internal(set) var lastSnapshot: Picture?
    /// The user's files at the last death, each with a digest of its bytes.
    public internal(set) var files: [String: UInt64] = [:]
}

extension Session {
    /// Observes a save that has been finished, while the target is still awake.
    func observeSave() async throws {
        if let picture = record.snapshots.last(where: { $0.event == "taken" })?.picture {
            evidence.lastSnapshot = picture
        }
        guard let running else { return }
        if observations.contains(.state) {
            evidence.savedStates = [try await running.state(in: self)]
        }
        if observations.contains(.screen) {
            evidence.savedScreens = [try await running.screenshot(in: self)]
        }
    }

    /// Observes a save that the target will not live to finish: from now on either may be on disk.
    func observeInterruptedSave() async throws {
        guard let running else { return }
        if observations.contains(.state) {
            evidence.savedStates.append(try await running.state(in: self))
        }
        if observations.contains(.screen) {
            evidence.savedScreens.append(try await running.screenshot(in: self))
        }
    }

    /// Observes the user's files, before the target dies.
    func observeFiles() {
        guard observations.contains(.files) else { return }
        evidence.files = userFiles()
    }

    /// The user's files and a digest of each: everything but the saved state and what may be purged.
    func userFiles() -> [String: UInt64] {
        let left = (record.hello?.savedState ?? []) + Container.purgeable
        var files: [String: UInt64] = [:]
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: container.path)) ?? []
        for name in names {
            if left.contains(where: { name == $0 || name.hasPrefix($0 + "/") }) { continue }
            let path = container.path(name)
            var isDirectory = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
                !isDirectory,
                let data = FileManager.default.contents(atPath: path)
            else { continue }
            files[name] = data.reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
        }
        return files
    }
}
