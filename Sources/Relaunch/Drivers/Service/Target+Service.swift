extension Target {
    /// A program that goes on running, such as a database server.
    ///
    /// ```swift
    /// Suite("Redis", target: .service("redis-server", "--port", "0", "--unixsocket", "redis.sock",
    ///                                 ready: .socket("redis.sock"))) {
    ///     State { Run("redis-cli", "-s", "redis.sock", "--json", "HGETALL", "notes") }
    ///     Action("note", ["text": .string()]) { a in
    ///         Run("redis-cli", "-s", "redis.sock", "HSET", "notes", "last", a.text)
    ///     }
    ///     Scenario("…") { … }
    /// }
    /// ```
    ///
    /// `Launch()` waits until it is ready. `Run` beside it is a client. It runs in the container, and in
    /// the foreground: one that puts itself into the background is followed, and can only be killed by
    /// `Kill(.system)`.
    ///
    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a program on
    ///     the `PATH`.
    ///   - arguments: given at every launch, before those of the step.
    ///   - ready: what shows that the launch is complete.
    ///   - durability: when what an action has done has to survive a death.
    public static func service(
        _ executable: String, _ arguments: String..., environment: [String: String] = [:],
        ready: Readiness, durability: Durability = .eachAction
    ) -> Target {
        service(
            executable, arguments: arguments, environment: environment, ready: ready,
            durability: durability)
    }

    /// The same with the arguments in an array.
    public static func service(
        _ executable: String, arguments: [String], environment: [String: String] = [:],
        ready: Readiness, durability: Durability = .eachAction
    ) -> Target {
        Target(
            driver: ServiceDriver(ready: ready, durability: durability), executable: executable,
            arguments: arguments, environment: environment)
    }
}
