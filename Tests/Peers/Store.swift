import Relaunch

let store = Suite("Store", target: .service("./store.py", "serve", ready: .socket("store.sock"))) {
    State { run("dump") }
    Action("set", ["key": .oneOf("a", "b"), "value": .string(maxLength: 40)]) { a in
        run("set", a.key, a.value)
    }
}

private func run(_ words: String...) -> Run { Run("./store.py", arguments: words) }
