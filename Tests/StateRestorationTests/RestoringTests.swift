import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// The rules R1 to R18.
@MainActor
struct RestoringTests {
    let device = SimulatedDevice()

    @Test("R1: a launch goes from the snapshot to active")
    func order() throws {
        device.save()
        let run = device.launch()
        let picture = try #require(run.shownSnapshot)
        #expect(
            run.events == [
                .phase(.launching), .snapshot(.shown(picture)),
                .checkpoint(.willFinishLaunching),
                .callback("TestDelegate.application(_:willFinishLaunchingWithOptions:)"),
                .callback("TestDelegate.application(_:shouldRestoreApplicationState:)"),
                .phase(.restoring), .checkpoint(.beforeDecoding), .callback(asked),
                .callback("UINavigationController.viewDidLoad()"), .callback(asked),
                .callback("TextController.viewDidLoad()"),
                .callback("UINavigationController.decodeRestorableState(with:)"),
                .callback("TextController.decodeRestorableState(with:)"),
                .callback("TestDelegate.application(_:didDecodeRestorableStateWith:)"),
                .checkpoint(.afterDecoding),
                .callback("UINavigationController.applicationFinishedRestoringState()"),
                .callback("TextController.applicationFinishedRestoringState()"), .restored,
                .checkpoint(.didFinishLaunching),
                .callback("TestDelegate.application(_:didFinishLaunchingWithOptions:)"),
                .callback("TestDelegate.applicationDidBecomeActive(_:)"), .phase(.active),
            ])
    }
    private let asked =
        "TestDelegate.application(_:viewControllerWithRestorationIdentifierPath:coder:)"

    @Test("R2: an app that declines starts fresh, and its archive is kept")
    func declined() {
        device.save()
        let run = device.launch { TestDelegate { $0.restores = false } }
        #expect(run.reason == .declined)
        #expect(run.delegate.root.text == "initial")
        #expect(device.launch().wasRestored)
    }

    /// Made by its class, as long as `answer` says so.
    final class Made: TextController, UIViewControllerRestoration {
        static var answer = true
        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? { answer ? Made("made") : nil }
        override init(_ identifier: String?) {
            super.init(identifier)
            restorationClass = Made.self
        }
        required init?(coder: NSCoder) { nil }
    }

    @Test("R3: the restoration class goes before the delegate")
    func restorationClass() {
        Made.answer = true
        device.save(change: { $0.navigation.pushViewController(Made("made"), animated: false) })
        let run = device.launch { TestDelegate { $0.make = { _ in nil } } }
        #expect(run.delegate.navigation.topViewController is Made)
        #expect(run.callbacks.filter { $0 == asked }.count == 2)
    }

    @Test("R3: a class that answers nil leaves out the controller and everything below it")
    func classAnswersNil() {
        device.save(change: {
            let made = Made("made")
            made.addChild(TextController("below"))
            $0.navigation.pushViewController(made, animated: false)
        })
        Made.answer = false
        var paths: [[String]] = []
        let run = device.launch {
            TestDelegate {
                $0.make = {
                    paths.append($0)
                    return nil
                }
            }
        }
        #expect(run.wasRestored)
        #expect(run.delegate.navigation.viewControllers == [run.delegate.root])
        #expect(paths == [["navigation"], ["navigation", "root"]])
    }

    @Test("R3: the delegate goes before what is already there, and that before the storyboard")
    func delegateThenImplicit() {
        UIStoryboard.register("board", in: "Main") { TextController("board") }
        device.save(change: {
            $0.root.text = "saved"
            let storyboard = UIStoryboard(name: "Main", bundle: nil)
            $0.navigation.pushViewController(
                storyboard.instantiateViewController(withIdentifier: "board"), animated: false)
        })
        let other = TextController("root")
        let run = device.launch {
            TestDelegate { $0.make = { $0.last == "root" ? other : nil } }
        }
        #expect(run.delegate.root.text == "initial")
        #expect(other.text == "saved")
        let stack = run.delegate.navigation.viewControllers
        #expect(stack.first === other)
        #expect(stack.last?.restorationIdentifier == "board")
    }

    @Test("R4: an object of another class is not asked to decode, and the rest goes on")
    func otherClass() {
        final class Subclass: TextController {}
        final class Other: UIViewController {
            var wasAsked = false
            override func decodeRestorableState(with coder: NSCoder) { wasAsked = true }
        }
        let other = Other()
        device.save(change: { delegate in
            for name in ["a", "b"] {
                let child = TextController(name)
                child.text = name
                delegate.root.addChild(child)
            }
        })
        let subclass = Subclass("b")
        let run = device.launch {
            TestDelegate { $0.make = { $0.last == "a" ? other : $0.last == "b" ? subclass : nil } }
        }
        #expect(!other.wasAsked)
        #expect(run.issues("R4").count == 1)
        #expect(subclass.text == "b")
    }

    @Test("R5: decoding comes after viewDidLoad")
    func decodingAfterLoading() {
        device.save()
        let run = device.launch {
            TestDelegate { $0.root.onLoad = { $0.text = "from viewDidLoad" } }
        }
        #expect(run.delegate.root.text == "saved")
    }

    @Test("R6: without an archive the start is fresh")
    func noSavedState() {
        #expect(device.launch().reason == .noSavedState)
    }

    @Test("R7: no truncated archive and no changed byte kills the app or is restored")
    func damaged() throws {
        device.save()
        let archive = try #require(device.archive)
        func reason(_ bytes: [UInt8]) throws -> FreshStart.Reason? {
            try device.write(bytes, to: "archive")
            let session = device.session(Recorder())
            session.begin(isLocked: false)
            try session.history.close()
            guard case .fresh(let start) = session.decision else { return nil }
            return start.reason
        }
        for length in archive.indices {
            #expect(try reason(Array(archive[..<length])) == .damaged, "cut at \(length)")
        }
        for index in archive.indices {
            var changed = archive
            changed[index] ^= UInt8(1 << (index % 8))
            #expect(try reason(changed) == .damaged, "byte \(index) changed")
        }
        #expect(try reason(archive + [0]) == .damaged)
        let asides = device.files().filter { $0.hasPrefix("archive.") }
        #expect(asides.count == StateDirectory.keptAside)
        #expect(try reason(archive) == nil)
    }

    @Test("R7: a launch survives an archive of nonsense whose checksum is right")
    func nonsense() throws {
        device.save(change: { delegate in
            let child = TextController("child")
            child.onEncode = {
                $0.encode(["a": [1, 2], "b": Data([3])] as [String: Any], forKey: "x")
                $0.encode(Box("inner"), forKey: "box")
                $0.encode(delegate.root, forKey: "root")
            }
            delegate.root.addChild(child)
        })
        let payload = Array(try #require(device.archive)[SealedFile.headerLength...])
        let seed = UInt64.random(in: 0...UInt64.max)
        print("nonsense with seed \(seed)")
        var state = seed
        for _ in 0..<1_000 {
            var changed = payload
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            let file = SealedFile.seal(
                changed, magic: StateArchive.magic, version: StateArchive.version)
            try device.write(file, to: "archive")
            let run = device.launch {
                TestDelegate {
                    $0.root.addChild(TextController("child"))
                    $0.root.onDecode = { coder in
                        for key in ["x", "box", "root", "text"] {
                            _ = coder.decodeObject(forKey: key)
                        }
                    }
                }
            }
            #expect(run.wasRestored || run.reason == .damaged)
        }
    }

    @Test("R8: an archive of a newer format is set aside")
    func newerFormat() throws {
        try device.write(
            SealedFile.seal([1, 2, 3], magic: StateArchive.magic, version: 99), to: "archive")
        #expect(device.launch().reason == .newerFormat)
        #expect(device.files().contains("archive.newerFormat-1"))
    }

    @Test("R10: restoration stays open until the last of its extensions is completed")
    func extended() async throws {
        device.save()
        let run = device.launch {
            TestDelegate {
                $0.onDidDecode = { application in
                    application.extendStateRestoration()
                    application.extendStateRestoration()
                }
            }
        }
        let application = try #require(run.application)
        #expect(!run.wasRestored)
        #expect(!run.events.contains(.phase(.active)))
        await Task.detached { application.completeStateRestoration() }.value
        #expect(!run.wasRestored)
        await Task.detached { application.completeStateRestoration() }.value
        let deadline = ContinuousClock.now + .seconds(10)
        while !run.events.contains(.phase(.active)), ContinuousClock.now < deadline {
            await Task.yield()
        }
        #expect(run.wasRestored)
        #expect(run.events.contains(.phase(.active)))
    }

    @Test("R10: extensions from many threads, nested and at the same time, end in one completion")
    func concurrentExtensions() async throws {
        device.save()
        let run = device.launch {
            TestDelegate { $0.onDidDecode = { $0.extendStateRestoration() } }
        }
        let application = try #require(run.application)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask {
                    for depth in 1...20 {
                        for _ in 1...depth { application.extendStateRestoration() }
                        for _ in 1...depth { application.completeStateRestoration() }
                    }
                }
            }
        }
        #expect(!run.wasRestored, "the first extension is still open")
        let thread = Thread { application.completeStateRestoration() }
        thread.start()
        let deadline = ContinuousClock.now + .seconds(10)
        while !run.events.contains(.phase(.active)), ContinuousClock.now < deadline {
            await Task.yield()
        }
        #expect(run.events.filter { $0 == .restored }.count == 1)
        #expect(run.issues("R10").isEmpty)
    }

    @Test("R13: a row that was deleted skips its screen, and the rest is restored")
    func deletedRow() {
        func delegate(rows: Set<String>) -> TestDelegate {
            TestDelegate {
                $0.make = { path in
                    guard let row = path.last, row.hasPrefix("row") else { return nil }
                    return rows.contains(row) ? TextController(row) : nil
                }
            }
        }
        device.save(
            { delegate(rows: ["row 1", "row 2"]) },
            change: { delegate in
                for row in ["row 1", "row 2"] {
                    delegate.navigation.pushViewController(TextController(row), animated: false)
                }
            })
        let run = device.launch { delegate(rows: ["row 2"]) }
        #expect(run.wasRestored)
        let stack = run.delegate.navigation.viewControllers.map(\.restorationIdentifier)
        #expect(stack == ["root", "row 2"])
    }

    @Test("R10: a completion that fits to nothing is reported")
    func unmatchedCompletion() async {
        let run = device.launch()
        run.application.completeStateRestoration()
        let deadline = ContinuousClock.now + .seconds(10)
        while run.issues("R10").isEmpty, ContinuousClock.now < deadline { await Task.yield() }
        #expect(run.issues("R10").count == 1)
    }

    @Test("R12: restoring twice from one archive gives the same state")
    func twice() {
        device.save()
        for _ in 1...2 { #expect(device.launch().delegate.root.text == "saved") }
    }

    @Test("R12: the policy of UIKit discards the archive after a launch")
    func discarded() {
        device.policy = .uiKit
        device.save()
        #expect(device.launch().wasRestored)
        #expect(device.files() == ["launches"])
        #expect(device.launch().reason == .noSavedState)
    }

    /// Tabs, the second of which is a navigation controller.
    private func tabbed() -> TestDelegate {
        TestDelegate {
            $0.onWillFinish = { delegate in
                let tabs = UITabBarController()
                tabs.restorationIdentifier = "tabs"
                tabs.viewControllers = [TextController("first"), delegate.navigation]
                delegate.window?.rootViewController = tabs
            }
            $0.make = { ["pushed", "sheet"].contains($0.last) ? TextController($0.last) : nil }
        }
    }

    @Test("R14: stack, selected tab and what is presented come back")
    func structure() {
        device.save(tabbed) { delegate in
            delegate.navigation.pushViewController(TextController("pushed"), animated: false)
            delegate.navigation.tabBarController?.selectedIndex = 1
            delegate.root.present(TextController("sheet"), animated: false)
        }
        let delegate = device.launch(tabbed).delegate
        #expect(delegate.navigation.topViewController?.restorationIdentifier == "pushed")
        #expect(delegate.navigation.tabBarController?.selectedIndex == 1)
        #expect(delegate.root.presentedViewController?.restorationIdentifier == "sheet")
    }

    @Test("R15: returning from suspension restores nothing: the same objects go on")
    func suspension() {
        let run = device.save()
        let root = run.delegate.root
        root.text = "in memory"
        run.application.handle(.foreground)
        #expect(run.delegate.navigation.viewControllers == [root])
        #expect(root.text == "in memory")
        #expect(!run.wasRestored)
    }

    @Test("R18: the second generation is as the first")
    func secondGeneration() {
        device.save(tabbed) { delegate in
            delegate.navigation.pushViewController(TextController("pushed"), animated: false)
            delegate.navigation.tabBarController?.selectedIndex = 1
        }
        let first = device.launch(tabbed)
        let state = withoutInstances(first.application.observableState)
        first.application.handle(.background)
        let second = device.launch(tabbed)
        #expect(second.wasRestored)
        #expect(withoutInstances(second.application.observableState) == state)
    }

    private func withoutInstances(_ state: JSON) -> JSON {
        switch state {
        case .object(let members):
            .object(members.filter { $0.key != "$instance" }.mapValues(withoutInstances))
        case .array(let elements): .array(elements.map(withoutInstances))
        default: state
        }
    }
}
