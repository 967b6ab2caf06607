/// Clicks the first element of the page in front that a CSS selector finds: `Click("#save")`.
///
/// It is waited for until it can be seen, and scrolled to. What becomes of the click is waited for with a
/// condition: `Wait(for: "tabs[0].url", equals: "next.html")`.
public struct Click: Step {
    /// The CSS selector.
    public let selector: String
    public let location: FileLocation

    /// Needs a target with pages, such as ``Target/chromium(_:arguments:environment:)`` or
    /// ``Target/firefox(_:arguments:preferences:environment:)``.
    ///
    /// - Parameter selector: a CSS selector, such as `#save` or `a[href='next.html']`.
    public init(
        _ selector: String, fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.selector = selector
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Click(\(selector.quoted))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.needs(.pages) { rehearsal.needsRunning() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let running = try session.awake()
        session.expectEnd(.success)
        try await running.click(selector, in: session)
        session.log("clicked \(selector)")
        return .step
    }
}
