/// A driver of a browser.
protocol BrowserDriver: DescribedDriver {}

extension BrowserDriver {
    var capabilities: Set<DriverCapability> {
        described.union([.executable, .interface, .pages, .screen, .keyboard, .state, .quits])
    }

    /// A browser is a large program: its launch takes a second where nothing else runs, and ten times as
    /// long beside a test suite that keeps every processor busy.
    var timeLimit: Duration { .seconds(60) }
}
