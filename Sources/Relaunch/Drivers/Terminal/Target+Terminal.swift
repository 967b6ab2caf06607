extension Target {
    /// A program that is used at a terminal, such as an editor.
    ///
    /// ```swift
    /// Suite("Vim", target: .terminal("vim", "notes.txt")) {
    ///     State(file: "notes.txt")
    ///     Scenario("what was written is there after a kill") {
    ///         Launch()
    ///         Wait(for: .screen(contains: "[New]"))
    ///         Type("ihello<Esc>:w<CR>")
    ///         Wait(for: .screen(contains: "written"))
    ///         Kill(.system)
    ///         Launch()
    ///         Wait(for: .screen(contains: "hello"))
    ///     }
    /// }
    /// ```
    ///
    /// It runs in the container, at a pseudo-terminal of its own. A launch is complete as soon as the
    /// program runs: wait for its screen. `TERM` is `xterm-256color`, unless the environment says
    /// otherwise.
    ///
    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a program on
    ///     the `PATH`.
    ///   - arguments: given at every launch, before those of the step.
    ///   - rows: of the terminal, 1 to 1000.
    ///   - columns: of the terminal, 1 to 1000.
    public static func terminal(
        _ executable: String, _ arguments: String..., rows: Int = 24, columns: Int = 80,
        environment: [String: String] = [:]
    ) -> Target {
        terminal(
            executable, arguments: arguments, rows: rows, columns: columns,
            environment: environment)
    }

    /// The same with the arguments in an array.
    public static func terminal(
        _ executable: String, arguments: [String], rows: Int = 24, columns: Int = 80,
        environment: [String: String] = [:]
    ) -> Target {
        Target(
            driver: TerminalDriver(rows: rows, columns: columns), executable: executable,
            arguments: arguments, environment: environment)
    }
}
