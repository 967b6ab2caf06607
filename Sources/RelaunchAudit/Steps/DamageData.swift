import CrashStates
import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Damages one file of the user's data after the other, and launches the target on it (rule R7).
///
/// What it shows then is its own affair: nobody knows what can be read of the file. It has to start. Other
/// files of the user, which it keeps and shows where that file is missing, it has to keep as well. A database
/// is left alone: to repair it is a matter of its own tools.
struct DamageData: AuditStep {
    /// What is done to a file.
    enum Harm: String, CaseIterable {
        case cut = "cut in half"
        case emptied = "emptied"
        case foreign = "of another program"

        fileprivate func harm(to file: String, of session: isolated Session) -> Damage.Harm {
            switch self {
            case .cut: .truncated(to: session.container.size(of: file) / 2)
            case .emptied: .emptied
            case .foreign: .foreign
            }
        }
    }

    /// How many files are damaged.
    private static let fileLimit = 4

    let harm: Harm
    let walk: ActionWalk
    let profile: TargetProfile

    var text: String { "Background(); Kill(.system); DamageData(.\(harm)); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        for index in 0..<Self.fileLimit {
            let files = try await save(session)
            guard index < files.count else { break }
            let file = files[index]
            let content = session.container.digests
            let damaged = try await launch(
                with: file, harm.rawValue, harm.harm(to: file, of: session), session)
            let gone = files.filter {
                $0 != file && !session.container.hasContent(content[$0], of: $0)
            }
            guard !gone.isEmpty else { continue }
            // What goes where the file is missing as well is of no use without it.
            _ = try await save(session)
            let missing = try await launch(with: file, "missing", .removed, session)
            let kept = gone.first { session.container.hasContent(content[$0], of: $0) }
            let shown = profile.differences(missing, profile.initialState)
            guard let kept, profile.losses(of: missing, in: damaged).contains(where: shown.contains)
            else { continue }
            throw StepFailure(
                "with '\(file)' \(harm.rawValue), what '\(kept)' had is gone as well, which nobody has "
                    + "damaged; where '\(file)' is missing, it is kept",
                expected: "what is shown where '\(file)' is missing",
                actual: "what is shown where it is \(harm.rawValue)",
                difference: profile.difference(expected: missing, actual: damaged))
        }
        return .step
    }

    /// Saves the walk's state, and kills the target.
    ///
    /// - Returns: The user's files.
    private func save(_ session: isolated Session) async throws -> [String] {
        try await session.begin(with: walk.first)
        try await session.carryOut([Background(), Kill(.system)])
        return session.container.filesOfData(profile)
    }

    /// Launches the target twice after something was done to a file: what the first launch makes of it, the
    /// second one finds.
    ///
    /// - Returns: What the second one shows.
    private func launch(
        with file: String, _ words: String, _ harm: Damage.Harm, _ session: isolated Session
    ) async throws -> JSON {
        try await session.carryOut([Damage(.path(file), harm)])
        let place = session.lastKillPoint
        var shown = JSON.null
        for _ in 1...2 {
            do {
                try await session.launch()
                shown = try await session.state()
            } catch let failure as StepFailure where failure.blame == .target {
                var failure = failure
                failure.message = "with '\(file)' \(words): \(failure.message)"
                throw failure
            }
            try await session.kill(.system, where: "in the foreground")
            session.lastKillPoint = place
        }
        return shown
    }
}

extension Container {
    /// The files of the user's data that hold anything and are no databases: first one of each folder, since
    /// those of a folder are often alike.
    func filesOfData(_ profile: TargetProfile) -> [String] {
        let files = Self.users(regularFiles, besides: profile.hello.savedState)
            .filter { size(of: $0) > 1 && !isDatabase($0) }
        let folders = Dictionary(grouping: files.sorted()) { file in
            file.split(separator: "/").dropLast().joined(separator: "/")
        }
        let places = folders.values.flatMap { $0.enumerated() }
        return places.sorted { ($0.offset, $0.element) < ($1.offset, $1.element) }
            .map(\.element)
    }

    /// Whether a file still has this content, or another one has it: it may have been set aside.
    fileprivate func hasContent(_ digest: UInt64?, of file: String) -> Bool {
        FileDigest.digest(of: path(file)) == digest || digests.values.contains { $0 == digest }
    }

    fileprivate func size(of file: String) -> Int {
        FileManager.default.contents(atPath: path(file))?.count ?? 0
    }
}
