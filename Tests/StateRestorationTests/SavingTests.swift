import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// The rules S1 to S17, without the coder's.
@MainActor
struct SavingTests {
    let device = SimulatedDevice()

    @Test("S1: an app that answers neither question saves nothing")
    func missingMethodIsNo() {
        final class Silent: UIResponder, UIApplicationDelegate {}
        device.save { Silent() }
        #expect(device.archive == nil)
        #expect(device.launch { Silent() }.reason == .noSavedState)
    }

    @Test("S1: the spelling with Secure is enough for both questions")
    func secureSpelling() {
        final class Secure: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
            ) -> Bool { true }
            func application(
                _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
            ) -> Bool { true }
        }
        device.save { Secure() }
        #expect(device.launch { Secure() }.wasRestored)
    }

    @Test("S1: saving alone is not enough to restore")
    func savingAlone() {
        final class SavesOnly: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
            ) -> Bool { true }
        }
        device.save { SavesOnly() }
        #expect(device.launch { SavesOnly() }.reason == .declined)
    }

    @Test("S2: what happened after the last background is not there")
    func stateOfTheLastBackground() {
        let run = device.save { TestDelegate() }
        run.application.handle(.foreground)
        run.delegate.root.text = "later"
        #expect(device.launch().delegate.root.text == "saved")
    }

    @Test("S3: a save goes from the model to the commit")
    func order() {
        let run = device.save(change: { delegate in
            delegate.navigation.pushViewController(TextController("second"), animated: false)
            UIApplication.registerObject(
                forStateRestoration: device.object, restorationIdentifier: "object")
        })
        let events = run.events.drop {
            $0 != .callback("TestDelegate.applicationWillResignActive(_:)")
        }
        #expect(
            events.dropLast(2) == [
                .callback("TestDelegate.applicationWillResignActive(_:)"), .phase(.inactive),
                .callback("TestDelegate.applicationDidEnterBackground(_:)"), .phase(.saving),
                .callback("TestDelegate.application(_:shouldSaveApplicationState:)"),
                .checkpoint(.beforeEncoding),
                .callback("TestDelegate.application(_:willEncodeRestorableStateWith:)"),
                .callback("UINavigationController.encodeRestorableState(with:)"),
                .callback("TextController.encodeRestorableState(with:)"),
                .callback("TextController.encodeRestorableState(with:)"),
                .callback("Counter.encodeRestorableState(with:)"),
                .checkpoint(.afterEncoding), .checkpoint(.beforeCommit), .checkpoint(.afterCommit),
            ])
        guard case .snapshot(.taken)? = events.dropLast().last else {
            Issue.record("no snapshot was taken")
            return
        }
        #expect(events.last == .phase(.background))
    }

    @Test("S4: a controller without identifier is left out with everything below it")
    func leftOut() {
        let nameless = TextController(nil)
        nameless.addChild(TextController("below"))
        device.save { TestDelegate { $0.root.addChild(nameless) } }
        let saved = device.paths
        #expect(saved == [["navigation"], ["navigation", "root"]])
    }

    @Test("S4: a saved object that encodes a controller has it saved")
    func savedByReference() {
        let below = TextController("below")
        device.save {
            TestDelegate {
                let nameless = TextController(nil)
                nameless.addChild(below)
                $0.root.addChild(nameless)
                $0.root.onEncode = { $0.encode(below, forKey: "below") }
            }
        }
        #expect(device.paths.contains(["below"]))
    }

    @Test("S4: a view is saved if it and its controller have identifiers, and its view is loaded")
    func views() {
        func scrolled(in controller: UIViewController) -> UIScrollView {
            let scroll = UIScrollView(frame: .zero)
            scroll.restorationIdentifier = "scroll"
            controller.view.addSubview(scroll)
            return scroll
        }
        device.save(change: { scrolled(in: $0.root).contentOffset.y = 12 })
        var restored: UIScrollView?
        device.launch { TestDelegate { $0.root.onLoad = { restored = scrolled(in: $0) } } }
        #expect(restored?.contentOffset.y == 12)
    }

    @Test("S4: an identifier that is set in viewDidLoad counts once the view is loaded")
    func identifierFromViewDidLoad() {
        final class Late: UIViewController {
            override func viewDidLoad() { restorationIdentifier = "late" }
        }
        let late = Late()
        device.save(change: { $0.root.addChild(late) })
        #expect(device.paths.count == 2)
        late.loadViewIfNeeded()
        UIApplication.shared.handle(.foreground)
        UIApplication.shared.handle(.background)
        #expect(device.paths.count == 3)
    }

    @Test("S5: two children of one identifier are reported, and both are kept")
    func duplicates() {
        func withTwins(_ texts: [String]) -> TestDelegate {
            TestDelegate { delegate in
                for text in texts {
                    let twin = TextController("twin")
                    twin.text = text
                    delegate.root.addChild(twin)
                }
            }
        }
        let run = device.save({ withTwins(["a", "b"]) }, change: { _ in })
        #expect(run.issues("S5").count == 1)
        let restored = device.launch { withTwins(["", ""]) }
        let texts = restored.delegate.root.children.map { ($0 as? TextController)?.text }
        #expect(texts == ["a", "b"])
    }

    @Test("S5: a navigation controller tells equal identifiers apart by position")
    func navigationPositions() {
        func withStack(_ texts: [String]) -> TestDelegate {
            TestDelegate {
                $0.onWillFinish = { delegate in
                    for text in texts {
                        let page = TextController("page")
                        page.text = text
                        delegate.navigation.pushViewController(page, animated: false)
                    }
                }
            }
        }
        let run = device.save({ withStack(["a", "b"]) }, change: { _ in })
        #expect(run.issues("S5").isEmpty)
        let stack = device.launch { withStack(["", ""]) }.delegate.navigation.viewControllers
        #expect(stack.map { ($0 as? TextController)?.text } == ["initial", "a", "b"])
    }

    @Test("S6: a path is made of the identifiers from the root")
    func paths() {
        let child = TextController("child")
        let delegate = TestDelegate { $0.root.addChild(child) }
        device.save { delegate }
        #expect(child.restorationPath?.identifiers == ["navigation", "root", "child"])
    }

    @Test("S10: a registered object takes part")
    func registeredObject() {
        let saved = Counter()
        saved.count = 7
        device.save(change: { _ in
            UIApplication.registerObject(
                forStateRestoration: saved, restorationIdentifier: "counter")
        })
        let restored = Counter()
        device.launch {
            TestDelegate {
                $0.onWillFinish = { _ in
                    UIApplication.registerObject(
                        forStateRestoration: restored, restorationIdentifier: "counter")
                }
            }
        }
        #expect(restored.count == 7)
    }

    @Test("S13: what an interrupted save left aside does no harm, and is gone after the next save")
    func leftovers() throws {
        device.save()
        try Data("half".utf8).write(to: URL(fileURLWithPath: device.directory.file(".archive.new")))
        #expect(device.launch().delegate.root.text == "saved")
        device.save()
        #expect(device.files() == ["archive", "launches", "snapshot-0.svg"])
    }

    @Test("S14: the archive lies in the directory that is named after the app")
    func place() {
        device.save()
        let path = "/Library/Saved Application State/org.example.app.savedState/archive"
        #expect(FileManager.default.fileExists(atPath: device.home + path))
    }

    @Test("S15, R11: while the device is locked nothing is saved and nothing restored")
    func locked() {
        device.save()
        device.device.locked = true
        let locked = device.save(change: { $0.root.text = "while locked" })
        #expect(locked.reason == .locked)
        device.device.locked = false
        #expect(device.launch().delegate.root.text == "saved")
    }

    @Test("S16: an object that cannot be encoded keeps the old archive, and the app goes on")
    func unencodable() {
        struct Plain {}
        device.save()
        let run = device.save(change: { delegate in
            delegate.root.text = "new"
            delegate.root.onEncode = { $0.encode(Plain(), forKey: "plain") }
        })
        #expect(run.issues("S16").count == 1)
        #expect(run.events.last == .phase(.background))
        #expect(device.launch().delegate.root.text == "saved")
    }

    /// Holds another one.
    final class Link: NSCoding {
        let next: Link?
        init(_ next: Link?) { self.next = next }
        func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
        init?(coder: NSCoder) { next = coder.decodeObject(forKey: "next") as? Link }

        static func chain(_ length: Int) -> Link? {
            (0..<length).reduce(nil) { next, _ in Link(next) }
        }
        var length: Int { sequence(first: self, next: \.next).reduce(0) { count, _ in count + 1 } }
    }

    @Test(
        "S16: what is nested too deeply to be read again fails the save", arguments: [true, false])
    func tooDeep(isArray: Bool) {
        let deep: Any? =
            isArray
            ? (0..<300).reduce([]) { inner, _ in [inner] as [Any] }
            : Link.chain(ObjectTable.maximumObjectDepth + 1)
        device.save()
        let run = device.save(change: { delegate in
            delegate.root.onEncode = { $0.encode(deep, forKey: "deep") }
        })
        #expect(run.issues("S16").count == 1)
        #expect(device.launch().delegate.root.text == "saved")
    }

    @Test("S7: what is nested as deeply as a save allows comes back")
    func deepest() {
        let chain = Link.chain(ObjectTable.maximumObjectDepth)
        let array = (0..<190).reduce(["end"] as [Any]) { inner, _ in [inner] as [Any] }
        device.save(change: { delegate in
            delegate.root.onEncode = {
                $0.encode(chain, forKey: "chain")
                $0.encode(array, forKey: "array")
            }
        })
        var restored: Link?
        var depth = 0
        device.launch {
            TestDelegate {
                $0.root.onDecode = {
                    restored = $0.decodeObject(forKey: "chain") as? Link
                    var value = $0.decodeObject(forKey: "array")
                    while let inner = (value as? [Any])?.first {
                        value = inner
                        depth += 1
                    }
                }
            }
        }
        #expect(restored?.length == ObjectTable.maximumObjectDepth)
        #expect(depth == 191)
    }

    @Test("S16: a directory that cannot be written is reported")
    func unwritable() throws {
        try FileManager.default.createDirectory(
            atPath: device.home, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: device.home + "/Library"))
        let run = device.save()
        #expect(run.issues("S16").count == 1)
        #expect(run.events.last == .phase(.background))
    }

    @Test("S17: where the app declines to save, nothing on disk changes")
    func declinedSave() {
        device.save()
        let before = device.archive
        device.save(change: {
            $0.root.text = "new"
            $0.saves = false
        })
        #expect(device.archive == before)
    }
}

extension SimulatedDevice {
    /// The restoration paths in the archive.
    var paths: [[String]] {
        archive.flatMap { try? StateArchive(file: $0) }?.records.map(\.path) ?? []
    }

    /// An object that lives as long as the test.
    var object: Counter { Counter.shared }
}

/// Counts.
final class Counter: NSObject, UIStateRestoring {
    static let shared = Counter()
    var count = 0

    func encodeRestorableState(with coder: NSCoder) { coder.encode(count, forKey: "count") }
    func decodeRestorableState(with coder: NSCoder) { count = coder.decodeInteger(forKey: "count") }
}
