import Foundation
import RelaunchProtocol
import RestorationArchive

extension UIApplication {
    /// What the system tells the app; returns when the app has finished with it.
    func handle(_ event: LifecycleEvent) {
        switch event {
        case .inactive: resignActive()
        case .active: becomeActive()
        case .background: enterBackground()
        case .foreground: enterForeground()
        case .memoryWarning: receiveMemoryWarning()
        case .lock: lock()
        case .unlock: unlock()
        case .quit: terminate()
        }
    }

    func becomeActive() {
        guard applicationState != .active || session.shownSnapshot != nil else { return }
        applicationState = .active
        scenes.becomeActive()
        tellLife("applicationDidBecomeActive(_:)", then: Self.didBecomeActiveNotification) {
            $0.applicationDidBecomeActive(self)
        }
        session.removeShownSnapshot()
        session.observer.enter(.active)
    }

    func resignActive() {
        guard applicationState == .active else { return }
        applicationState = .inactive
        scenes.resignActive()
        tellLife("applicationWillResignActive(_:)", then: Self.willResignActiveNotification) {
            $0.applicationWillResignActive(self)
        }
        session.observer.enter(.inactive)
    }

    /// The app goes to the background and saves its state (S2, S3).
    func enterBackground() {
        guard applicationState != .background else { return }
        resignActive()
        applicationState = .background
        scenes.enterBackground()
        tellLife("applicationDidEnterBackground(_:)", then: Self.didEnterBackgroundNotification) {
            $0.applicationDidEnterBackground(self)
        }
        session.observer.enter(.saving)
        if scenes.areUsed { scenes.save(scenes.inForeground) } else { saveState() }
        saveScenes()
        session.observer.enter(.background)
    }

    /// The same objects go on: nothing is restored (R15).
    func enterForeground() {
        guard applicationState == .background else { return }
        applicationState = .inactive
        tellLife("applicationWillEnterForeground(_:)", then: Self.willEnterForegroundNotification) {
            $0.applicationWillEnterForeground(self)
        }
        becomeActive()
    }

    private func lock() {
        guard !device.locked else { return }
        tell(
            "applicationProtectedDataWillBecomeUnavailable(_:)",
            then: Self.protectedDataWillBecomeUnavailableNotification
        ) { $0.applicationProtectedDataWillBecomeUnavailable(self) }
        device.locked = true
    }

    private func unlock() {
        guard device.locked else { return }
        device.locked = false
        scenes.unseal()
        tell(
            "applicationProtectedDataDidBecomeAvailable(_:)",
            then: Self.protectedDataDidBecomeAvailableNotification
        ) { $0.applicationProtectedDataDidBecomeAvailable(self) }
        if scenes.areUsed { scenes.commit() }
    }

    private func receiveMemoryWarning() {
        tell(
            "applicationDidReceiveMemoryWarning(_:)", then: Self.didReceiveMemoryWarningNotification
        ) { $0.applicationDidReceiveMemoryWarning(self) }
        var waiting = rootViewControllers
        while !waiting.isEmpty {
            let controller = waiting.removeFirst()
            willCall("didReceiveMemoryWarning()", of: controller)
            controller.didReceiveMemoryWarning()
            waiting.append(contentsOf: controller.contained)
        }
    }

    /// A clean quit is no crash, and saves nothing (D11).
    private func terminate() {
        tell("applicationWillTerminate(_:)", then: Self.willTerminateNotification) {
            $0.applicationWillTerminate(self)
        }
        do {
            try session.history.close()
        } catch {
            session.report("the launch history cannot be written: \(error)", rule: "D9")
        }
    }

    /// In an app with scenes their delegates hear of the life on the screen in this one's place (C2).
    private func tellLife(
        _ method: String, then notification: Notification.Name,
        call: (any UIApplicationDelegate) -> Void
    ) {
        if scenes.areUsed {
            NotificationCenter.default.post(name: notification, object: self)
        } else {
            tell(method, then: notification, call: call)
        }
    }

    /// First the delegate, then whoever listens to the notification.
    private func tell(
        _ method: String, then notification: Notification.Name,
        call: (any UIApplicationDelegate) -> Void
    ) {
        if let delegate {
            willCall(method, of: delegate)
            call(delegate)
        }
        NotificationCenter.default.post(name: notification, object: self)
    }

    // MARK: Saving

    private func saveState() {
        if isLaunching {
            session.report("restoration is not complete; the saved state is kept", rule: "R10")
            return
        }
        if device.locked {
            session.log("the device is locked; nothing is saved (S15)")
            return
        }
        session.isSaving = true
        session.ignoresNextSnapshot = false
        defer { session.isSaving = false }
        let pass = SavePass(self)
        let coder = pass.applicationCoder()
        guard shouldSave(coder) else {
            session.log("the app declines to save (S1, S17)")
            return
        }
        do {
            let archive = try encode(pass, coder)
            leftOutOfLastSave = pass.leftOut
            for leftOut in leftOutOfLastSave {
                session.report("\(leftOut)", rule: "S18", code: leftOut.reason.rawValue)
            }
            let snapshot = takeSnapshot(pass)
            try session.commit(archive, snapshot: snapshot)
            session.observer.snapshot(snapshot)
        } catch let error as StorageError where error.isReplaced {
            session.report("the state was saved, perhaps not durably: \(error)", rule: "S16")
        } catch {
            session.report("the state was not saved, the old one is kept: \(error)", rule: "S16")
        }
    }

    private func takeSnapshot(_ pass: SavePass) -> SnapshotEvent {
        guard session.policy.usesSnapshots else { return .suppressed(reason: "policy") }
        if let reason = pass.snapshotSuppression { return .suppressed(reason: reason) }
        return .taken(drawScreen())
    }

    private func encode(_ pass: SavePass, _ coder: RestorationCoder) throws -> StateArchive {
        session.observer.checkpoint(.beforeEncoding)
        if let delegate {
            willCall("application(_:willEncodeRestorableStateWith:)", of: delegate)
            delegate.application(self, willEncodeRestorableStateWith: coder)
        }
        let archive = try pass.run(coder)
        session.observer.checkpoint(.afterEncoding)
        return archive
    }

    /// A missing method is a no (S1); of two spellings one is enough.
    private func shouldSave(_ coder: NSCoder) -> Bool {
        guard let delegate else { return false }
        willCall("application(_:shouldSaveApplicationState:)", of: delegate)
        return delegate.application(self, shouldSaveSecureApplicationState: coder)
            || delegate.application(self, shouldSaveApplicationState: coder)
    }
}
