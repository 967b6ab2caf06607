import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
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
    /// Where something outside the container was changed, or was tried to be.
    public internal(set) var writtenOutside: Set<String> = []
    /// How often a save was observed.
    var saves = 0
    /// The crash state that the case stands in, and the steps that it comes from.
    var swept: SweptEvidence?

    /// The same, for a step that judges it: such a step stands behind a sweep.
    var sweptForJudgement: SweptEvidence {
        get throws {
            guard let swept else {
                throw StepFailure(blame: .harness, "there is no crash state to judge")
            }
            return swept
        }
    }
}

extension Session {
    /// Observes a save that has been finished, while the target is still awake.
    func observeSave() async throws {
        if let picture = record.snapshots.last(where: { $0.event == "taken" })?.picture {
            evidence.lastSnapshot = picture
        }
        if postponesObservation {
            hasPostponed = true
            return
        }
        guard let running else { return }
        if observations.contains(.state) {
            evidence.savedStates = [try await running.state(in: self)]
            evidence.saves += 1
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

    /// Observes the user's files when the target is dead and nobody changes them any more.
    func observeFiles() {
        guard observations.contains(.files) else { return }
        evidence.files = userFiles()
    }

    /// The user's files and a digest of each: everything but the saved state and what may be purged.
    func userFiles() -> [String: UInt64] {
        let left = (record.hello?.savedState ?? []) + Container.purgeable
        let roots = left.map { $0.split(separator: "/").filter { $0 != "." } }
        var files: [String: UInt64] = [:]
        for name in container.paths {
            let parts = name.split(separator: "/")
            if roots.contains(where: { parts.starts(with: $0) }) { continue }
            if let digest = FileDigest.digest(of: container.path(name)) { files[name] = digest }
        }
        return files
    }
}

/// A digest of a file's bytes, or of where a link leads. Nothing else is opened: a pipe would block.
enum FileDigest {
    static func digest(of path: String) -> UInt64? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let file: Int32
        switch status.st_mode & S_IFMT {
        case S_IFREG: file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        case S_IFLNK:
            let end = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            return end.map { adding($0.utf8) }
        default: return nil
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { buffer in
            var digest = start
            while true {
                let count = read(file, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return digest }
                digest = adding(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: digest)
            }
        }
    }

    static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a with 64 bits.
    static func adding(_ bytes: some Sequence<UInt8>, to digest: UInt64 = start) -> UInt64 {
        bytes.reduce(digest) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
