import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// What is saved of scenes, and what comes back.
@MainActor
struct SceneStateTests {
    let device = SimulatedDevice()

    private var file: [UInt8]? { try? device.directory.read(SavedState.sessionsName) }

    // MARK: The activity

    @Test("C4: an activity comes back with type, title and every type of value, at the connection")
    func activity() throws {
        let values: [AnyHashable: Any] = [
            "text": "mi|lk\n", "number": 7, "half": 0.5, "flag": true,
            "date": Date(timeIntervalSinceReferenceDate: 1.5), "data": Data([0, 255]),
            "url": URL(string: "https://example.org/a?b")!, "null": NSNull(),
            "list": ["a", 1, ["b": Date.distantPast]], "set": Set(["x", "y"]),
            "nested": ["deep": ["deeper": [1, 2, 3]]],
        ]
        let run = device.launch(["one"])
        run.application.sceneDelegate(1).activity = { _ in
            let activity = NSUserActivity(activityType: "org.example.all")
            activity.title = "All"
            activity.targetContentIdentifier = "content"
            activity.requiredUserInfoKeys = ["text"]
            activity.addUserInfoEntries(from: values)
            return activity
        }
        run.enterBackground()
        let delegate = device.relaunch().application.sceneDelegate(1)
        let restored = try #require(delegate.restored)
        #expect(delegate.atConnection === restored)
        #expect(restored.activityType == "org.example.all")
        #expect(restored.title == "All")
        #expect(restored.targetContentIdentifier == "content")
        #expect(restored.requiredUserInfoKeys == ["text"])
        let found = try #require(restored.userInfo)
        #expect(found.count == values.count)
        for key in ["text", "date", "data", "url", "set"] {
            #expect(found[key] as? AnyHashable == values[key] as? AnyHashable, "\(key)")
        }
        #expect(found["number"] as? Int == 7)
        #expect(found["half"] as? Double == 0.5)
        #expect(found["flag"] as? Bool == true)
        #expect(found["null"] is NSNull)
        let list = try #require(found["list"] as? [Any])
        #expect(list[0] as? String == "a")
        #expect(list[1] as? Int == 1)
        #expect(list[2] as? [String: Date] == ["b": Date.distantPast])
        #expect(found["nested"] as? [String: [String: [Int]]] == ["deep": ["deeper": [1, 2, 3]]])
    }

    @Test("C4: nil saves no activity, and a delegate without the method keeps what the app has set")
    func noActivity() {
        let run = device.launch(["one", "two"])
        run.application.sceneDelegate(1).activity = { _ in nil }
        run.enterBackground()
        let next = device.relaunch()
        #expect(next.application.sceneDelegate(1).restored == nil)
        #expect(next.application.sceneDelegate(2).restored != nil)
        let set = NSUserActivity(activityType: "org.example.set")
        set.userInfo = ["text": "set by the app"]
        next.application.session(1).stateRestorationActivity = set
        next.application.sceneDelegate(1).activity = { _ in set }
        next.enterBackground()
        #expect(device.relaunch().application.texts[1] == "set by the app")
    }

