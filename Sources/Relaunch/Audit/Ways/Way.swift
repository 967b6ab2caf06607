import RelaunchProtocol

/// A way to a state that a first launch does not show, and what a plain death there brings back.
///
/// Ways are chosen among many that were drawn, so that together they show every value that can come up,
/// while ``ActionWalk``s are drawn as they come.
package struct Way: Sendable {
    var name: String
    var actions: [DrawnAction]
    /// The state to which it leads.
    var state: JSON
    /// What comes back after the background and a kill there.
    var road = PlainRoad()

    var steps: [any Step] { actions.map(\.step) }
    /// As a person would write it.
    var text: String { actions.map(\.step.text).joined(separator: "; ") }
}

/// The plainest of all deaths: into the background, killed there, and launched again.
struct PlainRoad: Sendable {
    /// The state at the save.
    var saved = JSON.null
    /// What the target said in the life that saved.
    var saving = LaunchRecord()
    /// The state after the death; nil where the target did not come that far.
    var shown: JSON?
    /// What the target said in the launch after the death.
    var restoring = LaunchRecord()
    /// Why the launch, or reading its state, failed.
    var failure: StepFailure?
    /// The state of a launch that finds no saved state, but the same data of the user.
    var fresh: JSON?

    /// Whether what was saved came back, apart from what differs by itself.
    func isIntact(ignoring volatile: Set<String>) -> Bool {
        shown.map { $0.isLike(saved, ignoring: volatile) } ?? false
    }
}

extension Session {
    /// Carries out steps of a scenario inside another step.
    func carryOut(_ steps: [any Step]) async throws {
        for step in steps { _ = try await step.perform(in: self) }
    }

    /// Begins anew with an empty container and goes a way.
    func go(_ way: Way) async throws {
        if isTargetRunning { try await kill(.system, where: "before the next round") }
        try container.replaceContents(with: nil)
        try await launch()
        try await carryOut(way.steps)
    }

    /// Goes the way, dies the plainest death and looks at what came back. The target is dead
    /// afterwards.
    func plainRoad(_ way: Way, looksAtFresh: Bool = false) async throws -> PlainRoad {
        var road = PlainRoad()
        try await go(way)
        road.saved = try await state()
        try await carryOut([Background()])
        road.saving = record
        try await kill(.system, where: "in the background")
        do {
            try await launch()
            road.shown = try await state()
        } catch let failure as StepFailure where failure.blame == .target {
            road.failure = failure
        }
        road.restoring = record
        guard isTargetRunning else {
            try bury()
            return road
        }
        try await kill(looksAtFresh ? .forceQuit : .system, where: "in the foreground")
        if looksAtFresh {
            try await launch()
            road.fresh = try await state()
            try await kill(.system, where: "in the foreground")
        }
        return road
    }

    /// Launches up to a checkpoint, reads the state that the target has there, and kills it; nil where
    /// it does not come by that checkpoint while it launches.
    func stateWhileLaunching(at checkpoint: String) async throws -> JSON? {
        let kill = arm(.checkpoint(checkpoint))
        let request = LaunchRequest(
            executable: executable, arguments: target.arguments, environment: environment(),
            kill: kill, observations: [], device: world.device)
        launches += 1
        let running = try await target.driver.launch(request, in: self)
        self.running = running
        let isThere = running.launchProgress == .atKillPoint
        let state = isThere ? try await running.state(in: self) : nil
        try await self.kill(.system, where: "at the checkpoint '\(checkpoint)'")
        return state
    }
}

extension JSON {
    /// The leaves that count, by their paths as ``JSONPath`` reads them.
    func leaves(ignoring volatile: Set<String>) -> [String: JSON] {
        var found: [String: JSON] = [:]
        for (name, value) in leaves {
            let path = name.hasPrefix(".") ? String(name.dropFirst()) : name
            if !volatile.contains(path) { found[path] = value }
        }
        return found
    }

    /// Whether two states are the same in what counts.
    func isLike(_ other: JSON, ignoring volatile: Set<String>) -> Bool {
        leaves(ignoring: volatile) == other.leaves(ignoring: volatile)
    }

    /// Every object and array in it, with its path.
    var containers: [String: JSON] {
        var found: [String: JSON] = [:]
        func visit(_ value: JSON, _ path: String) {
            switch value {
            case .object(let members):
                found[path] = value
                for (name, member) in members {
                    visit(member, path.isEmpty ? name : path + "." + name)
                }
            case .array(let elements):
                found[path] = value
                for (index, element) in elements.enumerated() { visit(element, path + "[\(index)]") }
            default: break
            }
        }
        visit(self, "")
        return found
    }
}

extension String {
    /// The path of what the value at this path is in.
    var parentPath: String {
        guard let end = lastIndex(where: { $0 == "." || $0 == "[" }) else { return "" }
        return String(self[..<end])
    }

    /// The path without which element of an array it is.
    var withoutIndices: String {
        var text = ""
        var isIndex = false
        for character in self {
            if character == "]" { isIndex = false }
            if !isIndex { text.append(character) }
            if character == "[" { isIndex = true }
        }
        return text
    }
}
