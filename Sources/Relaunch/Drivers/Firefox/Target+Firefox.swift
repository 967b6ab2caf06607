extension Target {
    /// Firefox without a window.
    ///
    /// ```swift
    /// let browser = Suite("Browser", target: .firefox(preferences: ["browser.startup.page": 3])) {
    ///     Scenario("the page is back") {
    ///         Launch()
    ///         Open("page.html")
    ///         Quit()
    ///         Launch()
    ///         Expect("tabs[0].url", equals: "page.html")
    ///     }
    /// }
    /// ```
    ///
    /// Its profile is the folder `profile` of the container. Relaunch talks with its Marionette over a port of
    /// this machine that Firefox picks. A launch is complete when the tab in front has loaded.
    ///
    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a program on
    ///     the `PATH`.
    ///   - arguments: given at every launch, before those of the step.
    ///   - preferences: what `about:config` shows; they are written into the profile before every launch.
    public static func firefox(
        _ executable: String = "firefox-esr", arguments: [String] = [],
        preferences: [String: JSON] = [:], environment: [String: String] = [:]
    ) -> Target {
        Target(
            driver: FirefoxDriver(preferences: preferences), executable: executable,
            arguments: arguments, environment: environment)
    }
}
