import Foundation
import Testing

@testable import StateRestoration

/// The rules N1 to N7.
@MainActor
struct SnapshotTests {
    let device = SimulatedDevice()

    @Test("N1: the picture that was taken is shown before the app is asked, even if it declines")
    func shown() throws {
        let saved = device.save()
        let screen = saved.application.drawScreen()
        #expect(saved.snapshots == [.taken(screen)])
        let run = device.launch { TestDelegate { $0.restores = false } }
        #expect(run.reason == .declined)
        #expect(run.shownSnapshot == screen)
    }

    @Test("N1: until the app is active, the picture covers the screen")
    func coversTheScreen() throws {
        let saved = device.save(change: { $0.root.title = "As saved" })
        var covering: JSON?
        let run = device.launch {
            TestDelegate {
                $0.onDidDecode = { covering = try? $0.answer(.screenshot) }
            }
        }
        #expect(saved.snapshots == [.taken(try #require(run.shownSnapshot))])
        #expect(covering == run.shownSnapshot?.json)
        #expect(try run.application.answer(.screenshot) != covering)
    }

    @Test("N1: without an archive nothing is shown")
    func noArchive() {
        #expect(device.launch().snapshots.isEmpty)
    }

    private func saveIgnoring() {
        device.save(change: {
            $0.root.text = "saved"
            $0.onWillEncode = { application, _ in
                application.ignoreSnapshotOnNextApplicationLaunch()
            }
        })
    }

    @Test("N2: ignoring it during a save suppresses it, and the state is restored all the same")
    func ignored() {
        saveIgnoring()
        let run = device.launch()
        #expect(
            run.snapshots == [.suppressed(reason: "ignoreSnapshotOnNextApplicationLaunch")])
        #expect(run.delegate.root.text == "saved")
    }

    @Test("N3: it counts for the next launch only")
    func nextLaunchOnly() {
        saveIgnoring()
        device.launch()
        #expect(device.launch().shownSnapshot != nil)
        #expect(device.launch().shownSnapshot != nil)
    }

    @Test("N4: outside a save it is ignored and reported")
    func outsideASave() {
        let run = device.save()
        run.application.handle(.foreground)
        run.application.ignoreSnapshotOnNextApplicationLaunch()
        #expect(run.issues("N4").count == 1)
        #expect(device.launch().shownSnapshot != nil)
    }

    @Test("N5: none is taken where the controller on top has no identifier")
    func topWithoutIdentifier() {
        device.save()
        let run = device.save(change: {
            $0.navigation.pushViewController(TextController(nil), animated: false)
        })
        #expect(run.snapshots.count == 2)
        guard case .suppressed(let reason)? = run.snapshots.last else {
            Issue.record("a snapshot was taken")
            return
        }
        #expect(reason.contains("TextController"))
        #expect(!device.files().contains { $0.hasPrefix("snapshot") })
        let next = device.launch()
        #expect(next.snapshots == [.suppressed(reason: "notTaken")])
        #expect(next.wasRestored)
    }

    @Test("N5: none is taken where the controller on top cannot be fully restored")
    func topNotFullyRestorable() {
        let nameless = TextController(nil)
        let run = device.save(change: {
            $0.root.onEncode = { $0.encode(nameless, forKey: "other") }
        })
        #expect(run.shownSnapshot == nil)
        #expect(device.launch().snapshots == [.suppressed(reason: "notTaken")])
    }

    @Test("N5: what is presented is on top")
    func presented() {
        device.save(change: { $0.root.present(TextController(nil), animated: false) })
        #expect(device.launch().shownSnapshot == nil)
        device.save(change: { $0.root.present(TextController("sheet"), animated: false) })
        #expect(device.launch().shownSnapshot != nil)
    }

    @Test("N6: a policy turns snapshots off: none is taken, and none is shown")
    func policy() {
        device.save()
        device.policy.usesSnapshots = false
        let run = device.save()
        #expect(run.snapshots == [.suppressed(reason: "policy"), .suppressed(reason: "policy")])
        #expect(run.wasRestored)
        device.policy.usesSnapshots = true
        #expect(device.launch().snapshots == [.suppressed(reason: "notTaken")])
    }

    @Test("N8: after restoration the screen is the snapshot, unless something did not come back")
    func comparison() {
        func delegate(restores: Bool) -> TestDelegate {
            TestDelegate {
                $0.root.onDecode = { coder in
                    guard restores else { return }
                    UIApplication.shared.topViewController?.title =
                        coder.decodeObject(forKey: "title") as? String
                }
            }
        }
        device.save(change: { delegate in
            delegate.root.title = "What the user saw"
            delegate.root.onEncode = { $0.encode("What the user saw", forKey: "title") }
        })
        let good = device.launch { delegate(restores: true) }
        #expect(good.application.drawScreen() == good.shownSnapshot)
        let bad = device.launch { delegate(restores: false) }
        #expect(bad.shownSnapshot == good.shownSnapshot)
        #expect(bad.application.drawScreen() != bad.shownSnapshot)
    }

    @Test("N7: a damaged or missing picture never stops restoration", arguments: [true, false])
    func damaged(isMissing: Bool) throws {
        device.save()
        if isMissing {
            try device.directory.remove("snapshot-1.svg")
        } else {
            try device.write(Array("<svg".utf8), to: "snapshot-1.svg")
        }
        let run = device.launch()
        #expect(run.wasRestored)
        #expect(run.snapshots == [.suppressed(reason: isMissing ? "missing" : "damaged")])
        #expect(run.issues("N7").count == 1)
    }

    @Test("The picture is well-formed, whatever the texts, and equal for equal screens")
    func picture() {
        let run = device.save(change: { $0.root.title = "<&>\"\u{1}" })
        let picture = run.application.drawScreen()
        #expect(picture == run.application.drawScreen())
        #expect(picture.content.contains("&lt;&amp;&gt;\"\u{FFFD}"))
    }
}
