import CrashStates

/// Types text and keys at the target's terminal, or into the page in front: `Type("ihello<Esc>:w<CR>")`.
///
/// Keys are `<CR>`, `<Esc>`, `<Tab>`, `<BS>`, `<Space>`, `<Up>`, `<Down>`, `<Left>`, `<Right>`, `<Home>`, `<End>`,
/// `<PageUp>`, `<PageDown>`, `<Insert>`, `<Del>`, `<F1>` to `<F12>`, `<C-x>` with the control key and `<M-x>` with
/// the meta key; `<lt>` is a `<` itself. What becomes of it is waited for: `Wait(for: .screen(contains: …))`.
public struct Type: Step {
    /// What is typed.
    public let keys: String
    /// How the program ends of it; nil where it goes on.
    public let exit: Run.Exit?
    public let location: FileLocation

    /// Needs a target with a keyboard: one at a terminal, or a browser.
    ///
    /// - Parameters:
    ///   - keys: text, and keys in angle brackets.
    ///   - exit: how the program ends of it, such as `Type(":wq<CR>", exit: .success)`; without it the
    ///     program goes on.
    public init(
        _ keys: String, exit: Run.Exit? = nil, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        self.keys = keys
        self.exit = exit
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// Types a text as it is, such as an argument of an action: a `<` in it begins no key. A line break is
    /// the key that ends a line.
    public init(
        text: String, exit: Run.Exit? = nil, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.init(
            text.replacing("<", with: "<lt>"), exit: exit, fileID: fileID, file: file, line: line,
            column: column)
    }

    public var text: String {
        "Type(\(keys.quoted)\(exit.map { ", exit: \($0.source)" } ?? ""))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.keyboard) else { return }
        do { _ = try Keys(keys) } catch { rehearsal.problem("\(error)") }
        rehearsal.needsRunning()
        if exit != nil { rehearsal.die() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let running = try session.awake()
        session.expectEnd(.success)
        try await running.type(keys, in: session)
        session.log("typed \(keys)")
        if let exit { try session.awaitEnd(exit) }
        return .step
    }
}

/// Gives the target's terminal another size.
public struct Resize: Step {
    /// How many rows it gets.
    public let rows: Int
    /// How many columns it gets.
    public let columns: Int
    public let location: FileLocation

    /// - Parameters:
    ///   - rows: 1 to 1000.
    ///   - columns: 1 to 1000.
    public init(
        rows: Int, columns: Int, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.rows = rows
        self.columns = columns
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Resize(rows: \(rows), columns: \(columns))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.terminal) else { return }
        rehearsal.needsRunning()
        do { try checkSize(rows, columns) } catch {
            rehearsal.problem((error as? StepFailure)?.message ?? "\(error)")
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.awake().resize(rows: rows, columns: columns, in: session)
        session.log("resized to \(rows) rows of \(columns)")
        return .step
    }
}

/// Closes the target's terminal, as whoever closes its window does: SIGHUP. The target has to end of it.
public struct HangUp: Step {
    public let location: FileLocation

    /// Needs a target that runs at a terminal.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "HangUp()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.terminal) else { return }
        rehearsal.needsRunning()
        rehearsal.die()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try session.hangUp()
        return .step
    }
}
