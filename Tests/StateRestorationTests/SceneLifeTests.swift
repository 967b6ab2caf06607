import Foundation
import Testing

@testable import StateRestoration

/// How scenes are opened, connected, disconnected and closed.
@MainActor
struct SceneLifeTests {
    let device = SimulatedDevice()

    @Test("C1: the delegate is asked for the configuration of a new session only")
    func configuration() {
        let run = device.saveScenes(["one", "two"])
        #expect(run.sceneApp.configured == 2)
        let next = device.relaunch()
        #expect(next.sceneApp.configured == 0)
        #expect(next.application.session(2).configuration.delegateClass == TextSceneDelegate.self)
    }

    @Test("C1: the Info.plist names the delegate class, also with Xcode's variable")
    func manifest() {
        final class Plain: UIResponder, UIApplicationDelegate {}
        let role = UISceneSession.Role.windowApplication.rawValue
        for name in [
            "StateRestorationTests.TextSceneDelegate",
            "$(PRODUCT_MODULE_NAME).TextSceneDelegate",
        ] {
            let device = SimulatedDevice()
            let entry = [
                "UISceneConfigurationName": "Default Configuration",
                "UISceneDelegateClassName": name,
            ]
            device.information = [
                "UIApplicationSceneManifest": [
                    "UIApplicationSupportsMultipleScenes": false,
                    "UISceneConfigurations": [role: [entry]],
                ]
            ]
            let run = device.launch { Plain() }
            #expect(run.application.session(1).configuration.name == "Default Configuration")
            #expect(run.application.texts == [1: "initial"])
            #expect(!run.application.supportsMultipleScenes)
        }
    }

    @Test("C1: a scene without a delegate class is reported")
    func noDelegate() {
        final class Nameless: SceneApp {
            override func application(
                _ application: UIApplication,
                configurationForConnecting connectingSceneSession: UISceneSession,
                options: UIScene.ConnectionOptions
            ) -> UISceneConfiguration {
                UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
            }
        }
        let run = device.launch { Nameless() }
        #expect(run.issueCodes("C1") == ["noDelegate"])
    }

