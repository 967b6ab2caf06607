import Foundation
import Testing
import TestSupport

@testable import StateRestoration

/// What the harness is told of an app.
@MainActor
struct ScenarioDrivenTests {
    @Test("An action's schema names its arguments, and which of them must be there")
    func schema() {
        let actions = ScenarioActions()
        actions.add("edit", takes: ["note?": "string", "text": "string"]) { $0["text"] ?? nil }
        #expect(
            actions.schemas == [
                "edit": [
                    "type": "object", "additionalProperties": false, "required": ["text"],
                    "properties": ["note": ["type": "string"], "text": ["type": "string"]],
                ]
            ])
    }

    @Test("An action is performed; an unknown one, or one without its argument, says what is wrong")
    func perform() throws {
        let actions = ScenarioActions()
        actions.add("edit", takes: ["text": "string"]) { $0["text"] ?? nil }
        #expect(try actions.perform("edit", ["text": "milk"]) == "milk")
        #expect(message { try actions.perform("edit", [:]) }.contains("\"text\""))
        try expectGolden(message { try actions.perform("edti", [:]) }, of: "no such action")
    }

    private func message(_ body: () throws -> JSON) -> String {
        do {
            _ = try body()
            return "nothing was thrown"
        } catch {
            return "\(error)"
        }
    }

    @Test("The observable state shows the tree of controllers; one object has one name")
    func state() throws {
        let run = SimulatedDevice().launch()
        let state = run.application.observableState
        let navigation = try #require(state["controllers"]?[0])
        #expect(navigation["identifier"] == "navigation")
        #expect(navigation["children"]?[0]?["title"] == "root")
        let name = run.application.instanceName(of: run.delegate.root)
        #expect(navigation["children"]?[0]?["$instance"] == name)
        #expect(run.application.instanceName(of: run.delegate.navigation) != name)
    }

    @Test("W4: a memory warning reaches delegate, controllers and notification; state is unchanged")
    func memoryWarning() {
        let sheet = TextController("sheet")
        let run = SimulatedDevice().save(change: { $0.root.present(sheet, animated: false) })
        var warnings = 0
        run.delegate.onMemoryWarning = { warnings += 1 }
        run.application.handle(.foreground)
        let state = run.application.observableState
        nonisolated(unsafe) var notifications = 0
        let token = NotificationCenter.default.addObserver(
            forName: UIApplication.didReceiveMemoryWarningNotification, object: run.application,
            queue: nil
        ) { _ in notifications += 1 }
        run.application.handle(.memoryWarning)
        NotificationCenter.default.removeObserver(token)
        #expect(warnings == 1)
        #expect(notifications == 1)
        let told = run.callbacks.filter { $0.hasSuffix(".didReceiveMemoryWarning()") }
        #expect(told.count == 3, "the navigation controller, its root and the sheet")
        #expect(run.application.observableState == state)
        #expect(sheet.isViewLoaded)
    }

    @Test("Lifecycle events reach the delegate and those who listen to the notifications")
    func notifications() {
        let run = SimulatedDevice().launch()
        nonisolated(unsafe) var count = 0
        let token = NotificationCenter.default.addObserver(
            forName: UIApplication.didReceiveMemoryWarningNotification, object: run.application,
            queue: nil
        ) { _ in count += 1 }
        run.application.handle(.memoryWarning)
        NotificationCenter.default.removeObserver(token)
        #expect(count == 1)
        #expect(run.callbacks.contains("TextController.didReceiveMemoryWarning()"))
    }
}
