import Foundation
import RestorationArchive

/// The sessions of an app with scenes: what was saved of them, and which of them are connected.
///
/// All of them are in one file, which one rename replaces (C7). An app without scenes has none, and
/// nothing of this takes part in its life (C12).
@MainActor
final class SceneSessions {
    unowned let application: UIApplication
    /// In the order in which they were opened.
    var all: [UISceneSession] = []
    /// Whether the app has scenes: by its `Info.plist`, by what it has saved, or by its delegate's
    /// answer.
    var areUsed = false
    /// Whether this launch brings something back.
    private(set) var areRestored = false
    var manifest: SceneManifest? { application.bundle.sceneManifest }
    /// The session whose delegate is being called.
    var told: UISceneSession?
    /// Closed, and the app is to be told.
    var discarded: [UISceneSession] = []
    /// What the app has asked for while it was launching.
    var requested: [() -> Void] = []
    /// Whether many scenes change, which are written once for all.
    var commitWaits = false
    private var lastNumber = 0
    /// Whether the device was locked at the launch, so that what was saved could not be read (C11).
    private var isSealed = false

    init(_ application: UIApplication) { self.application = application }

    // MARK: The start

    /// Reads what the restoration session has found, before any method of the app is called.
    func begin(_ found: SceneArchive?, isLocked: Bool) {
        isSealed = isLocked
        areUsed = manifest != nil || found != nil
        guard let found else { return }
        lastNumber = found.lastNumber
        all = found.sessions.map(session)
        discarded = found.discarded.map(session)
        areRestored = !isLocked && found.sessions.contains(where: \.hasState)
    }

    private func session(_ saved: SceneArchive.Session) -> UISceneSession {
        let role = UISceneSession.Role(rawValue: saved.role)
        let configuration = UISceneConfiguration(name: saved.configuration, sessionRole: role)
        if configuration.delegateClass == nil {
            configuration.delegateClass =
                saved.delegateType.flatMap { TypeName.type($0) } as? AnyClass
        }
        let session = UISceneSession(saved, configuration: configuration)
        if !isSealed { fill(session) }
        return session
    }

    private func fill(_ session: UISceneSession) {
        session.stateRestorationActivity = session.saved.restoredActivity
        session.userInfo = session.saved.restoredUserInfo
        session.isChanged = false
        application.load(session.saved.values, of: session.persistentIdentifier)
    }

    /// The device is unlocked: what was saved can be read (C11). What the app has set stays.
    func unseal() {
        guard isSealed else { return }
        isSealed = false
        for session in all where !session.isChanged { fill(session) }
    }

    /// A session that has not been connected yet.
    func make(_ role: UISceneSession.Role) -> UISceneSession {
        lastNumber += 1
        let saved = SceneArchive.Session(
            number: lastNumber, identifier: UUID().uuidString, role: role.rawValue)
        let name = manifest?.entry(nil, role)?.name
        return UISceneSession(
            saved, configuration: UISceneConfiguration(name: name, sessionRole: role))
    }

    // MARK: Saving

    /// Asks some scenes for their state, and saves all of it at once (C7).
    ///
    /// A scene whose state cannot be saved keeps the older one (C6).
    func save(_ sessions: [UISceneSession]) {
        guard !application.device.locked else {
            application.session.log("the device is locked; nothing is saved (S15)")
            // The app's own background does not ask again those that have left the screen. What
            // they answer is written once the device is unlocked (C11).
            for session in sessions where !session.isInForeground && !isSealed {
                encode(session, asking: true)
            }
            return
        }
        guard !application.isLaunching else {
            application.session.report(
                "restoration is not complete; the saved state is kept", rule: "R10")
            return
        }
        application.session.observer.checkpoint(.beforeEncoding)
        for session in sessions { encode(session, asking: true) }
        application.session.observer.checkpoint(.afterEncoding)
        commit()
    }

    private func encode(_ session: UISceneSession, asking: Bool) {
        let save = SceneSave(session, of: application)
        if asking { save.ask() }
        do {
            session.saved = try save.record()
            session.isChanged = false
        } catch {
            let code = error is PropertyList.Refusal ? "notPropertyList" : nil
            application.session.report(
                "scene \(session.number) was not saved, its old state is kept: \(error)",
                rule: "C6", code: code)
        }
    }

    /// Writes which sessions there are, with what was last saved of each.
    func commit() {
        guard !application.device.locked, !isSealed, !commitWaits else { return }
        for session in all where session.scene == nil && session.isChanged {
            encode(session, asking: false)
        }
        var archive = SceneArchive()
        archive.lastNumber = lastNumber
        archive.sessions = all.map(\.stored)
        archive.discarded = discarded.map(\.stored)
        application.session.commit(archive)
    }

    // MARK: Calling the app

    /// Calls a method of a scene's delegate.
    func tell(
        _ session: UISceneSession, _ method: String, then notification: Notification.Name? = nil,
        call: (any UISceneDelegate) -> Void
    ) {
        let before = told
        told = session
        defer { told = before }
        if let delegate = session.scene?.delegate {
            application.willCall(method, of: delegate)
            call(delegate)
        }
        if let notification {
            NotificationCenter.default.post(name: notification, object: session.scene)
        }
    }
}

extension UISceneSession {
    /// What the file holds of it: where it is now, and what was last saved.
    fileprivate var stored: SceneArchive.Session {
        var stored = saved
        stored.isInForeground = isInForeground
        stored.configuration = configuration.name
        stored.delegateType = configuration.delegateClass.map { TypeName.stored($0) }
        return stored
    }
}
