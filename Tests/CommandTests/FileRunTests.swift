import Relaunch
import Testing

@testable import RelaunchCommand

/// The way of a scenario file through a run.
@Suite struct FileRunTests {
    private let file = FileRun(ScenarioFile(path: "A.swift"))
    private let limit = Duration.seconds(60)

    private var suite: SuiteDescription {
        SuiteDescription(
            name: "A", file: "A.swift",
            target: TargetDescription(driver: "command", executable: "true"),
            scenarios: [
                ScenarioDescription(name: "one", line: 4),
                ScenarioDescription(name: "two", line: 8),
            ])
    }

    private func identity(_ scenario: String, _ branches: [String] = [], line: Int) -> CaseIdentity
    {
        CaseIdentity(
            file: "A.swift", suite: "A", scenario: scenario, branches: branches, line: line)
    }

    @Test func aFileGoesFromItsSourceToItsResults() throws {
        let processes = try ProcessTable()
        let host = try processes.start("/bin/cat", hasChannel: true)
        #expect(file.host == nil && file.deadline == nil)
        file.compiled(HostProgram(path: "/bin/cat"))
        file.start(host, within: limit)
        #expect(file.isStarting && file.host === host && file.deadline != nil)
        let first = try #require(file.deadline)
        file.allow(.seconds(600))
        #expect(try #require(file.deadline) > first)
        #expect(file.startLimit == .seconds(600))
        file.find(suite)
        #expect(!file.isStarting && !file.isSelected && file.deadline == nil)
        file.select(suite, orders: [.init(scenario: "one"), .init(scenario: "two")])
        #expect(file.isSelected && file.orders.pending.count == 2)
        file.run()
        #expect(file.orders.next()?.scenario == "one")
        #expect(file.orders.places == 1)
        file.orders.begin(identity("one", line: 4))
        #expect(file.unfinished == [identity("one", line: 4), identity("two", line: 8)])
        file.orders.end(identity("one", line: 4))
        file.orders.finish("one")
        #expect(!file.orders.isFinished)
        file.close(within: limit)
        #expect(file.orders.isFinished && file.deadline != nil && !file.isDone)
        file.finish()
        #expect(file.isDone && file.host == nil)
        try processes.terminateAndReap()
    }

    @Test func aFileThatIsGivenUpLetsItsHostCleanUp() throws {
        let processes = try ProcessTable()
        let host = try processes.start("/bin/cat", hasChannel: true)
        file.compiled(HostProgram(path: "/bin/cat"))
        file.start(host, within: limit)
        file.giveUp(within: limit)
        #expect(file.isSelected && !file.isDone && file.host === host)
        // It has said so already: it has no more time for that.
        let deadline = file.deadline
        file.close(within: .seconds(600))
        #expect(file.deadline == deadline)
        file.finish()
        #expect(file.isDone)
        try processes.terminateAndReap()
    }

    @Test func aFileWithoutAHostIsDoneWhenItIsGivenUp() {
        file.giveUp(within: limit)
        #expect(file.isDone)
    }

    @Test func aTransitionThatMayNotBeStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            FileRun(ScenarioFile(path: "A.swift")).run()
        }
        await #expect(processExitsWith: .failure) {
            let file = FileRun(ScenarioFile(path: "A.swift"))
            file.compiled(HostProgram(path: "/bin/true"))
            file.compiled(HostProgram(path: "/bin/true"))
        }
    }

    @Test func aCaseGoesOnUnderTheNameOfItsFirstBranch() {
        var orders = FileOrders()
        orders.add([.init(scenario: "one")])
        _ = orders.next()
        for branches in [[], ["a", "d"], ["b"]] {
            orders.begin(identity("one", branches, line: 4))
        }
        orders.end(identity("one", ["a", "c"], line: 4))
        #expect(orders.inFlight["one"]?.map(\.branches) == [["a", "d"], ["b"]])
        orders.end(identity("one", ["a", "d"], line: 4))
        orders.end(identity("one", ["b", "c"], line: 4))
        #expect(orders.inFlight["one"] == [])
    }

    @Test func aWorkerThatComesBackLateBelongsToNobody() {
        var orders = FileOrders()
        orders.openSweep(of: "one")
        orders.lendWorker(to: "one")
        orders.lendWorker(to: "one")
        orders.recall(1, from: "one")
        #expect(orders.places == 2)
        orders.takeBackWorker(from: "one")
        #expect(orders.places == 1 && orders.sweeps["one"]?.recalled == 0)
        orders.closeSweep(of: "one")
        orders.takeBackWorker(from: "one")
        #expect(orders.sweeps.isEmpty)
        orders.takeBackWorker(from: "one")
        orders.lendWorker(to: "one")
        #expect(orders.places == 0)
    }

    @Test func whatDiedTogetherRunsAloneAndThenTheOthersAtOnce() {
        var orders = FileOrders()
        orders.add(["one", "two", "three", "four"].map { .init(scenario: $0) })
        _ = orders.next()
        _ = orders.next()
        orders.begin(identity("two", line: 8))
        let lost = orders.lose()
        #expect(lost.map(\.order.scenario) == ["one", "two"] && orders.places == 0)
        #expect(lost.last?.cases == [identity("two", line: 8)])
        orders.suspect(lost.map(\.order))
        #expect(orders.next()?.scenario == "one")
        #expect(orders.next() == nil)
        // The death of one that is alone concerns nobody else.
        #expect(orders.lose().map(\.order.scenario) == ["one"])
        #expect(orders.next()?.scenario == "two")
        #expect(orders.next() == nil)
        orders.finish("two")
        #expect(orders.next()?.scenario == "three")
        #expect(orders.next()?.scenario == "four")
    }

    @Test func aResultFromAHostThatHasDiedCountsOnce() {
        var orders = FileOrders()
        orders.add([.init(scenario: "one"), .init(scenario: "two")])
        _ = orders.next()
        _ = orders.next()
        orders.begin(identity("one", ["a"], line: 4))
        orders.end(identity("one", ["a"], line: 4))
        orders.suspect(orders.lose().map(\.order))
        #expect(orders.hasResult(identity("one", ["a"], line: 4)))
        #expect(!orders.hasResult(identity("one", ["b"], line: 4)))
        _ = orders.next()
        orders.finish("one")
        #expect(!orders.hasResult(identity("one", ["a"], line: 4)))
    }
}
