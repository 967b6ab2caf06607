import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Drives Chromium over the pipe of its developer tools.
struct ChromiumDriver: BrowserDriver {
    var described: Set<DriverCapability> = []

    var name: String { "chromium" }

    /// What each launch needs, before the arguments of the suite, which may say otherwise.
    private func arguments(in container: Container) -> [String] {
        var arguments = [
            "--headless", "--remote-debugging-pipe",
            "--user-data-dir=\(container.path("profile"))",
            // Shared memory goes into the container's own `tmp`, and is gone with it.
            "--disable-dev-shm-usage",
            // It asks nobody anything by itself: neither its user, nor the network, nor a key ring.
            "--no-first-run", "--no-default-browser-check", "--password-store=basic",
            "--disable-background-networking", "--disable-component-update",
            // The first page of Debian's build is of the network: there the one comes that is built in.
            "--host-resolver-rules=MAP start.duckduckgo.com ~NOTFOUND",
            "--log-level=3",
        ]
        // The sandbox refuses to run as root.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        return arguments
    }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        // Chromium reads at 3 and writes at 4. The channel is at 3, and good for both.
        let process = try session.spawn(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" 4>&3", launch.executable]
                + arguments(in: session.container) + launch.arguments,
            launch.environment, withChannel: true, separator: 0, acknowledges: false)
        let browser = RunningChromium(
            DevTools(process), session.container.path, session.target.interface)
        try browser.awaitFirstPage(or: launch.kill?.time, in: session)
        return browser
    }
}
