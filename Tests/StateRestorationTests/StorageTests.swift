import Foundation
import Testing

@testable import StateRestoration

/// The rules P1 to P3 and W1 to W3, as far as an app has a part in them.
@MainActor
struct StorageTests {
    let device = SimulatedDevice()

    enum Timer: Codable, Equatable {
        case idle
        case running(until: Date)
        case done(count: Int, note: String)
    }

    @Test("P1: an enum with associated values is one value: after each save it is the saved one")
    func enumIsOneValue() {
        let states: [Timer] = [
            .running(until: Date(timeIntervalSinceReferenceDate: 1000)), .idle,
            .done(count: 3, note: "tea"),
        ]
        for state in states {
            device.save(change: { delegate in
                delegate.root.onEncode = { try? $0.encodeEncodable(state, forKey: "timer") }
            })
            var restored: Timer?
            device.launch {
                TestDelegate {
                    $0.root.onDecode = {
                        restored = $0.decodeDecodable(Timer.self, forKey: "timer")
                    }
                }
            }
            #expect(restored == state)
        }
    }

    @Test("P2: deinit is not run by a kill: what is saved only there is lost")
    func killRunsNoDeinit() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            final class SavesLate {
                deinit { exit(0) }
            }
            let model = SavesLate()
            withExtendedLifetime(model) { _ = kill(getpid(), SIGKILL) }
        }
    }

    enum Order: String { case byName, byDate }

    @Test("P3: AppStorage is written when it is set, and read by the next launch")
    func appStorage() throws {
        let name = "StorageTests-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: name))
        defer { store.removePersistentDomain(forName: name) }
        @MainActor struct Settings {
            @AppStorage var count: Int
            @AppStorage var note: String?
            @AppStorage var order: Order
            init(_ store: UserDefaults) {
                _count = AppStorage(wrappedValue: 1, "count", store: store)
                _note = AppStorage(wrappedValue: nil, "note", store: store)
                _order = AppStorage(wrappedValue: .byName, "order", store: store)
            }
        }
        let settings = Settings(store)
        #expect(settings.count == 1)
        #expect(settings.note == nil)
        settings.count = 7
        settings.note = "x"
        settings.order = .byDate
        let next = Settings(try #require(UserDefaults(suiteName: name)))
        #expect(next.count == 7)
        #expect(next.note == "x")
        #expect(next.order == .byDate)
        store.set("byColor", forKey: "order")
        store.set("many", forKey: "count")
        #expect(next.order == .byName)
        #expect(next.count == 1)
    }

    @MainActor struct Screen {
        @SceneStorage("tab") var tab = 0
        @SceneStorage("draft") var draft: String?
        @SceneStorage("order") var order = Order.byName
        @SceneStorage("tab", scene: "second") var otherTab = 0
    }

    @Test("P3: SceneStorage comes back after a background, and not what was set later")
    func sceneStorage() {
        let run = device.launch()
        let screen = Screen()
        (screen.tab, screen.otherTab, screen.order) = (2, 5, .byDate)
        screen.draft = "milk"
        run.application.handle(.background)
        run.application.handle(.foreground)
        screen.tab = 3
        device.launch()
        let restored = Screen()
        #expect(restored.tab == 2)
        #expect(restored.otherTab == 5)
        #expect(restored.draft == "milk")
        #expect(restored.order == .byDate)
    }

    @Test("P3: SceneStorage goes when its scene is closed, and that of another scene stays")
    func closedScene() {
        let run = device.launch()
        let screen = Screen()
        (screen.tab, screen.otherTab) = (2, 5)
        run.application.handle(.background)
        run.application.closeScene("second")
        device.launch()
        #expect(Screen().tab == 2)
        #expect(Screen().otherTab == 0)
    }

    @Test("P3, R16: a raw value that is no longer known gives the initial one and an issue")
    func renamedCase() {
        enum Older: String { case byColor }
        @MainActor struct OldScreen { @SceneStorage("order") var order = Older.byColor }
        let run = device.launch()
        OldScreen().order = .byColor
        run.application.handle(.background)
        let next = device.launch()
        // Once, however often it is read.
        for _ in 1...3 { #expect(Screen().order == .byName) }
        #expect(next.issues("R16").count == 1)
    }

    @Test("P3, R7: a damaged file of the scenes is reported, and the values are the initial ones")
    func damagedScenes() throws {
        let run = device.launch()
        Screen().tab = 2
        run.application.handle(.background)
        try device.write([1, 2, 3], to: "scenes")
        let next = device.launch()
        #expect(Screen().tab == 0)
        #expect(next.issues("P3").count == 1)
    }

    @Test("W2: an absolute path into the container is reported; a ContainerPath moves with it")
    func containerPath() throws {
        let home = UIApplication.home
        let file = URL(fileURLWithPath: home).appendingPathComponent("Documents/a b.txt")
        let run = device.save(change: { delegate in
            delegate.root.onEncode = { coder in
                coder.encode(file, forKey: "url")
                coder.encode(file.path, forKey: "path")
                coder.encode("/usr/share/dict", forKey: "other")
                try? coder.encodeEncodable(ContainerPath(file), forKey: "good")
            }
        })
        #expect(run.issues("W2").count == 2)
        let path = try #require(ContainerPath(file))
        #expect(path.relativePath == "Documents/a b.txt")
        #expect(path.url.path == file.path)
        #expect(ContainerPath(URL(fileURLWithPath: "/usr/share")) == nil)
    }

    @Test("W3: a mark of exclusion is lost by an atomic save; a folder's covers its contents")
    func exclusion() throws {
        // Not every file system in memory has attributes.
        let folder = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("Index-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("words")
        try Data("a".utf8).write(to: file)
        try file.setExcludedFromBackup(true)
        #expect(file.isExcludedFromBackup)
        try Data("b".utf8).write(to: file, options: .atomic)
        #expect(!file.isExcludedFromBackup)
        try folder.setExcludedFromBackup(true)
        #expect(file.isExcludedFromBackup)
        try folder.setExcludedFromBackup(false)
        #expect(!file.isExcludedFromBackup)
        #expect(throws: CocoaError.self) {
            try folder.appendingPathComponent("missing").setExcludedFromBackup(true)
        }
    }

    @Test("W1: without Library/Caches and tmp an app is restored as with them")
    func purgedCaches() throws {
        device.save()
        for folder in ["Library/Caches", "tmp"] {
            try? FileManager.default.removeItem(atPath: device.home + "/" + folder)
        }
        #expect(device.launch().delegate.root.text == "saved")
    }
}
