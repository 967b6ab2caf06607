import Foundation
import RelaunchProtocol
import RestorationArchive

/// State restoration of one process: what it found on disk, what it decided, and what it saves.
@MainActor
final class RestorationSession {
    let directory: StateDirectory
    let history: LaunchHistory
    private let past: LaunchHistory.Past
    let policy: RestorationPolicy
    let observer: any LifecycleObserver
    let options: Options

    /// From the launch arguments (D8).
    struct Options: Sendable {
        var isDeveloperMode = false
        var isLogging = false
    }

    /// What this launch makes of the saved state.
    enum Decision {
        case restore(StateArchive)
        case restoreScenes(SceneArchive)
        case fresh(FreshStart)
    }
    private(set) var decision = Decision.fresh(FreshStart(reason: .noSavedState))

    /// The picture that covers the screen until the app is active.
    private(set) var shownSnapshot: Picture?
    /// The archive on disk, as far as it is known.
    private var generation = 0
    private var archivedSnapshot: SnapshotEvent?
    private var committedScenes = SceneValues()
    /// The sessions of an app with scenes, if it has saved any (C12). Of a locked device only which
    /// there are is known (C11).
    private(set) var sceneArchive: SceneArchive?
    /// The file that holds the state: that of the scenes, where there is one.
    private var stateName = SavedState.archiveName

    /// Between `shouldSave…` and the end of encoding.
    var isSaving = false
    var ignoresNextSnapshot = false
    /// The restoration that is under way or extended.
    var restoration: RestorePass?

    /// - Parameter past: what `history.open()` has answered: the launch is open already.
    init(
        directory: StateDirectory, history: LaunchHistory, past: LaunchHistory.Past,
        policy: RestorationPolicy, observer: any LifecycleObserver, options: Options = Options()
    ) {
        self.directory = directory
        self.history = history
        self.past = past
        self.policy = policy
        self.observer = observer
        self.options = options
    }

    /// For an application that was never launched.
    static func detached() -> RestorationSession {
        let nowhere = StateDirectory(path: "/nonexistent")
        return RestorationSession(
            directory: nowhere, history: LaunchHistory(directory: nowhere, boot: ""),
            past: LaunchHistory.Past(), policy: .threeCrashes, observer: NoObserver())
    }

    // MARK: The start

    /// Decides what to do with the saved state.
    func begin(isLocked: Bool) {
        if let failure = past.failure {
            report("the launch history cannot be written: \(failure)", rule: "D9")
        }
        if let damage = past.damage {
            report("the launch history is damaged and counts as empty: \(damage)", rule: "D9")
        }
        var crashes = past.crashes
        if access(directory.file(SavedState.sessionsName), F_OK) == 0 {
            stateName = SavedState.sessionsName
        }
        if isLocked {
            if let file = try? directory.read(SavedState.sessionsName) {
                sceneArchive = try? SceneArchive(file: file)
            }
            decision = .fresh(FreshStart(reason: .locked))
            generation = archivedGeneration()
        } else {
            decision = decide(past)
            if case .fresh(let start) = decision, start.reason == .crashLoop { crashes = 0 }
        }
        var snapshotIgnoredFor: Int?
        if isLocked {
            snapshotIgnoredFor = past.snapshotIgnoredFor
        } else if case .restore(let archive) = decision {
            generation = archive.generation
            archivedSnapshot = findSnapshot(of: archive, ignoredFor: past.snapshotIgnoredFor)
            snapshotIgnoredFor = archive.ignoresSnapshot ? archive.generation : nil
        }
        log("\(crashes) crashes in a row; \(describe(decision))")
        attempt("the launch history cannot be written", rule: "D9") { () throws(StorageError) in
            try history.begin(crashes: crashes, snapshotIgnoredFor: snapshotIgnoredFor)
        }
    }

