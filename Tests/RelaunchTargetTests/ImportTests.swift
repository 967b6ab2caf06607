import RelaunchTarget
import Testing

/// A target imports `RelaunchTarget` and nothing else.
@Test func `one import has everything that the API takes and gives`() {
    let hello = Hello(name: "mini", version: "1", actions: ["set": ["type": "object"]])
    let state: JSON = ["text": .string("milk")]
    #expect(hello.name == "mini")
    #expect(state["text"]?.string == "milk")
    #expect(Phase.active.rawValue == "active")
    #expect(LifecycleEvent.background.rawValue == "background")
    #expect(Picture.svg("<svg/>").mediaType == "image/svg+xml")
    #expect(Device().idiom == "phone")
}
