import RelaunchProtocol

extension Expect.Condition {
    /// The screen shows this text in one of its rows; a text of several lines in as many rows.
    public static func screen(contains text: String) -> Self {
        screen(".screen(contains: \(text.quoted))", "does not show this", text) {
            $0.contains(text)
        }
    }

    /// The screen shows this and nothing else. White space at the ends of its rows, and empty rows at
    /// the end, do not count.
    public static func screen(equals text: String) -> Self {
        let wanted = trimmed(text)
        return screen(".screen(equals: \(text.quoted))", "is another one", text) {
            trimmed($0) == wanted
        }
    }

    /// The cursor is in a row and a column, both counted from 0.
    public static func cursor(row: Int, column: Int) -> Self {
        Self(
            ".cursor(row: \(row), column: \(column))", needs: [.terminal], needsRunning: true
        ) { session in
            guard let cursor = try await session.awake().cursor(in: session),
                cursor != (row, column)
            else { return nil }
            return StepFailure(
                "the cursor is elsewhere", expected: "row \(row), column \(column)",
                actual: "row \(cursor.row), column \(cursor.column)")
        }
    }

    private static func screen(
        _ name: String, _ problem: String, _ text: String,
        _ holds: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(name, needs: [.screen], needsRunning: true) { session in
            // A program that has ended shows nothing any more, however long it is waited for. What it has
            // written before is on the screen then.
            let ended = try session.running?.process?.waitForExit(until: .now)
            let screen = try await session.screenshot()
            guard screen.isText else {
                return StepFailure(
                    blame: .scenario, kind: .unsupported,
                    "the target's screen is a picture without text (\(screen.mediaType))")
            }
            if holds(screen.content) { return nil }
            return StepFailure(
                kind: ended == nil ? nil : .ended, "the screen \(problem)", expected: text.quoted,
                actual: ended.map { "the target \($0)" } ?? "the screen below",
                difference: EmulatedScreen.framed(
                    screen.content.split(separator: "\n", omittingEmptySubsequences: false)
                        .map(String.init)))
        }
    }

    private static func trimmed(_ text: String) -> [Substring] {
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in rows.indices {
            while rows[index].last == " " { rows[index].removeLast() }
        }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows
    }
}
