import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Damages one file of the user's data after the other, and launches the target on it (rule R7).
///
/// What it shows then is its own affair: nobody knows what can be read of the file. It has to start. A
/// database is left alone: to repair it is a matter of its own tools.
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
            try await session.begin(with: walk.first)
            try await session.carryOut([Background(), Kill(.system)])
            let files = session.container.filesOfData(profile)
            guard index < files.count else { break }
            let file = files[index]
            try await session.carryOut([
                Damage(.path(file), harm.harm(to: file, of: session))
            ])
            // What the first launch makes of it, the second one finds.
            for _ in 1...2 { try await launch(on: file, session) }
        }
        return .step
    }

    private func launch(on file: String, _ session: isolated Session) async throws {
        let place = session.lastKillPoint
        do { try await session.launch() } catch let failure as StepFailure
            where failure.blame == .target
        {
            var failure = failure
            failure.message = "with '\(file)' \(harm.rawValue): \(failure.message)"
            throw failure
        }
        try await session.kill(.system, where: "in the foreground")
        session.lastKillPoint = place
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

    fileprivate func size(of file: String) -> Int {
        FileManager.default.contents(atPath: path(file))?.count ?? 0
    }
}