    private func decide(_ past: LaunchHistory.Past) -> Decision {
        let file: [UInt8]
        do {
            guard let found = try directory.read(stateName) else {
                return .fresh(FreshStart(reason: .noSavedState))
            }
            file = found
        } catch {
            report("the archive cannot be read: \(error)", rule: "R7")
            return .fresh(FreshStart(reason: .damaged, detail: "\(error)"))
        }
        if !options.isDeveloperMode {
            if past.crashedWhileExtended {
                discardArchive(.crashWhileExtended, keeping: policy.keepsArchiveOfCrashLoop)
                return .fresh(FreshStart(reason: .crashWhileExtended))
            }
            if past.crashes >= policy.crashLimit {
                discardArchive(.crashLoop, keeping: policy.keepsArchiveOfCrashLoop)
                let detail = "\(past.crashes) launches in a row crashed"
                return .fresh(FreshStart(reason: .crashLoop, detail: detail))
            }
        }
        do {
            if stateName == SavedState.sessionsName {
                let archive = try SceneArchive(file: file)
                sceneArchive = archive
                return .restoreScenes(archive)
            }
            return .restore(try StateArchive(file: file))
        } catch {
            guard case .newerFormat = error else { return unusable(.damaged, "\(error)") }
            return unusable(.newerFormat, "\(error)")
        }
    }

    /// Which archive is on disk, while it is not to be restored.
    private func archivedGeneration() -> Int {
        guard let file = try? directory.read(SavedState.archiveName) else { return 0 }
        return (try? StateArchive(file: file))?.generation ?? 0
    }

    private func unusable(_ reason: FreshStart.Reason, _ why: String) -> Decision {
        discardArchive(reason, keeping: true)
        return .fresh(FreshStart(reason: reason, detail: why))
    }

    /// Never touches anything but the archive and its picture (D13).
    private func discardArchive(_ reason: FreshStart.Reason, keeping: Bool) {
        attempt("the archive cannot be set aside", rule: "D4") { () throws(StorageError) in
            if keeping {
                try directory.setAside(stateName, reason: reason.rawValue)
            } else {
                try directory.remove(stateName)
            }
        }
        removeSnapshots()
    }

    private func describe(_ decision: Decision) -> String {
        switch decision {
        case .restore(let archive): "there is an archive of \(archive.records.count) records"
        case .restoreScenes(let archive): "there are \(archive.sessions.count) scenes"
        case .fresh(let start): "a fresh start, \(start.reason.rawValue): \(start.detail ?? "")"
        }
    }

    // MARK: The end of the launch

    /// The launch is complete and no crash any more (D3, D5).
    func confirm() {
        attempt("the launch history cannot be written", rule: "D9") { () throws(StorageError) in
            try history.confirm()
        }
        guard policy.discardsArchiveAfterLaunch, case .restore(let archive) = decision,
            generation == archive.generation
        else { return }
        attempt("the archive cannot be removed", rule: "R12") { () throws(StorageError) in
            try directory.remove(SavedState.archiveName)
        }
        removeSnapshots()
    }

    // MARK: Snapshots

    private func findSnapshot(of archive: StateArchive, ignoredFor: Int?) -> SnapshotEvent? {
        guard policy.usesSnapshots else { return .suppressed(reason: "policy") }
        guard let name = archive.snapshotName else { return .suppressed(reason: "notTaken") }
        if archive.ignoresSnapshot, ignoredFor != archive.generation {
            return .suppressed(reason: "ignoreSnapshotOnNextApplicationLaunch")
        }
        guard SavedState.snapshotNames.contains(name), let file = try? directory.read(name) else {
            return .suppressed(reason: "missing")
        }
        guard archive.ownsSnapshot(file) else {
            return .suppressed(reason: "damaged")
        }
        return .shown(.svg(String(decoding: file, as: UTF8.self)))
    }

    /// Before the app is asked for anything (N1).
    func showSnapshot() {
        guard let event = archivedSnapshot else { return }
        switch event {
        case .shown(let picture): shownSnapshot = picture
        case .suppressed("damaged"), .suppressed("missing"):
            report("the snapshot's picture is damaged or missing; it is not shown", rule: "N7")
        default: break
        }
        observer.snapshot(event)
    }

