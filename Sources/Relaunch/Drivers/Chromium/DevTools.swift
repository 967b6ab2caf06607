import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The harness's end of Chromium's developer tools: commands, their answers, and events.
///
/// A message is JSON with a NUL behind it. A command for a tab carries the number of the session that was
/// attached to it.
final class DevTools: BrowserConnection {
    /// What Chromium answers a command: its result, or its error.
    typealias Answer = Result<JSON, BrowserRefusal>

    static let words = BrowserWords(
        product: "Chromium", speaker: "developer tools", channel: "pipe")
    let process: TargetProcess
    private var lastID: Int64 = 0
    private var waiting: Set<Int64> = []
    private var answers: [Int64: Answer] = [:]
    /// The tabs, in the order in which they came, by the sessions that are attached to them.
    private(set) var pages: [Page] = []
    /// The loads that have ended, by their numbers.
    private var loaded: Set<String> = []
    /// The session of the tab in front, once it is known; a tab that comes or goes may change it.
    var front: String?
    /// When the browser is to die of its launch.
    var death: ContinuousClock.Instant?
    var hasSpoken = false

    /// A tab.
    struct Page {
        var target: String
        var session: String
        var hasCrashed = false
    }

    init(_ process: TargetProcess) { self.process = process }

    // MARK: Commands

    /// Sends a command, and does not wait.
    @discardableResult
    func send(
        _ method: String, _ params: JSON = [:], to page: String? = nil,
        until deadline: ContinuousClock.Instant
    ) throws -> Int64 {
        lastID += 1
        waiting.insert(lastID)
        var message: JSON.Members = ["id": .integer(lastID), "method": .string(method)]
        message["params"] = params
        if let page { message["sessionId"] = .string(page) }
        try process.send(Data(JSON.object(message).text.utf8) + [0], until: deadline)
        return lastID
    }

    /// The answer to a command, once it has come.
    func answer(to id: Int64) -> Answer? { answers.removeValue(forKey: id) }

    /// Sends a command and waits for its answer.
    ///
    /// - Throws: ``BrowserRefusal``, and what ``wait(for:in:until:)`` throws.
    @discardableResult
    func call(
        _ method: String, _ params: JSON = [:], to page: String? = nil,
        in session: isolated Session
    ) throws -> JSON {
        let id = try send(method, params, to: page, until: session.deadline)
        return try wait(for: "an answer to \(method)", in: session) {
            answer(to: id) ?? (Self.needsPage(method) ? answerOfCrashed(page) : nil)
        }.get()
    }

    /// A tab without its process answers nothing but where it has been, and where it is to go.
    static func needsPage(_ method: String) -> Bool {
        !["Page.navigate", "Page.getNavigationHistory"].contains(method)
    }

    /// Whether the process of a tab has crashed, and no page has come into the tab since.
    func hasCrashed(_ page: String) -> Bool {
        pages.contains { $0.session == page && $0.hasCrashed }
    }

    /// What stands for the answer of a tab whose process has crashed.
    func answerOfCrashed(_ page: String?) -> Answer? {
        guard let page, hasCrashed(page) else { return nil }
        return .failure(BrowserRefusal(message: "the tab has crashed"))
    }

    /// Leaves it a moment, unless it says something, for the page that comes into a tab: until it is there
    /// each question about the tab is refused at once.
    func rest() throws { _ = try process.takeInput(until: .now + .milliseconds(2)) }

    /// Whether the load with this number has ended.
    func hasLoaded(_ loader: String) -> Bool { loaded.contains(loader) }

    // MARK: Listening

    func take(_ message: JSON, until deadline: ContinuousClock.Instant) throws {
        if let id = message["id"]?.integer {
            guard waiting.remove(id) != nil else { return }
            if let error = message["error"] {
                let text = error["message"]?.string ?? error.text
                answers[id] = .failure(BrowserRefusal(message: text))
            } else {
                answers[id] = .success(message["result"] ?? .null)
            }
            return
        }
        let page = message["sessionId"]?.string
        let params = message["params"] ?? .null
        switch message["method"]?.string {
        case "Target.attachedToTarget": try takePage(params, until: deadline)
        case "Target.detachedFromTarget":
            pages.removeAll { $0.session == params["sessionId"]?.string }
            front = nil
        case "Page.lifecycleEvent":
            guard params["name"]?.string == "load", let loader = params["loaderId"]?.string
            else { return }
            loaded.insert(loader)
        case "Page.javascriptDialogOpening":
            // Nobody is there to close it, and the page waits until somebody does.
            let isLeave = params["type"]?.string == "beforeunload"
            try send(
                "Page.handleJavaScriptDialog", ["accept": .bool(isLeave)], to: page,
                until: deadline)
        case "Inspector.targetCrashed": markCrash(of: page, true)
        case "Inspector.targetReloadedAfterCrash": markCrash(of: page, false)
        default: break
        }
    }

    /// A tab has come: its events are to be told.
    private func takePage(_ params: JSON, until deadline: ContinuousClock.Instant) throws {
        guard let session = params["sessionId"]?.string, let info = params["targetInfo"],
            let target = info["targetId"]?.string, info["type"]?.string == "page"
        else { return }
        pages.append(Page(target: target, session: session))
        front = nil
        try send("Page.enable", to: session, until: deadline)
        try send("Page.setLifecycleEventsEnabled", ["enabled": true], to: session, until: deadline)
        try send("Inspector.enable", to: session, until: deadline)
    }

    private func markCrash(of page: String?, _ hasCrashed: Bool) {
        guard let index = pages.firstIndex(where: { $0.session == page }) else { return }
        pages[index].hasCrashed = hasCrashed
    }
}

extension BrowserRefusal {
    /// The page went away while Chromium was asked for it. Whoever asks again is answered by the next one.
    var isOfPageThatWent: Bool {
        message.contains("navigated or closed") || message.contains("context was destroyed")
            || message.contains("Cannot find context") || message.contains("Promise was collected")
            || message.contains("Not attached to an active page")
    }
}
