import Foundation
import Testing

@testable import StateRestoration

/// The rules R1, R3, R14, R17 and S10 for containers, storyboards and registered objects.
@MainActor
struct StructureTests {
    let device = SimulatedDevice()

    /// A split controller whose detail the delegate makes again.
    private func split() -> TestDelegate {
        TestDelegate {
            $0.onWillFinish = { delegate in
                let split = UISplitViewController(style: .doubleColumn)
                split.restorationIdentifier = "split"
                split.setViewController(delegate.navigation, for: .primary)
                delegate.window?.rootViewController = split
            }
            $0.make = { $0.last == "detail" ? TextController("detail") : nil }
        }
    }

    private func splitController(_ run: Recorder) -> UISplitViewController? {
        run.delegate.window?.rootViewController as? UISplitViewController
    }

    @Test("R14, R17: split columns come back, on a pad beside each other, on a phone one in front")
    func splitColumns() throws {
        device.device.idiom = "pad"
        device.save(split) { delegate in
            let split = delegate.navigation.splitViewController
            split?.preferredDisplayMode = .oneBesideSecondary
            let detail = TextController("detail")
            detail.text = "chosen"
            split?.showDetailViewController(detail, sender: nil)
        }
        for idiom in ["pad", "phone"] {
            device.device.idiom = idiom
            let restored = try #require(splitController(device.launch(split)))
            let detail = restored.viewController(for: .secondary) as? TextController
            #expect(detail?.text == "chosen")
            #expect(restored.preferredDisplayMode == .oneBesideSecondary)
            #expect(restored.isCollapsed == (idiom == "phone"))
            #expect(restored.visibleChildren.count == (idiom == "phone" ? 1 : 2))
            #expect(restored.visibleChildren.last === detail)
        }
    }

    /// A container as an article on containers writes one: two pages, one of them shown.
    final class PagesController: UIViewController {
        private(set) var shown: UIViewController?

