import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Drives Firefox over its Marionette.
struct FirefoxDriver: BrowserDriver {
    let preferences: [String: JSON]
    var described: Set<DriverCapability> = []

    init(preferences: [String: JSON]) { self.preferences = preferences }

    var name: String { "firefox" }

    /// What every profile has, before the preferences of the suite, which may say otherwise.
    private static let usual: [String: JSON] = [
        // Firefox picks the port, and writes it down in its profile.
        "marionette.port": 0,
        // Otherwise Marionette sets a hundred preferences for tests of pages: nothing would be restored.
        "remote.prefs.recommended": false,
        // It asks nobody anything by itself: neither its user, nor the network.
        "app.normandy.enabled": false,
        "app.update.disabledForTesting": true,
        "browser.aboutwelcome.enabled": false,
        "browser.newtabpage.activity-stream.feeds.telemetry": false,
        "browser.region.update.enabled": false,
        "browser.shell.checkDefaultBrowser": false,
        "browser.startup.homepage_override.mstone": "ignore",
        "datareporting.healthreport.uploadEnabled": false,
        "datareporting.policy.dataSubmissionPolicyBypassNotification": true,
        "extensions.getAddons.cache.enabled": false,
        "extensions.update.enabled": false,
        "network.captive-portal-service.enabled": false,
        "network.connectivity-service.enabled": false,
    ]

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        let profile = session.container.path("profile")
        let port = profile + "/MarionetteActivePort"
        try prepare(profile, port)
        // A crash is nobody's business but the scenario's.
        let environment = launch.environment.merging(["MOZ_CRASHREPORTER_DISABLE": "1"]) { $1 }
        let process = try session.spawn(
            launch.executable,
            [
                "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
                "--profile", profile,
            ] + launch.arguments, environment, acknowledges: false)
        let browser = RunningFirefox(
            Marionette(process), session.container.path, session.target.interface)
        try browser.awaitFirstPage(or: launch.kill?.time, portIn: port, in: session)
        return browser
    }

    /// Writes the preferences, and removes the port of a life before.
    private func prepare(_ profile: String, _ port: String) throws {
        let lines = Self.usual.merging(preferences) { $1 }.sorted { $0.key < $1.key }.map {
            "user_pref(\(JSON.string($0.key).text), \($0.value.text));\n"
        }
        do {
            try FileManager.default.createDirectory(
                atPath: profile, withIntermediateDirectories: true)
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: profile + "/user.js"))
            if FileManager.default.fileExists(atPath: port) {
                try FileManager.default.removeItem(atPath: port)
            }
        } catch {
            throw StepFailure(
                blame: .scenario, kind: .unavailable,
                "the preferences cannot be written into the folder 'profile': \(error)")
        }
    }
}
