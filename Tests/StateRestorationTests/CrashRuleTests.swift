import Foundation
import Testing

@testable import StateRestoration

/// The rules D1 to D13.
@MainActor
struct CrashRuleTests {
    let device = SimulatedDevice()

    @Test("D1: a suspended app that is killed comes back")
    func backgroundKill() {
        device.save()
        #expect(device.launch().wasRestored)
    }

    @Test("D2: after a force quit the app finds no saved state, and its data intact")
    func forceQuit() throws {
        device.save()
        let data = device.home + "/data"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: data))
        try FileManager.default.removeItem(atPath: device.directory.path)
        let run = device.launch()
        #expect(run.reason == .noSavedState)
        #expect(run.snapshots.isEmpty)
        #expect(FileManager.default.contents(atPath: data) == Data("mine".utf8))
    }

    @Test(
        "D4: the launch after the last crash that a policy allows starts fresh",
        arguments: [
            (RestorationPolicy.threeCrashes, 3), (.uiKit, 2), (.strict, 1),
        ])
    func crashLimit(policy: RestorationPolicy, limit: Int) {
        device.policy = policy
        for crashes in 0..<limit {
            device.save()
            for _ in 0..<crashes { device.crashWhileLaunching() }
            #expect(device.launch().wasRestored, "after \(crashes) crashes")
        }
        device.save()
        for _ in 0..<limit { device.crashWhileLaunching() }
        let run = device.launch()
        #expect(run.reason == .crashLoop)
        #expect(run.snapshots.isEmpty)
        #expect(device.archive == nil)
        #expect(
            device.files().contains("archive.crashLoop-1") == policy.keepsArchiveOfCrashLoop)
    }

    @Test("D3, D5: a confirmed launch resets the count, and a crash after it does not count")
    func confirmedLaunch() {
        device.save()
        for _ in 1...5 {
            device.crashWhileLaunching()
            device.crashWhileLaunching()
            #expect(device.launch().wasRestored)
        }
    }

    @Test("D3: with a confirmation delay, a launch is no success at once")
    func confirmationDelay() {
        device.save()
        device.policy.confirmationDelay = 3600
        for _ in 1...3 { #expect(device.launch().wasRestored) }
        #expect(device.launch().reason == .crashLoop)
    }

    @Test("D6: after the skipped launch the count starts again, and the app saves and restores")
    func afterTheSkippedLaunch() {
        device.save()
        for _ in 1...3 { device.crashWhileLaunching() }
        device.crashWhileLaunching()  // the skipped launch, which crashes too
        device.save()
        for _ in 1...2 { device.crashWhileLaunching() }
        #expect(device.launch().wasRestored)
    }

    @Test("D7: a crash while restoration is extended throws the state away")
    func crashWhileExtended() {
        device.save()
        device.launch { TestDelegate { $0.onDidDecode = { $0.extendStateRestoration() } } }
        #expect(device.launch().reason == .crashWhileExtended)
        #expect(device.launch().reason == .noSavedState)
    }

    @Test("D12: a launch that was killed because it hung counts as a crash")
    func hungLaunch() {
        device.save()
        device.policy.crashLimit = 1
        // It hangs in didFinishLaunching, or before: the history is as it was written at the start.
        device.crashWhileLaunching()
        #expect(device.launch().reason == .crashLoop)
    }

    @Test("D12, D7: so does one whose extended restoration was never completed")
    func neverCompleted() {
        device.save()
        let run = device.launch {
            TestDelegate { $0.onDidDecode = { $0.extendStateRestoration() } }
        }
        #expect(!run.wasRestored)
        let past = LaunchHistory(directory: device.directory, boot: device.boot).past()
        #expect(past.crashes == 1)
        #expect(past.crashedWhileExtended)
    }

    @Test("D12: with a time limit the app's own watchdog kills a launch that takes longer")
    func watchdog() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            _ = LaunchWatchdog(limit: 0.01)
            while true { pause() }
        }
        await #expect(processExitsWith: .success) {
            LaunchWatchdog(limit: 1).stop()
            try? await Task.sleep(for: .seconds(2))
        }
    }

    @Test("D8: in developer mode every launch restores")
    func developerMode() {
        device.options.isDeveloperMode = true
        device.save()
        for _ in 1...5 { device.crashWhileLaunching() }
        #expect(device.launch().wasRestored)
    }

    @Test("D9: a damaged history is an empty one, and reported")
    func damagedHistory() throws {
        device.save()
        for _ in 1...3 { device.crashWhileLaunching() }
        let history = try #require(try device.directory.read("launches"))
        for index in history.indices {
            var changed = history
            changed[index] ^= 1
            try device.write(changed, to: "launches")
            let past = LaunchHistory(directory: device.directory, boot: device.boot).past()
            #expect(past.crashes == 0)
            #expect(past.damage != nil)
        }
        let run = device.launch()
        #expect(run.wasRestored)
        #expect(run.issues("D9").count == 1)
    }

    @Test("D11: launches that end by SIGTERM or a clean quit are no crashes")
    func cleanEnds() throws {
        device.save()
        for _ in 1...5 {
            let session = device.session(Recorder())
            session.begin(isLocked: false)
            try session.history.close()
        }
        let run = device.launch()
        #expect(run.wasRestored)
        run.application.handle(.quit)
        #expect(device.launch().wasRestored)
    }

    @Test("D3: a launch that dies before the app's own code runs is a crash")
    func deathBeforeTheDelegate() {
        device.save()
        for _ in 1...3 { _ = device.session(Recorder()) }
        #expect(device.launch().reason == .crashLoop)
    }

    @Test("D11: a reboot is no crash")
    func reboot() {
        device.save()
        for boot in 1...5 {
            device.crashWhileLaunching()
            device.boot = "boot \(boot)"
        }
        #expect(device.launch().wasRestored)
    }

    @Test("D13: whatever sets an archive aside leaves everything else alone")
    func userData() throws {
        device.save()
        let data = device.home + "/Library/Preferences"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: data))
        for _ in 1...3 { device.crashWhileLaunching() }
        device.launch()
        #expect(FileManager.default.contents(atPath: data) == Data("mine".utf8))
    }
}
