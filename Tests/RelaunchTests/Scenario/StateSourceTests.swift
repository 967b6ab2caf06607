import CrashStates
import Foundation
@testable import Relaunch
import Testing

/// What a suite reads the state of a program from.
@Suite struct StateSourceTests {
    private let server = Target.service(
        "/bin/sh", "-c", "echo ready; exec sleep 1000", ready: .output(contains: "ready"))

    @Test func `rows of a database are read, with what its journal has`() async throws {
        let make = """
            import os, sqlite3
            db = sqlite3.connect("app.db"); db.execute("PRAGMA journal_mode = wal")
            db.execute("CREATE TABLE t(id INTEGER, name TEXT, size REAL, bytes BLOB, none)")
            db.execute("INSERT INTO t VALUES (2, 'two', 0.5, x'00ff', NULL)")
            db.execute("INSERT INTO t VALUES (1, 'one', 1.5, x'', 7)")
            db.commit(); os._exit(0)
            """
        let parts: [SuitePart] = [
            .state(State("rows", sql: "SELECT * FROM t ORDER BY id", in: "app.db")),
            .state(State("none", sql: "SELECT 1", in: "other.db")),
        ]
        let result = try await trial(server, describedBy: parts) {
            Run("/usr/bin/python3", "-c", make)
            // Nothing is in the database itself yet, and nothing is put there by looking.
            Run("sh", "-c", "cksum app.db app.db-wal > sums")
            Launch()
            Expect(
                "rows",
                equals: [
                    ["id": 1, "name": "one", "size": 1.5, "bytes": "x''", "none": 7],
                    ["id": 2, "name": "two", "size": 0.5, "bytes": "x'00ff'", "none": nil],
                ] as JSON)
            Expect("none", equals: JSON.null)
            Run("sh", "-c", "cksum app.db app.db-wal | cmp - sums && [ ! -e other.db ]")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a query that has no answer fails with SQLite's words`() async throws {
        let parts: [SuitePart] = [.state(State(sql: "SELECT * FROM missing", in: "app.db"))]
        let result = try await trial(server, describedBy: parts) {
            Run(
                "/usr/bin/python3", "-c",
                "import sqlite3; sqlite3.connect('app.db').execute('CREATE TABLE t(a)')")
            Launch()
            Expect("", equals: JSON.null)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.actual == "no such table: missing")
    }

    @Test(arguments: ["FMT_XML", "FMT_BINARY"])
    func `a property list is read`(_ format: String) async throws {
        let make = """
            import datetime, plistlib
            plistlib.dump({"name": "a", "list": [1, 2.5, True], "day": datetime.datetime(2024, 1, 2),
                "data": b"abc"}, open("a.plist", "wb"), fmt=plistlib.\(format))
            """
        let parts: [SuitePart] = [
            .state(State("list", file: "a.plist", as: .propertyList)),
            .state(State("none", file: "b.plist", as: .propertyList)),
        ]
        let result = try await trial(server, describedBy: parts) {
            Run("/usr/bin/python3", "-c", make)
            Launch()
            Expect(
                "list",
                equals: [
                    "name": "a", "list": [1, 2.5, true], "day": "2024-01-02T00:00:00Z",
                    "data": "YWJj",
                ] as JSON)
            Expect("none", equals: JSON.null)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `what is no property list fails`() async throws {
        let parts: [SuitePart] = [.state(State(file: "a.plist", as: .propertyList))]
        let result = try await trial(server, describedBy: parts) {
            Run("sh", "-c", "echo no > a.plist")
            Launch()
            Expect("", equals: JSON.null)
        }.only()
        #expect(result.verdict == .failed)
    }
}
