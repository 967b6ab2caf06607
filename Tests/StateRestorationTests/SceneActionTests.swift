import Foundation
import Testing

@testable import StateRestoration

/// What scenarios do with scenes, and see of them.
@MainActor
struct SceneActionTests {
    let device = SimulatedDevice()
    let actions = ScenarioActions()

    init() { actions.addScenes() }

    @Test("C14: the actions open, hide, disconnect, show and close a scene by its number")
    func actionsOnScenes() throws {
        let run = device.launch(["one"])
        let application = run.application!
        #expect(try actions.perform("scene.open", [:]) == 2)
        application.sceneDelegate(2).controller.text = "two"
        _ = try actions.perform("scene.hide", ["scene": 2])
        #expect(application.session(2).scene?.activationState == .background)
        #expect(application.session(1).scene?.activationState == .foregroundActive)
        _ = try actions.perform("scene.disconnect", ["scene": 2])
        #expect(application.session(2).scene == nil)
        _ = try actions.perform("scene.show", ["scene": 2])
        #expect(application.texts == [1: "one", 2: "two"])
        _ = try actions.perform("scene.close", ["scene": 1])
        #expect(application.scenes.all.map(\.number) == [2])
        #expect(throws: ActionError.self) { try actions.perform("scene.show", ["scene": 1]) }
    }

    @Test(
        "C14: the only scene on the screen stays there", arguments: ["hide", "disconnect", "close"])
    func onlyScene(action: String) throws {
        let run = device.launch(["one", "two"])
        _ = try actions.perform("scene.hide", ["scene": 1])
        #expect(throws: ActionError.self) {
            try actions.perform("scene." + action, ["scene": 2])
        }
        #expect(run.application.session(2).isOnScreen)
        _ = try actions.perform("scene." + action, ["scene": 1])
        #expect(run.application.texts[2] == "two")
    }

    @Test(
        "C11: what goes to the background while the device is locked is saved once it is unlocked")
    func savedOnceUnlocked() throws {
        let run = device.launch(["one", "two"])
        run.application.handle(.lock)
        _ = try actions.perform("scene.hide", ["scene": 2])
        run.application.handle(.unlock)
        // Nothing else is saved before the death.
        let next = device.relaunch()
        next.application.scenes.show(next.application.session(2))
        #expect(next.application.texts == [1: "initial", 2: "two"])
    }

    @Test("C8: a refresh saves a scene in the background, and connects it for that")
    func refresh() throws {
        let run = device.launch(["one", "two"])
        let application = run.application!
        _ = try actions.perform("scene.disconnect", ["scene": 2])
        _ = try actions.perform("scene.refresh", ["scene": 2])
        #expect(application.session(2).scene?.activationState == .background)
        #expect(application.sceneDelegate(2).controller.text == "two")
        #expect(!application.session(2).isOnScreen)
    }

    @Test("C10: a scene that is shown again is on the screen after a death, without a save")
    func shownAgain() throws {
        let run = device.launch(["one", "two"])
        _ = try actions.perform("scene.hide", ["scene": 2])
        run.enterBackground()
        let next = device.relaunch()
        _ = try actions.perform("scene.show", ["scene": 2])
        #expect(next.application.texts == [1: "one", 2: "two"])
        #expect(device.relaunch().application.texts == [1: "one", 2: "two"])
    }

    @Test("C10: a scene in the background looks the same whether it is connected or not")
    func described() throws {
        let run = device.launch(["one", "two"])
        let application = run.application!
        _ = try actions.perform("scene.hide", ["scene": 2])
        run.enterBackground()
        let before = application.observableState["scenes"]?["2"]
        let after = device.relaunch().application.observableState["scenes"]?["2"]
        for key in ["state", "activity", "controllers"] {
            #expect(before?[key] == after?[key], "\(key)")
        }
        #expect(before?["activity"]?["userInfo"]?["text"] == "two")
        #expect(before?["$instance"] != nil)
        #expect(after?["$instance"] == nil)
    }
}
