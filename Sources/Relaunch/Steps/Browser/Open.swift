/// Opens a page in the tab in front, and waits until it has loaded: `Open("page.html")`.
public struct Open: Step {
    /// The path of a file in the container, or an address such as `https://…` or `about:blank`.
    public let address: String
    /// Whether it is opened in a new tab, which is in front then.
    public let inNewTab: Bool
    public let location: FileLocation

    /// Needs a target with pages, such as ``Target/chromium(_:arguments:environment:)`` or
    /// ``Target/firefox(_:arguments:preferences:environment:)``.
    ///
    /// - Parameters:
    ///   - address: the path of a file in the container, or an address with its scheme.
    ///   - inNewTab: whether it is opened in a new tab, which is in front then.
    public init(
        _ address: String, inNewTab: Bool = false, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.address = address
        self.inNewTab = inNewTab
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Open(\(address.quoted)\(inNewTab ? ", inNewTab: true" : ""))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.needs(.pages) { rehearsal.needsRunning() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let running = try session.awake()
        session.expectEnd(.success)
        try await running.open(address, inNewTab: inNewTab, in: session)
        session.log("opened \(address)")
        return .step
    }
}
