import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Damages one file of the user's data after the other, and launches the target on it (rule R7).
///
/// What it shows of the file is its own affair: nobody knows what can be read of it. It has to start. Other files
/// of the user, which it keeps and shows texts of where that file is missing, it has to keep as well. A database is
/// left alone: to repair it is a matter of its own tools.
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
            try await damage(files[index], of: files, session)
        }
        return .step
    }

    private func damage(
        _ file: String, of files: [String], _ session: isolated Session
    ) async throws {
        let saved = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: saved.path)
        defer { try? saved.remove() }
        let damaged: JSON
        do {
            damaged = try await launchTwice(
                after: Damage(.path(file), harm.harm(to: file, of: session)), session)
        } catch let failure as StepFailure where failure.blame == .target {
            var failure = failure
            failure.message = "with '\(file)' \(harm.rawValue): \(failure.message)"
            throw failure
        }
        let others = files.filter { $0 != file }
        let gone = others.filter { !session.container.keeps($0, of: saved) }
        guard !gone.isEmpty else { return }
        // What goes where the file is missing as well is of no use without it.
        try session.container.replaceContents(with: saved)
        let place = session.lastKillPoint
        defer { session.lastKillPoint = place }
        let missing: JSON
        do {
            missing = try await launchTwice(after: Damage(.path(file), .removed), session)
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return
        }
        let texts = missing.shownTexts.subtracting(damaged.shownTexts)
        let taken = gone.first { other in
            session.container.keeps(other, of: saved) && saved.hasAny(of: texts, in: other)
        }
        guard let taken else { return }
        throw StepFailure(
            "with '\(file)' \(harm.rawValue), what '\(taken)' had is gone as well, which nobody has damaged; "
                + "where '\(file)' is missing, it is kept",
            expected: "what is shown where '\(file)' is missing",
            actual: "what is shown where it is \(harm.rawValue)",
            difference: profile.difference(expected: missing, actual: damaged))
    }

    /// Launches the target twice after something was done to a file: what the first launch makes of it, the
    /// second one finds.
    ///
    /// - Returns: What the second one shows.
    private func launchTwice(
        after damage: Damage, _ session: isolated Session
    ) async throws -> JSON {
        try await session.carryOut([damage])
        let place = session.lastKillPoint
        var shown = JSON.null
        for _ in 1...2 {
            try await session.launch()
            shown = try await session.state()
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

    /// Whether what is in a file of another container is in a file here, and perhaps more behind it: it may have
    /// been set aside.
    fileprivate func keeps(_ file: String, of other: Container) -> Bool {
        guard let old = other.content(of: file) else { return true }
        return ([file] + regularFiles).contains { content(of: $0)?.starts(with: old) ?? false }
    }

    fileprivate func hasAny(of texts: Set<String>, in file: String) -> Bool {
        let bytes = content(of: file) ?? Data()
        return texts.contains { bytes.firstRange(of: Data($0.utf8)) != nil }
    }

    private func content(of file: String) -> Data? {
        FileManager.default.contents(atPath: path(file))
    }

    func size(of file: String) -> Int {
        content(of: file)?.count ?? 0
    }
}
