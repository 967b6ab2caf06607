// Prints every state that a SIGKILL in the middle of a command can leave in the current directory, and
// what another command says of it:  crash-states-of ./save.sh ./check.sh
import CrashStates
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: crash-states-of COMMAND CHECK") }
let directory = FileManager.default.currentDirectoryPath
let copy = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID())")
try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)

let command = try RecordedCommand(arguments[1], in: directory)
var states = try Materializer(root: copy.path)
for state in try command.statesAfterKill() {
    try states.materialize(state.tree)
    let check = Process()
    check.executableURL = URL(filePath: arguments[2])
    check.currentDirectoryURL = copy
    try check.run()
    check.waitUntilExit()
    print(check.terminationStatus == 0 ? "good" : "BAD ", state.killPoint)
}
try FileManager.default.removeItem(at: copy)
