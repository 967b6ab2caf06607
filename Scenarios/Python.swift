import Relaunch

// A target in Python that shares no code with Relaunch: it speaks the protocol, and that is enough.
let python = Suite("Python", target: .app("../Sources/Examples/Python/counter.py")) {
    Scenario("a count survives being killed in the background", requires: .program("python3")) {
        Launch()
        Perform("increment", ["by": 3])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("count", equals: 3)
    }

    Scenario("its snapshot is shown", requires: .program("python3")) {
        Launch()
        Perform("set", ["to": 7])
        Background()
        Kill(.system)
        Launch()
        Expect(.snapshotShown)
    }

    Scenario("it gives restoration up after three crashes", requires: .program("python3")) {
        Launch()
        Perform("set", ["to": 7])
        Background()
        Kill(.system)
        Ladder()
        Expect(.ladder(3))
        Expect(.notRestored(.crashLoop))
        Expect(.snapshotNotShown)
        Expect("count", equals: 0)
    }

    Scenario("a force quit starts it fresh", requires: .program("python3")) {
        Launch()
        Perform("set", ["to": 7])
        Run("touch", "Documents/diary.txt")
        Background()
        Kill(.forceQuit)
        Launch()
        Expect(.notRestored(.noSavedState))
        Expect(.userDataIntact)
        Expect("count", equals: 0)
        Expect(file: "Documents/diary.txt", .isPresent)
    }
}
