import Relaunch

// What the system, the user and the disk do to an app between two launches.
let world = Suite("World", target: .app("notes")) {
    Scenario("W1: purged caches cost the user nothing") {
        draft()
        Kill(.system)
        PurgeCaches()
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect(.userDataIntact)
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }

    Scenario("W1: caches are purged while it sleeps", control: .none(because: "nothing dies")) {
        draft()
        PurgeCaches()
        Foreground()
        Expect("editor.text", equals: "milk")
    }

    Scenario("W2: an update to the same version in a new place restores") {
        draft()
        Kill(.system)
        UpdateApp()
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect(.userDataIntact)
    }

    Scenario("W2: an update to another version declines the old screens and keeps the notes") {
        draft()
        Kill(.system)
        UpdateApp(version: "2.0")
        Launch()
        Expect("version", equals: "2.0")
        Expect(.notRestored(.declined))
        Expect(.userDataIntact)
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }

    Scenario("W2: updated, saved, updated again: each version restores what it saved itself") {
        Launch()
        Perform("open", ["note": "ideas"])
        Background()
        Kill(.system)
        UpdateApp(version: "2.0")
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.system)
        UpdateApp()
        Launch()
        Expect("version", equals: "2.0")
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("editor.text", equals: "milk")
    }

    Scenario("W3: restored from a backup, it is as it was, and what was excluded is gone") {
        draft()
        Run("sh", "-c", "echo > Documents/download; mkdir Library/Big; echo > Library/Big/one")
        Run("python3", "-c", exclude("Documents/download", "Library/Big"))
        Kill(.system)
        RestoreFromBackup()
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
        Expect(file: "Documents/download", .isMissing)
        Expect(file: "Library/Big", .isMissing)
    }

    Scenario("W4: a memory warning changes nothing", control: .none(because: "nothing dies")) {
        draft()
        Foreground()
        MemoryWarning()
        Expect(.stateAsSaved)
    }

    Scenario(
        "W5: it writes nothing outside its container", control: .none(because: "nothing dies")
    ) {
        draft()
        Foreground()
        Perform("create", ["note": "new"])
        Background()
        Expect(.nothingWrittenOutside)
    }

    locking
    damage
    disk

    Scenario("R17: saved on a phone, restored on a pad that lies on its side") {
        draft()
        Kill(.system)
        ChangeIdiom(.pad, orientation: .landscapeLeft)
        Launch()
        Expect(.restored)
        Expect("editor.text", equals: "milk")
        Expect(.screenWidth(1180))
    }

    for distance in [Duration.seconds(31_536_000), .seconds(-31_536_000)] {
        Scenario("D10: the crash rule counts to three on a clock that moves by \(distance)") {
            draft()
            Kill(.system)
            for _ in 1...2 {
                Launch(killedAt: .restoring, by: .crash(.SIGSEGV))
                MoveClock(by: distance)
            }
            Launch(killedAt: .restoring, by: .crash(.SIGSEGV))
            Launch()
            Expect(.notRestored(.crashLoop))
            Expect(.userDataIntact)
        }
    }
}

@StepsBuilder func draft() -> [any Step] {
    Launch()
    Perform("edit", ["note": "groceries", "text": "milk"])
    Background()
}

/// A program that marks files as `URLResourceValues.isExcludedFromBackup` does elsewhere.
func exclude(_ files: String...) -> String {
    let list = files.map { "'\($0)'" }.joined(separator: ", ")
    let mark = RestoreFromBackup.excludedAttribute
    return "import os\nfor f in [\(list)]: os.setxattr(f, '\(mark)', b'1')"
}

extension Expect.Condition {
    /// The width of the picture that the target shows of its screen.
    static func screenWidth(_ width: Int) -> Self {
        Self(".screenWidth(\(width))", needsRunning: true) { session in
            let picture = try await session.screenshot().content
            if picture.contains("width=\"\(width)\"") { return nil }
            return StepFailure(
                "the screen has another width", expected: "\(width)",
                actual: String(picture.prefix(120)))
        }
    }
}

@ScenariosBuilder var locking: [Scenario] {
    Scenario("S15: while the device is locked nothing is saved, and the old archive stays") {
        draft()
        Foreground()
        LockDevice()
        Perform("selectTab", ["tab": "settings"])
        Background()
        Kill(.system)
        UnlockDevice()
        Launch()
        Expect(.restored)
        Expect("screen", equals: "editor")
        Expect("editor.text", equals: "milk")
    }

    Scenario("R11: locked, it restores nothing; unlocked, it restores what it had") {
        draft()
        Kill(.system)
        LockDevice()
        Launch()
        Expect(.notRestored(.locked))
        Kill(.system)
        UnlockDevice()
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }
}

@ScenariosBuilder var damage: [Scenario] {
    for harm in [Damage.Harm.emptied, .foreign, .unreadable, .truncated(to: 20)] {
        Scenario("R7: a saved state that is damaged (\(harm)) gives a fresh start") {
            draft()
            Kill(.system)
            Damage(.savedState, harm)
            Launch()
            Expect(.notRestored(.damaged))
            Expect(.userDataIntact)
        }
    }

    Scenario("R8: the saved state of a newer version gives a fresh start") {
        draft()
        Kill(.system)
        Damage("Library/Saved Application State/notes.savedState/archive", newer)
        Launch()
        Expect(.notRestored(.newerFormat))
        Expect(.userDataIntact)
        Expect("screen", equals: "list")
    }

    Scenario("R7: stale temporary and lock files are in nobody's way") {
        draft()
        Kill(.system)
        Damage(.savedState, .staleTemporaryAndLockFiles)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("R7: cut at any length, the saved state costs no note") {
        draft()
        Kill(.system)
        Damage(.savedState, .truncatedAnywhere(atMost: 60))
        Launch()
        Expect(.userDataIntact)
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }
}

/// An archive of version 99 with three bytes of content; its checksum is right.
private let newer = Damage.Harm.replaced(
    by: Array("RLSTATE\n".utf8) + [99, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        + [0xF4, 0xB7, 0x57, 0xAF, 0xA3, 0xAF, 0xCA, 0xBA, 1, 2, 3])

@ScenariosBuilder var disk: [Scenario] {
    Scenario("S16: a save that finds the disk full keeps the old archive, and the app goes on") {
        draft()
        Foreground()
        FillDisk()
        Perform("selectTab", ["tab": "settings"])
        Background()
        Foreground()
        Expect(.issue(rule: "S16"))
        Expect("screen", equals: "settings")
        Kill(.system)
        FreeDisk()
        Launch()
        Expect(.restored)
        Expect("screen", equals: "editor")
        Expect("editor.text", equals: "milk")
    }

    Scenario("S16: launched on a full disk, it restores") {
        draft()
        Kill(.system)
        FillDisk()
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }
}
