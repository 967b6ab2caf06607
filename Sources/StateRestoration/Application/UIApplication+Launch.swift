import Foundation
import RelaunchProtocol

extension UIApplication {
    /// Launches the app, until it is active, in the order of R1.
    ///
    /// Where restoration is extended (R10), it returns earlier, and the last
    /// `completeStateRestoration` does the rest.
    func launch() {
        isLaunching = true
        watchdog = session.policy.launchTimeLimit.map(LaunchWatchdog.init(limit:))
        session.begin(isLocked: device.locked)
        scenes.begin(session.sceneArchive, isLocked: device.locked)
        loadScenes()
        if !scenes.areUsed { loadMainStoryboard() }
        session.observer.enter(.launching)
        session.showSnapshot()
        beginRestoration()
        if let delegate {
            session.observer.checkpoint(.willFinishLaunching)
            willCall("application(_:willFinishLaunchingWithOptions:)", of: delegate)
            _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
        }
        if scenes.areUsed {
            // Scenes are connected to an app that is ready for them (C2).
            callDidFinishLaunching()
            restoreScenes()
            if finishRestoration() { finishLaunching() }
            return
        }
        restore()
        let isComplete = finishRestoration()
        callDidFinishLaunching()
        scenes.adoptByDelegate()
        if isComplete { finishLaunching() }
    }

    private func callDidFinishLaunching() {
        guard let delegate else { return }
        session.observer.checkpoint(.didFinishLaunching)
        willCall("application(_:didFinishLaunchingWithOptions:)", of: delegate)
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
    }

    private func loadMainStoryboard() {
        let isPad = UIDevice.current.userInterfaceIdiom == .pad
        let onPad = isPad ? bundle.mainStoryboardOnPad : nil
        guard let name = onPad ?? bundle.mainStoryboard else { return }
        let storyboard = UIStoryboard(name: name, bundle: nil)
        guard let root = storyboard.instantiateInitialViewController() else {
            session.report(
                "the main storyboard \"\(name)\" has no initial controller; register one with "
                    + "UIStoryboard.register(_:in:isInitial:make:)", rule: "R1")
            return
        }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = root
        mainWindow = window
        delegate?.window = window
        window.makeKeyAndVisible()
    }

    private func beginRestoration() {
        let history = session.history
        extensions.begin(
            extended: { [weak self] isExtended in
                // Durable before the app goes on: a crash from here on discards the state (D7).
                try? history.setExtended(isExtended)
                if !isExtended {
                    DispatchQueue.main.async { self?.completeExtendedRestoration() }
                }
            },
            unmatched: { [weak self] text in
                DispatchQueue.main.async { self?.session.report(text, rule: "R10") }
            })
    }

    private func restore() {
        switch session.decision {
        case .fresh(let start):
            session.observer.notRestored(start)
        case .restoreScenes: break
        case .restore(let archive):
            let pass = RestorePass(archive, application: self)
            let coder = pass.applicationCoder()
            guard shouldRestore(coder) else {
                session.observer.notRestored(FreshStart(reason: .declined))
                return
            }
            session.observer.enter(.restoring)
            session.restoration = pass
            session.observer.checkpoint(.beforeDecoding)
            pass.run()
            if let delegate {
                willCall("application(_:didDecodeRestorableStateWith:)", of: delegate)
                delegate.application(self, didDecodeRestorableStateWith: coder)
            }
            session.observer.checkpoint(.afterDecoding)
        }
    }

    /// An archive of controllers, from an older version of the app, has no part in it (C12).
    private func restoreScenes() {
        if case .fresh(let start) = session.decision {
            session.observer.notRestored(start)
        } else if !scenes.areRestored {
            session.observer.notRestored(FreshStart(reason: .noSavedState))
        }
        scenes.restore()
    }

    /// A missing method is a no (S1); of two spellings one is enough.
    private func shouldRestore(_ coder: NSCoder) -> Bool {
        guard let delegate else { return false }
        willCall("application(_:shouldRestoreApplicationState:)", of: delegate)
        return delegate.application(self, shouldRestoreSecureApplicationState: coder)
            || delegate.application(self, shouldRestoreApplicationState: coder)
    }

    /// False while restoration is extended.
    private func finishRestoration() -> Bool {
        guard extensions.end() else { return false }
        if let pass = session.restoration {
            session.restoration = nil
            pass.finish()
            session.observer.restored()
        } else if scenes.areRestored {
            session.observer.restored()
        }
        return true
    }

    private func completeExtendedRestoration() {
        guard isLaunching, finishRestoration() else { return }
        finishLaunching()
    }

    private func finishLaunching() {
        isLaunching = false
        watchdog?.stop()
        updateAppearance()
        confirmLaunch()
        becomeActive()
    }

    private func confirmLaunch() {
        let delay = session.policy.confirmationDelay
        if delay > 0 {
            DispatchQueue.main.asyncAfter(deadline: .now() + delay) { self.session.confirm() }
        } else {
            session.confirm()
        }
    }
}
