import RelaunchProtocol
import Testing

@testable import Relaunch

@Suite struct LaunchRecordTests {
    @Test func `an issue keeps its rule and its code apart from its text`() throws {
        var record = LaunchRecord()
        try record.takeHello(Hello(name: "app", version: "1").json)
        let known = try record.take(
            Method.issue, ["text": "left out (S4)", "rule": "S18", "code": "notLoaded"])
        #expect(known)
        _ = try record.take(Method.issue, ["text": "something"])
        #expect(
            record.issues == [
                LaunchRecord.Issue("left out (S4)", rule: "S18", code: "notLoaded"),
                LaunchRecord.Issue("something"),
            ])
        #expect(record.issues.map(\.description) == ["left out (S4) (S18)", "something"])
    }
}
