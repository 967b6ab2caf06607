import Relaunch

private let socket = "redis.sock"

let redis = Suite(
    "Redis",
    target: .service(
        "redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "yes",
        "--appendfsync", "always", ready: .output(contains: "eady to accept connections"))
) {
    State { client("--json", "EVAL", everything, "0") }
    Action("set", ["key": .string(minLength: 1, maxLength: 20), "value": .string()]) { a in
        client("SET", a.key, a.value)
    }

    Scenario("what was answered survives a kill", requires: .program("redis-server")) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Expect(.result("OK"))
        Kill(.system)
        Launch()
        Expect("[0]", equals: ["a", "1"])
    }

    Scenario("it ends well when it is told to quit", requires: .program("redis-server")) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Quit()
        Launch()
        Expect(.stateAsSaved)
    }

    Scenario("no death in a SET loses anything", requires: .program("redis-server")) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Sweep(.system) { Perform("set", ["key": "a", "value": "2"]) }
    }

    // Not on ext4: see Findings/Stores.swift.
    Scenario(
        "an answered SET survives a power failure, whatever the moment",
        requires: .program("redis-server")
    ) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Sweep(.powerLoss(.xfs)) { Perform("set", ["key": "a", "value": "2"]) }
    }
}

/// Every key with its value, in the order of the keys.
private let everything = """
    local keys = redis.call('KEYS', '*')
    table.sort(keys)
    local pairs = {}
    for index, key in ipairs(keys) do pairs[index] = {key, redis.call('GET', key)} end
    return pairs
    """

private func client(_ words: String...) -> Run {
    Run("redis-cli", arguments: ["-e", "-s", socket] + words)
}
