extension Target {
    /// Chromium, or a browser made of it, without a window.
    ///
    /// ```swift
    /// let browser = Suite("Browser", target: .chromium(arguments: ["--restore-last-session"])) {
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
    /// Its profile is the folder `profile` of the container. Relaunch talks with it over a pipe, so that no
    /// port is open. A launch is complete when the tab in front has loaded.
    ///
    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a program on
    ///     the `PATH`.
    ///   - arguments: given at every launch, before those of the step.
    public static func chromium(
        _ executable: String = "chromium", arguments: [String] = [],
        environment: [String: String] = [:]
    ) -> Target {
        Target(
            driver: ChromiumDriver(), executable: executable, arguments: arguments,
            environment: environment)
    }
}