    func removeShownSnapshot() { shownSnapshot = nil }

    func ignoreSnapshotOnNextLaunch() {
        if isSaving {
            ignoresNextSnapshot = true
        } else {
            let text = "ignoreSnapshotOnNextApplicationLaunch was called outside a save"
            observer.snapshot(.ignored(reason: text))
            report(text, rule: "N4")
        }
    }

    private func removeSnapshots() {
        for name in SavedState.snapshotNames { try? directory.remove(name) }
    }

    // MARK: Saving

    /// Writes an archive and the picture that belongs to it, if one was taken.
    ///
    /// The picture goes into a file that the old archive does not name, so that the one rename of
    /// the archive replaces both.
    func commit(_ archive: StateArchive, snapshot: SnapshotEvent) throws(StorageError) {
        var archive = archive
        archive.generation = generation + 1
        archive.ignoresSnapshot = ignoresNextSnapshot
        let names = SavedState.snapshotNames
        observer.checkpoint(.beforeCommit)
        if case .taken(let picture) = snapshot {
            let svg = Array(picture.content.utf8)
            let name = names[archive.generation % 2]
            archive.snapshotName = name
            archive.snapshotChecksum = Checksum.of(svg[...])
            try directory.commit(svg, to: name)
        }
        do throws(StorageError) {
            try directory.commit(archive.file, to: SavedState.archiveName)
        } catch {
            // The next picture may not replace the one that the archive on disk names.
            if error.isReplaced { generation = archive.generation }
            throw error
        }
        generation = archive.generation
        try? directory.remove(names[(archive.generation + 1) % 2])
        observer.checkpoint(.afterCommit)
    }

    // MARK: Scenes

    /// Replaces the file of the sessions (C7). Where that fails, the old one is kept (S16).
    func commit(_ scenes: SceneArchive) {
        guard scenes != sceneArchive else { return }
        observer.checkpoint(.beforeCommit)
        attempt("the scenes were not saved, the old state is kept", rule: "S16") {
            () throws(StorageError) in
            do throws(StorageError) {
                try directory.commit(scenes.file, to: SavedState.sessionsName)
            } catch {
                if error.isReplaced { sceneArchive = scenes }
                throw error
            }
            sceneArchive = scenes
        }
        observer.checkpoint(.afterCommit)
    }

    /// Replaces what is saved of the scenes.
    func commit(_ scenes: SceneValues) {
        guard scenes != committedScenes else { return }
        committedScenes = scenes
        attempt("what belongs to the scenes was not saved", rule: "P3") { () throws(StorageError) in
            if scenes.scenes.isEmpty {
                try directory.remove(SavedState.scenesName)
            } else {
                try directory.commit(scenes.file, to: SavedState.scenesName)
            }
        }
    }

    /// Nothing where the file is missing or damaged.
    func savedScenes() -> SceneValues {
        do {
            guard let file = try directory.read(SavedState.scenesName) else { return SceneValues() }
            committedScenes = try SceneValues(file: file)
            return committedScenes
        } catch {
            report("what belongs to the scenes cannot be read: \(error)", rule: "P3")
            return SceneValues()
        }
    }

    // MARK: Messages

    /// Records an issue: for the harness, or where there is none, on standard error.
    func report(_ text: String, rule: String?, code: String? = nil) {
        observer.issue(text, rule: rule, code: code)
        if options.isLogging || observer is NoObserver { write(text) }
    }

    /// Where `-UIStateRestorationDebugLogging YES` was given.
    func log(_ text: @autoclosure () -> String) {
        if options.isLogging { write(text()) }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data("StateRestoration: \(text)\n".utf8))
    }

    /// What fails is reported, and the app goes on.
    private func attempt(_ what: String, rule: String, _ body: () throws(StorageError) -> Void) {
        do {
            try body()
        } catch {
            report("\(what): \(error)", rule: rule)
        }
    }
}
