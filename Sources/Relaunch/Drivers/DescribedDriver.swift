/// A driver that can do what the suite's ``State`` and ``Action``s say, beside what it can do by itself.
protocol DescribedDriver: Driver {
    /// When what an action has changed is kept.
    var durability: Durability { get }
    /// What a ``State`` and ``Action``s have added.
    var described: Set<DriverCapability> { get set }
}

extension DescribedDriver {
    var durability: Durability { .none }

    func described(by interface: TargetInterface) -> any Driver {
        var driver = self
        driver.described = interface.capabilities(durability)
        return driver
    }
}
