import Foundation
import Testing
import TestSupport

@testable import StateRestoration

/// The rule S18: what a save left out, and why.
@MainActor
struct LeftOutTests {
    let device = SimulatedDevice()

    private func reasons(_ run: Recorder) -> [LeftOut.Reason] {
        run.application.leftOutOfLastSave.map(\.reason)
    }

    @Test("S18: a save that leaves out nothing says so")
    func nothing() {
        #expect(device.save().application.leftOutOfLastSave.isEmpty)
    }

    @Test("S18: a controller without identifier, and what is below it, are named with the reason")
    func withoutIdentifier() throws {
        let run = device.save(change: { delegate in
            let nameless = TextController(nil)
            nameless.loadViewIfNeeded()
            nameless.addChild(TextController("below"))
            delegate.root.addChild(nameless)
        })
        #expect(reasons(run) == [.noIdentifier, .noIdentifierAbove])
        let below = run.application.leftOutOfLastSave[1]
        #expect(below.path == ["navigation", "root", "below"])
        #expect(run.issues("S18").count == 2)
        try expectGolden(run.issues("S18"))
    }

    @Test("S18: a screen that was never shown may have its identifier in viewDidLoad, too late")
    func neverLoaded() {
        final class Late: UIViewController {
            override func viewDidLoad() { restorationIdentifier = "late" }
        }
        let late = Late()
        let run = device.save(change: { $0.root.addChild(late) })
        #expect(reasons(run) == [.notLoaded])
        #expect(run.issueCodes("S18") == ["notLoaded"])
        late.loadViewIfNeeded()
        run.application.handle(.foreground)
        run.application.handle(.background)
        #expect(reasons(run).isEmpty)
    }

    @Test("S18: of two objects that are registered under one identifier the second is left out")
    func duplicate() {
        let (first, second) = (Counter(), Counter())
        let run = device.save(change: { _ in
            for object in [first, second] {
                UIApplication.registerObject(
                    forStateRestoration: object, restorationIdentifier: "counter")
            }
        })
        #expect(reasons(run) == [.duplicate])
        #expect(device.paths.filter { $0 == ["counter"] }.count == 1)
    }

    @Test("S18: what another object has saved by encoding it was not left out")
    func savedByReference() {
        let below = TextController("below")
        let nameless = TextController(nil)
        nameless.addChild(below)
        let run = device.save(change: { delegate in
            delegate.root.addChild(nameless)
            delegate.root.onEncode = { $0.encode(below, forKey: "below") }
        })
        #expect(reasons(run) == [.notLoaded])
    }
}
