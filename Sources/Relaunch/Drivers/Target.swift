/// The program under test, and how to drive it.
public struct Target: Sendable {
    /// The plug-in that knows this kind of target.
    public let driver: any Driver
    /// The executable as the scenario names it.
    public let executable: String
    /// Given at every launch, before those of the step.
    public let arguments: [String]
    /// Added to the environment of every launch.
    public let environment: [String: String]
    /// What the suite says of the target: what can be observed of it and done with it.
    public private(set) var interface = TargetInterface()

    /// A target for any driver, built in or a plug-in's. Nothing is looked up or launched yet.
    public init(
        driver: any Driver, executable: String, arguments: [String] = [],
        environment: [String: String] = [:]
    ) {
        self.driver = driver
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// The same target as a suite describes it; a suite that says nothing of it leaves what is known.
    func described(by interface: TargetInterface) -> Target {
        if interface.isEmpty, !self.interface.isEmpty { return self }
        var target = Target(
            driver: driver.described(by: interface), executable: executable,
            arguments: arguments, environment: environment)
        target.interface = interface
        return target
    }

    /// Whether nothing has to run for what can be observed of it and done with it: it runs to its end, and
    /// a suite describes what it leaves.
    package var isAskedAtRest: Bool {
        driver.can(.endsByItself) && driver.can(.interface) && interface.describesTarget
    }

    /// Why the suite's target or its description cannot be used; nil where they can.
    package var interfaceProblem: String? {
        if interface.describesTarget, !driver.can(.interface) {
            return
                "a `State` or an `Action` is declared, and the driver '\(driver.name)' asks its target for "
                + "them; leave them out, or take a target such as `.service(…)`"
        }
        return driver.problem ?? interface.problem
    }

    /// A program that speaks the target protocol.
    ///
    /// - Parameter executable: a path (with a `/`), relative to the scenario file's folder, or else the
    ///   name of an executable product of the enclosing package, which is built when it is missing or
    ///   older than its sources, or else a program on the `PATH`.
    public static func app(
        _ executable: String, arguments: [String] = [], environment: [String: String] = [:]
    ) -> Target {
        Target(
            driver: AppDriver(), executable: executable, arguments: arguments,
            environment: environment)
    }

    /// A program that runs to its end, such as `git`. `Launch(arguments: …)` runs it.
    ///
    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a program on
    ///     the `PATH`.
    ///   - arguments: given at every launch, before those of the step.
    ///   - durability: when what an ``Action`` has done has to survive a death. A command whose author
    ///     promises it for a power failure, too, is `.eachAction`.
    public static func command(
        _ executable: String, _ arguments: String..., environment: [String: String] = [:],
        durability: Durability = .throughKills
    ) -> Target {
        command(
            executable, arguments: arguments, environment: environment, durability: durability)
    }

    /// The same with the arguments in an array.
    public static func command(
        _ executable: String, arguments: [String], environment: [String: String] = [:],
        durability: Durability = .throughKills
    ) -> Target {
        Target(
            driver: CommandDriver(durability: durability), executable: executable,
            arguments: arguments, environment: environment)
    }

    /// A kind of target that an executable `relaunch-driver-NAME` on the `PATH` knows how to drive.
    ///
    /// - Parameter target: what that driver is to launch, in its own terms.
    public static func external(
        _ name: String, target: String = "", arguments: [String] = [],
        environment: [String: String] = [:]
    ) -> Target {
        Target(
            driver: ExternalDriver(name), executable: target, arguments: arguments,
            environment: environment)
    }
}
