import StateRestoration

/// The data of a measurement, and where it is kept.
@MainActor
struct Load {
    let home: String
    let controllers: Int
    /// The length of each screen's text.
    let bytes: Int
    /// How many windows there are, where each has so many controllers.
    var scenes = 0

    private var screens: [Screen] { (0..<controllers).map { Screen(number: $0, bytes: bytes) } }
    private var file: URL { URL(fileURLWithPath: home + "/screens.json") }

    func save() throws -> Cost {
        // What an earlier round has saved would be restored, and be a part of the memory.
        try? FileManager.default.removeItem(atPath: home + "/Library")
        let app = LargeApp(screens)
        let (application, _) = UIApplication.launchForMeasuring(home: home) { app }
        let (_, cost) = try Cost.of { application.saveForMeasuring() }
        return cost
    }

    func restore() throws -> Cost {
        let app = LargeApp(Array(repeating: nil, count: controllers))
        let ((_, wasRestored), cost) = try Cost.of {
            UIApplication.launchForMeasuring(home: home) { app }
        }
        guard wasRestored else { throw WrongMeasurement("nothing was restored from \(home)") }
        try check(app.screens.map(\.content))
        return cost
    }

    func encode() throws -> Cost {
        let screens = screens
        let (_, cost) = try Cost.of {
            try JSONEncoder().encode(screens).write(to: file, options: .atomic)
        }
        return cost
    }

    func decode() throws -> Cost {
        let (screens, cost) = try Cost.of {
            try JSONDecoder().decode([Screen].self, from: Data(contentsOf: file))
        }
        try check(screens)
        return cost
    }

    func saveScenes() throws -> Cost {
        try? FileManager.default.removeItem(atPath: home + "/Library")
        let (application, _) = UIApplication.launchForMeasuring(home: home) {
            SceneApp(scenes: scenes, controllers: controllers, bytes: bytes)
        }
        for (number, window) in (SceneApp.shared?.windows ?? []).enumerated() {
            window.fill(number)
        }
        let (_, cost) = try Cost.of { application.saveForMeasuring() }
        return cost
    }

    func restoreScenes() throws -> Cost {
        let ((_, wasRestored), cost) = try Cost.of {
            UIApplication.launchForMeasuring(home: home) {
                SceneApp(scenes: scenes, controllers: controllers, bytes: bytes)
            }
        }
        guard wasRestored else { throw WrongMeasurement("no window was restored from \(home)") }
        try check(
            (SceneApp.shared?.windows ?? []).flatMap { $0.screens.map(\.content) },
            count: scenes * controllers)
        return cost
    }

    /// What came back is what was there.
    private func check(_ found: [Screen?], count: Int? = nil) throws {
        guard found.count == count ?? controllers else {
            throw WrongMeasurement(
                "\(found.count) screens came back instead of \(count ?? controllers)")
        }
        for (number, screen) in found.enumerated()
        where screen != Screen(number: number, bytes: bytes) {
            throw WrongMeasurement("screen \(number) did not come back as it was")
        }
    }
}
