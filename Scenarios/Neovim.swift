import Foundation
import Relaunch

// Neovim through a driver in Python, `relaunch-driver-nvim`, which the article "Plug-ins" explains.
private let drivers = URL(fileURLWithPath: #filePath).absoluteURL.deletingLastPathComponent()
    .appendingPathComponent("../Sources/Examples/Python").standardized.path
private let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

private let shown = "buffers[\"notes.txt\"].lines"

let neovim = Suite(
    "Neovim",
    target: .external("nvim", target: "notes.txt", environment: ["PATH": "\(drivers):\(path)"])
) {
    Scenario(
        "what was typed is recovered once the swap file is written", requires: .program("nvim")
    ) {
        Launch()
        Perform("input", ["keys": "ihello<Esc>"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(shown, equals: ["hello"])
    }

    Scenario("what was written is there", requires: .program("nvim")) {
        Launch()
        Perform("input", ["keys": "ihello<Esc>"])
        Perform("command", ["command": "write"])
        Kill(.system)
        Launch()
        Expect(shown, equals: ["hello"])
    }

    Scenario("no death in a :write loses both texts", requires: .program("nvim")) {
        Launch()
        Perform("input", ["keys": "iold<Esc>"])
        Perform("command", ["command": "write"])
        Perform("input", ["keys": "ccnew<Esc>"])
        Sweep(.system) { Perform("command", ["command": "write"]) }
        // Killed after `rename notes.txt → notes.txt~` there is only the backup, and nothing in the swap file.
        Run("sh", "-c", "cat notes.txt notes.txt~ 2>/dev/null | grep -E -m 1 'old|new'")
        Expect(.output(isOneOf: ["old", "new"]))
    }
}
