import ArgumentParser
import Relaunch
import RelaunchProtocol

/// `relaunch build-server`, which sourcekit-lsp starts.
struct BuildServerCommand: ParsableCommand {
    static let name = "build-server"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Tell an editor's language server how scenario files are compiled.",
        shouldDisplay: false)

    @Option(help: "The compiler to use where the environment names none.")
    var swiftc: String?

    /// How often it looks whether `relaunch` itself has been built anew.
    private static let interval = Duration.seconds(2)

    func run() throws {
        let channel = BuildServerChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        var server = BuildServer(swiftc: swiftc)
        do {
            while true {
                switch try channel.receive(within: Self.interval) {
                case .end: return
                case .message(let message):
                    if message["method"]?.string == "build/exit" { return }
                    try take(message, channel, &server)
                case .silence:
                    guard server.hasNewKit() else { continue }
                    // The language server asks again for what it knows, and gets the new paths.
                    try channel.send(notification("buildTarget/didChange", ["changes": nil]))
                }
            }
        } catch {
            printError("relaunch: error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
    }

    private func take(
        _ message: JSON, _ channel: BuildServerChannel, _ server: inout BuildServer
    ) throws {
        // Notifications say nothing that matters here.
        guard let id = message["id"], let method = message["method"]?.string else { return }
        var answer: [String: JSON] = ["jsonrpc": "2.0", "id": id]
        do {
            answer["result"] = try server.answer(method, message["params"] ?? .null)
        } catch {
            answer["error"] = ["code": .integer(error.code), "message": .string(error.message)]
            try channel.send(
                notification("build/logMessage", ["type": 1, "message": .string(error.message)]))
        }
        try channel.send(.object(answer))
    }

    private func notification(_ method: String, _ params: JSON) -> JSON {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }
}
