@testable import CrashStates
import Testing
import TestSupport

/// What a sync keeps of a file by a descriptor whose name is gone, and by a new name.
extension LoggedNamesTests {
    @Test("has no new folder above a link, if the descriptor went by another name")
    func linkInNewFolder() throws {
        let found = try afterwards(["d/a", "new/a"]) {
            $0.create("new", .directory, mode: 0o755)
            let file = $0.identity("d/a")
            $0.link("d/a", at: "new/a")
            $0.unlink("d/a")
            $0.sync(file)
        }
        #expect(found.contains([nil, nil]), "seen on a real disk")
        #expect(found.contains([nil, "d/a"]), "the descriptor went by the new name")
    }

    @Test("has nothing of a file that has lost the name that a commit has")
    func lostName() throws {
        let found = try afterwards(["made"]) {
            $0.create("made")
            $0.create("s")
            $0.syncAll()
            $0.write("made", "new")
            let file = $0.identity("made")
            $0.rename("s", to: "made")
            $0.sync(file)
        }
        #expect(found.contains([""]))
    }

    @Test(
        "may have the old bytes of a file that was cut to nothing, has grown and was renamed, up to its new size"
    )
    func cutAndRenamed() throws {
        let found = try afterwards(["long", "renamed"]) {
            $0.write("f", "before")
            $0.rename("f", to: "long")
            $0.syncAll()
            $0.truncate("long", to: 0)
            $0.write("long", "new")
            $0.rename("long", to: "renamed")
            $0.sync("")
        }
        #expect(found.contains([nil, "bef"]), "seen on a real disk")
    }
}