    @Test("C2: a scene's methods are called in their order, and the app's own are not")
    func order() {
        device.saveScenes(["one"])
        let run = device.relaunch()
        run.enterBackground()
        #expect(
            run.sceneCallbacks == [
                "scene(_:willConnectTo:options:)", "scene(_:restoreInteractionStateWith:)",
                "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
                "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
                "stateRestorationActivity(for:)", "scene(_:didUpdate:)",
            ])
        #expect(
            run.callbacks.filter { $0.hasPrefix("SceneApp.") } == [
                "SceneApp.application(_:willFinishLaunchingWithOptions:)",
                "SceneApp.application(_:didFinishLaunchingWithOptions:)",
            ])
        #expect(run.application.session(1).scene?.activationState == .background)
    }

    @Test("C3: identifier, role and userInfo of a session last through deaths, none is used twice")
    func sessionsLast() {
        let run = device.launch(["one", "two"])
        let identifiers = run.application.scenes.all.map(\.persistentIdentifier)
        run.application.session(2).userInfo = ["pinned": true]
        run.enterBackground()
        let next = device.relaunch()
        #expect(next.application.scenes.all.map(\.persistentIdentifier) == identifiers)
        #expect(next.application.session(2).userInfo?["pinned"] as? Bool == true)
        #expect(next.application.session(2).role == .windowApplication)
        next.application.requestSceneSessionDestruction(next.application.session(2), options: nil)
        next.application.openScene("three")
        #expect(next.application.scenes.all.map(\.number) == [1, 3])
        #expect(!identifiers.contains(next.application.session(3).persistentIdentifier))
    }

    @Test("C3: a scene that was opened or closed is so at the next launch, without a save")
    func durableAtOnce() {
        device.saveScenes(["one", "two"])
        let run = device.relaunch()
        run.application.openScene("three")
        run.application.requestSceneSessionDestruction(run.application.session(1), options: nil)
        let next = device.relaunch()
        #expect(next.application.texts == [2: "two", 3: "initial"])
    }

    @Test(
        "C8: a scene that the system disconnects comes back; the others go on as the same objects")
    func disconnect() throws {
        let run = device.launch(["one", "two"])
        let application = run.application!
        let other = application.sceneDelegate(1)
        weak let gone = application.sceneDelegate(2)
        application.scenes.reclaim(application.session(2))
        #expect(gone == nil)
        #expect(application.session(2).scene == nil)
        #expect(application.openSessions.count == 2)
        #expect(application.connectedScenes.count == 1)
        application.requestSceneSessionActivation(
            application.session(2), userActivity: nil, options: nil)
        #expect(application.texts == [1: "one", 2: "two"])
        #expect(application.sceneDelegate(1) === other)
        #expect(other.restored == nil)
        #expect(application.session(2).scene?.activationState == .foregroundActive)
    }

    @Test("C8: it is asked for its state before it goes, however it was saved before")
    func askedBeforeDisconnection() {
        let run = device.launch(["one", "two"])
        let application = run.application!
        application.scenes.hide(application.session(2))
        application.sceneDelegate(2).controller.text = "changed in the background"
        application.scenes.reclaim(application.session(2))
        // Nothing else is saved before the death.
        let next = device.relaunch()
        #expect(next.application.texts == [1: "initial"])
        next.application.scenes.show(next.application.session(2))
        #expect(next.application.texts[2] == "changed in the background")
    }

    @Test("C9: a closed session is gone with what was saved, and the app is told")
    func close() {
        let run = device.saveScenes(["one", "two"])
        run.application.handle(.foreground)
        let session = run.application.session(2)
        run.application.requestSceneSessionDestruction(session, options: nil)
        #expect(run.sceneApp.discarded == [session])
        #expect(session.stateRestorationActivity == nil)
        #expect(run.sceneCallbacks.last == "sceneDidDisconnect(_:)")
        let next = device.relaunch()
        #expect(next.application.texts == [1: "one"])
        #expect(next.sceneApp.discarded.isEmpty)
    }

    @Test("C9: killed before it was told, the app is told at the next launch")
    func toldLater() throws {
        final class DiesWhenTold: SceneApp {
            override func application(
                _ application: UIApplication,
                didDiscardSceneSessions sceneSessions: Set<UISceneSession>
            ) {
                // What is on disk now is what a kill would leave.
                try? FileManager.default.copyItem(atPath: file, toPath: file + ".killed")
            }
            var file = ""
        }
        let file = device.directory.file("sessions")
        let run = device.launch { DiesWhenTold() }
        (run.application.delegate as? DiesWhenTold)?.file = file
        run.application.openScene("two")
        let identifier = run.application.session(2).persistentIdentifier
        run.application.requestSceneSessionDestruction(run.application.session(2), options: nil)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".killed", toPath: file)
        let next = device.relaunch()
        #expect(next.sceneApp.discarded.map(\.persistentIdentifier) == [identifier])
        #expect(next.application.openSessions.count == 1)
        #expect(device.relaunch().sceneApp.discarded.isEmpty)
    }

    @Test("C10: scenes in the foreground come back, those in the background when they are opened")
    func foreground() {
        let run = device.launch(["one", "two", "three"])
        run.application.scenes.hide(run.application.session(2))
        run.enterBackground()
        let next = device.relaunch()
        #expect(next.wasRestored)
        #expect(next.application.texts == [1: "one", 3: "three"])
        next.application.scenes.show(next.application.session(2))
        #expect(next.application.texts[2] == "two")
    }

    @Test("C14: an activity goes with the connection, or to a scene that is connected")
    func activities() {
        let run = device.launch(["one"])
        let application = run.application!
        let activity = NSUserActivity(activityType: "org.example.open")
        application.requestSceneSessionActivation(nil, userActivity: activity, options: nil)
        #expect(application.sceneDelegate(2).options?.userActivities == [activity])
        application.requestSceneSessionActivation(
            application.session(1), userActivity: activity, options: nil)
        #expect(application.sceneDelegate(1).continued == [activity])
    }

    @Test("C14: a request that cannot be granted says why, and changes nothing")
    func refused() {
        device.information = [
            "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": false]
        ]
        let run = device.launch(["one"])
        let application = run.application!
        var errors: [UISceneError.Code?] = []
        application.requestSceneSessionActivation(nil, userActivity: nil, options: nil) {
            errors.append(($0 as? UISceneError)?.code)
        }
        let session = application.session(1)
        application.requestSceneSessionDestruction(session, options: nil)
        application.requestSceneSessionActivation(session, userActivity: nil, options: nil) {
            errors.append(($0 as? UISceneError)?.code)
        }
        #expect(errors == [.multipleScenesNotSupported, .requestDenied])
        #expect(application.openSessions.isEmpty)
    }
}