    @Test("C4: the session has a copy: what is changed in the activity later is not saved")
    func copied() {
        let run = device.launch(["one"])
        let activity = NSUserActivity(activityType: "org.example.text")
        activity.userInfo = ["text": "saved"]
        run.application.sceneDelegate(1).activity = { _ in activity }
        run.enterBackground()
        activity.userInfo = ["text": "later"]
        #expect(
            run.application.session(1).stateRestorationActivity?.userInfo?["text"] as? String
                == "saved")
    }

    // MARK: Bringing it up to date

    private final class Listener: NSObject, NSUserActivityDelegate {
        func userActivityWillSave(_ userActivity: NSUserActivity) {
            userActivity.addUserInfoEntries(from: ["order": ["listener"]])
        }
    }

    private final class Holder: UIViewController {
        override func updateUserActivityState(_ activity: NSUserActivity) {
            super.updateUserActivityState(activity)
            activity.addUserInfoEntries(
                from: ["order": (activity.userInfo?["order"] as? [String] ?? []) + ["controller"]])
        }
    }

    @Test("C5: the activity's delegate, then who holds it, then the scene's delegate add to it")
    func updated() {
        let run = device.launch(["one"])
        let listener = Listener()
        let activity = NSUserActivity(activityType: "org.example.text")
        activity.delegate = listener
        let holder = Holder()
        holder.userActivity = activity
        let delegate = run.application.sceneDelegate(1)
        delegate.controller.addChild(holder)
        delegate.activity = { _ in activity }
        delegate.onUpdate = {
            $0.addUserInfoEntries(
                from: ["order": ($0.userInfo?["order"] as? [String] ?? []) + ["scene"]])
        }
        run.enterBackground()
        let restored = device.relaunch().application.sceneDelegate(1).restored
        #expect(restored?.userInfo?["order"] as? [String] == ["listener", "controller", "scene"])
    }

    @Test("C5: an activity that needs a save is emptied for its holders, and kept without any")
    func emptied() {
        for isHeld in [true, false] {
            let run = device.launch(["one"])
            let activity = NSUserActivity(activityType: "org.example.text")
            activity.userInfo = ["stale": true]
            activity.needsSave = true
            let holder = Holder()
            holder.userActivity = isHeld ? activity : nil
            let delegate = run.application.sceneDelegate(1)
            delegate.controller.addChild(holder)
            delegate.activity = { _ in activity }
            run.enterBackground()
            #expect((activity.userInfo?["stale"] == nil) == isHeld)
            #expect(!activity.needsSave)
        }
    }

    // MARK: What is refused

    private struct Note { let title = "milk" }

    @Test("C6: a value that is no property list is refused with its key; the others are saved")
    func refused() throws {
        let device = SimulatedDevice()
        device.saveScenes(["one", "two"])
        let run = device.relaunch()
        let delegate = run.application.sceneDelegate(1)
        delegate.activity = { _ in
            let activity = NSUserActivity(activityType: "org.example.text")
            activity.userInfo = ["text": "newer", "notes": [["id": UUID()]]]
            return activity
        }
        run.application.sceneDelegate(2).controller.text = "newer"
        run.enterBackground()
        let issue = try #require(run.issues("C6").first)
        #expect(issue.contains("userInfo[\"notes\"][0][\"id\"]"))
        #expect(issue.contains("UUID"))
        #expect(run.issueCodes("C6") == ["notPropertyList"])
        #expect(device.relaunch().application.texts == [1: "one", 2: "newer"])
    }

    @Test("C6: what may be in userInfo, and what not")
    func propertyList() throws {
        let allowed: [Any] = [
            "a", 1, UInt8(1), UInt64.max, 1.5, Float(1), true, Date(), Data(), NSNull(),
            URL(string: "a:b")!, NSNumber(value: 1), NSDecimalNumber(string: "1.1"), ["a": [1]],
            Set([1]), NSArray(array: [1]), NSMutableDictionary(), Optional("a") as Any,
        ]
        for value in allowed { _ = try PropertyList.checked(value, at: "userInfo") }
        #expect(try PropertyList.checked(Optional<Int>.none as Any, at: "") is NSNull)
        let refused: [Any] = [
            UUID(), Note(), IndexPath(row: 1, section: 0), NSObject(), Locale(identifier: "en"),
            ["a": UUID()], [[Note()]], Set([UUID()]), NSArray(array: [NSObject()]),
            [UUID(): "a"] as [AnyHashable: Any],
        ]
        for value in refused {
            #expect(throws: PropertyList.Refusal.self, "\(value)") {
                try PropertyList.checked(value, at: "userInfo")
            }
        }
    }

    @Test("C6: what is nested deeply takes no longer than what is flat")
    func nested() {
        let flat = (0..<20_000).map { "text \($0)" }
        let deep = (0..<100).reduce(flat as Any) { inner, _ in ["inner": inner] }
        func time(_ value: Any) -> clock_t {
            let coder = RestorationCoder(encodingFor: "scene 1", context: CoderContext())
            let begin = clock()
            #expect(throws: Never.self) {
                coder.encode(try PropertyList.checked(value, at: "userInfo") as Any?, forKey: "a")
            }
            return clock() - begin
        }
        // All of it was bridged to objects at each level, hundreds of times.
        let (once, again) = (time(flat), time(deep))
        #expect(again < 20 * once, "flat \(once) µs, nested \(again) µs")
    }

    @Test("C6: a required key that is missing is reported, and the rest is saved")
    func requiredKey() {
        let run = device.launch(["one"])
        run.application.sceneDelegate(1).activity = { _ in
            let activity = NSUserActivity(activityType: "org.example.text")
            activity.requiredUserInfoKeys = ["id"]
            activity.userInfo = ["text": "saved"]
            return activity
        }
        run.enterBackground()
        #expect(run.issueCodes("C6") == ["requiredKey"])
        #expect(device.relaunch().application.texts == [1: "saved"])
    }

    // MARK: Several scenes

    @Test("C7: many scenes are saved by one commit, and none is mixed with another")
    func notMixed() {
        let texts = (1...50).map { "text \($0)" }
        let run = device.launch(texts)
        let before = run.commits
        run.enterBackground()
        #expect(run.commits == before + 1)
        let next = device.relaunch()
        #expect(
            next.application.texts
                == Dictionary(
                    uniqueKeysWithValues: texts.enumerated().map { ($0.offset + 1, $0.element) }))
    }

    @Test("C7, S16: a save that fails keeps the state of every scene")
    func failedSave() throws {
        device.saveScenes(["one", "two"])
        let run = device.relaunch()
        for number in [1, 2] { run.application.sceneDelegate(number).controller.text = "newer" }
        // Nothing can be written aside.
        let aside = device.directory.file(".sessions.new")
        try FileManager.default.createDirectory(atPath: aside, withIntermediateDirectories: true)
        run.enterBackground()
        #expect(run.issues("S16").count == 1)
        try FileManager.default.removeItem(atPath: aside)
        #expect(device.relaunch().application.texts == [1: "one", 2: "two"])
    }

    @Test("C7: a scene that is saved by itself leaves the others at their last save")
    func savedByItself() {
        device.saveScenes(["one", "two"])
        let run = device.relaunch()
        for number in [1, 2] { run.application.sceneDelegate(number).controller.text = "newer" }
        run.application.scenes.hide(run.application.session(2))
        let next = device.relaunch()
        next.application.scenes.show(next.application.session(2))
        #expect(next.application.texts == [1: "one", 2: "newer"])
    }

    // MARK: The rest of the system

    @Test("C11: locked, a scene has no state; unlocked, its session has what was saved")
    func locked() {
        device.saveScenes(["one"])
        let before = file
        device.device.locked = true
        let run = device.relaunch()
        #expect(run.reason == .locked)
        #expect(run.application.sceneDelegate(1).atConnection == nil)
        run.enterBackground()
        #expect(file == before)
        run.application.handle(.unlock)
        let activity = run.application.session(1).stateRestorationActivity
        #expect(activity?.userInfo?["text"] as? String == "one")
    }

    @Test("C12: an app with scenes keeps no archive, and is not asked about one")
    func noArchive() {
        let run = device.saveScenes(["one"])
        #expect(device.archive == nil)
        #expect(device.files() == ["launches", "sessions"])
        #expect(!run.callbacks.contains { $0.contains("shouldSave") })
    }

    @Test("C12: an app without scenes has no sessions, and no file of them")
    func withoutScenes() {
        let run = device.save()
        #expect(run.application.openSessions.isEmpty)
        #expect(run.application.connectedScenes.isEmpty)
        #expect(!device.files().contains("sessions"))
        #expect(!run.callbacks.contains { $0.contains("configurationForConnecting") })
    }

    @Test("C12, D4: after three crashes the scenes are set aside, and a new one is opened")
    func crashLoop() {
        device.saveScenes(["one", "two"])
        for _ in 1...2 { device.crashWhileLaunching() }
        #expect(device.relaunch().wasRestored)
        for _ in 1...3 { device.crashWhileLaunching() }
        let run = device.relaunch()
        #expect(run.reason == .crashLoop)
        #expect(run.application.texts == [1: "initial"])
        #expect(device.files().contains("sessions.crashLoop-1"))
    }

    @Test("C12, R7: no truncated file and no changed byte kills the app or is restored")
    func damaged() throws {
        device.saveScenes(["one", "two"])
        let whole = try #require(file)
        let step = max(1, whole.count / 60)
        for index in stride(from: 0, to: whole.count, by: step) {
            var changed = whole
            changed[index] ^= 0x55
            for bytes in [changed, Array(whole[..<index])] {
                try device.write(bytes, to: SavedState.sessionsName)
                let run = device.relaunch()
                #expect(run.reason == .damaged || run.reason == .newerFormat, "byte \(index)")
                #expect(run.application.texts == [1: "initial"])
            }
        }
        try device.write(whole, to: SavedState.sessionsName)
        #expect(device.relaunch().application.texts == [1: "one", 2: "two"])
    }

    // MARK: SceneStorage

    @MainActor private struct Screen {
        @SceneStorage("tab") var tab = 0
    }

    @Test(
        "C13, P3: a value belongs to the scene on the screen, comes back with it and goes with it")
    func sceneStorage() {
        let run = device.launch(["one", "two"])
        let application = run.application!
        let identifiers = application.scenes.all.map(\.persistentIdentifier)
        func tab(_ scene: Int) -> SceneStorage<Int> {
            SceneStorage(wrappedValue: 0, "tab", scene: identifiers[scene - 1])
        }
        tab(1).wrappedValue = 4
        // The scene that was opened last is in front.
        Screen().tab = 5
        #expect(tab(2).wrappedValue == 5)
        run.enterBackground()
        #expect(!device.files().contains("scenes"))
        let next = device.relaunch()
        #expect(tab(1).wrappedValue == 4)
        #expect(tab(2).wrappedValue == 5)
        next.application.requestSceneSessionDestruction(next.application.session(2), options: nil)
        _ = device.relaunch()
        #expect(tab(1).wrappedValue == 4)
        #expect(tab(2).wrappedValue == 0)
    }
}