        func show(_ page: UIViewController) {
            if let shown {
                shown.willMove(toParent: nil)
                shown.view.removeFromSuperview()
                shown.removeFromParent()
            }
            addChild(page)
            page.view.frame = view.bounds
            view.addSubview(page.view)
            page.didMove(toParent: self)
            shown = page
        }

        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(shown, forKey: "shown")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            if let page = coder.decodeObject(forKey: "shown") as? UIViewController { show(page) }
        }
    }

    private func pages() -> TestDelegate {
        TestDelegate {
            $0.onWillFinish = { delegate in
                let pages = PagesController()
                pages.restorationIdentifier = "pages"
                delegate.window?.rootViewController = pages
                pages.show(TextController("first"))
            }
            $0.make = { $0.last == "second" ? TextController("second") : nil }
        }
    }

    @Test("R14, S8: a custom container shows the child that it showed, by a reference to it")
    func customContainer() throws {
        device.save(pages) { delegate in
            let second = TextController("second")
            second.text = "of the second"
            (delegate.window?.rootViewController as? PagesController)?.show(second)
        }
        let run = device.launch(pages)
        let restored = try #require(run.delegate.window?.rootViewController as? PagesController)
        #expect((restored.shown as? TextController)?.text == "of the second")
        #expect(restored.children == [restored.shown])
        #expect(restored.shown?.parent === restored)
        #expect(restored.view.subviews == [restored.shown?.view])
    }

    @Test("A child is told before and after it moves, and appears once it has")
    func containment() {
        final class Child: UIViewController {
            var calls: [String] = []
            override func willMove(toParent parent: UIViewController?) {
                calls.append(parent == nil ? "will leave" : "will move")
            }
            override func didMove(toParent parent: UIViewController?) {
                super.didMove(toParent: parent)
                calls.append(parent == nil ? "left" : "moved")
            }
            override func viewDidAppear(_ animated: Bool) { calls.append("appeared") }
            override func viewDidDisappear(_ animated: Bool) { calls.append("disappeared") }
        }
        let run = device.launch(pages)
        let container = run.delegate.window?.rootViewController as? PagesController
        let child = Child()
        container?.show(child)
        container?.show(TextController("first"))
        #expect(
            child.calls == [
                "will move", "appeared", "moved", "will leave", "disappeared", "left",
            ])
    }

    @Test("R14: a sheet on a sheet comes back, and so does the stack inside it")
    func presentedStack() {
        func delegate() -> TestDelegate {
            TestDelegate {
                $0.make = { path in
                    switch path.last {
                    case "sheet": TextController("sheet")
                    case "flow":
                        { () -> UIViewController in
                            let flow = UINavigationController(
                                rootViewController: TextController("step"))
                            flow.restorationIdentifier = "flow"
                            return flow
                        }()
                    default: nil
                    }
                }
            }
        }
        device.save(delegate) { delegate in
            let sheet = TextController("sheet")
            delegate.root.present(sheet, animated: false)
            let flow = UINavigationController(rootViewController: TextController("step"))
            flow.restorationIdentifier = "flow"
            (flow.topViewController as? TextController)?.text = "half done"
            sheet.present(flow, animated: false)
        }
        let root = device.launch(delegate).delegate.root
        let flow = root.presentedViewController?.presentedViewController
        let step = (flow as? UINavigationController)?.topViewController as? TextController
        #expect(step?.text == "half done")
    }

    @Test("R3: class, delegate, what is there, storyboard: each is asked after the one before")
    func fourSteps() {
        UIStoryboard.register("fromStoryboard", in: "Steps") { TextController("fromStoryboard") }
        let storyboard = UIStoryboard(name: "Steps", bundle: nil)
        func delegate() -> TestDelegate {
            TestDelegate { delegate in
                delegate.root.addChild(TextController("there"))
                delegate.make = { $0.last == "fromDelegate" ? TextController("fromDelegate") : nil }
            }
        }
        RestoringTests.Made.answer = true
        device.save(delegate) { delegate in
            let made = [
                RestoringTests.Made("made"), TextController("fromDelegate"),
                storyboard.instantiateViewController(withIdentifier: "fromStoryboard"),
            ]
            for controller in made + delegate.root.children {
                (controller as? TextController)?.text = "saved"
            }
            for controller in made {
                delegate.navigation.pushViewController(controller, animated: false)
            }
        }
        let restored = device.launch(delegate).delegate
        let stack = restored.navigation.viewControllers.dropFirst()
        #expect(
            stack.map(\.restorationIdentifier) == ["made", "fromDelegate", "fromStoryboard"])
        #expect(
            (stack + restored.root.children).allSatisfy { ($0 as? TextController)?.text == "saved" }
        )
        #expect(stack.last?.storyboard?.name == "Steps")
    }

    /// Made from the storyboard that the coder holds.
    final class FromCoder: TextController, UIViewControllerRestoration {
        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? {
            let key = UIApplication.stateRestorationViewControllerStoryboardKey
            let storyboard = coder.decodeObject(forKey: key) as? UIStoryboard
            return storyboard?.instantiateViewController(withIdentifier: "coded")
        }
    }

    @Test("R3: a restoration class finds in the coder the storyboard that the controller came from")
    func storyboardInCoder() {
        UIStoryboard.register("coded", in: "Coded") {
            let controller = FromCoder("coded")
            controller.restorationClass = FromCoder.self
            return controller
        }
        device.save(change: {
            let coded = UIStoryboard(name: "Coded", bundle: nil)
                .instantiateViewController(identifier: "coded", as: FromCoder.self)
            coded.text = "saved"
            $0.navigation.pushViewController(coded, animated: false)
        })
        let run = device.launch()
        #expect((run.delegate.navigation.topViewController as? FromCoder)?.text == "saved")
        #expect(run.callbacks.contains { $0.hasPrefix("FromCoder.viewController(") })
        #expect(run.issues("R3").isEmpty)
    }

    @Test("R1: the main storyboard's window and root are there before the app's own code is called")
    func mainStoryboard() throws {
        final class Plain: UIResponder, UIApplicationDelegate {
            var window: UIWindow?
            var rootAtStart: UIViewController?
            func application(
                _ application: UIApplication,
                willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                rootAtStart = window?.rootViewController
                return true
            }
            func application(
                _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
            ) -> Bool { true }
            func application(
                _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
            ) -> Bool { true }
        }
        UIStoryboard.register("home", in: "Main", isInitial: true) { TextController("home") }
        device.mainStoryboard = "Main"
        let run = device.launch { Plain() }
        (run.application.keyWindow?.rootViewController as? TextController)?.text = "saved"
        run.enterBackground()
        let next = device.launch { Plain() }
        let home = try #require(
            (next.application.delegate as? Plain)?.rootAtStart as? TextController)
        #expect(home.text == "saved")
        #expect(home.storyboard?.name == "Main")
    }

    /// Knows the object that it belongs to, and can be made again.
    final class Part: NSObject, UIStateRestoring, UIObjectRestoration {
        static var made: Part?
        var count = 0
        weak var owner: (any UIStateRestoring)?
        init(_ owner: (any UIStateRestoring)?) { self.owner = owner }

        var restorationParent: (any UIStateRestoring)? { owner }
        var objectRestorationClass: (any UIObjectRestoration.Type)? { Part.self }
        func encodeRestorableState(with coder: NSCoder) { coder.encode(count, forKey: "count") }
        func decodeRestorableState(with coder: NSCoder) {
            count = coder.decodeInteger(forKey: "count")
        }
        static func object(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> (any UIStateRestoring)? {
            guard identifierComponents == ["navigation", "root", "part"] else { return nil }
            made = Part(nil)
            return made
        }
    }

    @Test("S10: an object has a path below its restoration parent, and its class makes it again")
    func objectsWhole() {
        var part: Part?
        device.save(change: { delegate in
            let new = Part(delegate.root)
            new.count = 9
            UIApplication.registerObject(forStateRestoration: new, restorationIdentifier: "part")
            part = new
        })
        #expect(device.paths.last == ["navigation", "root", "part"])
        withExtendedLifetime(part) {}
        device.launch()
        #expect(Part.made?.count == 9)
    }
}
