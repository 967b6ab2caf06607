@testable import CrashStates
import Foundation
import Relaunch

/// A target in Python that does everything right but for what its class changes.
enum WorldTarget {
    /// - Parameters:
    ///   - methods: of a class that inherits the well-behaved target, not indented.
    ///   - name: of the file.
    static func python(
        _ methods: String, in directory: TemporaryDirectory, name: String = "target.py"
    ) throws -> Target {
        .app(try script(methods, in: directory, name: name))
    }

    /// The path of such a target.
    static func script(
        _ methods: String, in directory: TemporaryDirectory, name: String = "target.py"
    ) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Targets")
        let body = methods.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        return try directory.script(
            name,
            """
            #!/usr/bin/env python3
            import json, os, pathlib, sys, time
            sys.path.insert(0, "\(folder.path)")
            sys.dont_write_bytecode = True
            from misbehave import *

            class Target(WellBehaved):
                pass
            \(body)

            Target().run()

            """)
    }

    /// Where such a target saves its state.
    static let savedFile: Damage.Subject =
        "Library/Saved Application State/misbehave.savedState/state.json"

    /// Keeps the state in a file at an expression's path, beside the one that it restores from.
    static func keeping(in path: String) -> String {
        """
        place = \(path)
        def background(self):
            self.place.parent.mkdir(parents=True, exist_ok=True)
            self.place.write_text(json.dumps(self.values))
            super().background()
        def restore(self):
            super().restore()
            self.values = json.loads(self.place.read_text()) if self.place.exists() else {}
        """
    }

    /// Tells what it was told of the device, and that it is locked.
    static let device = """
        def say_hello(self):
            answer = self.ask("hello", **self.introduction())
            self.held, self.device = answer.get("hold", []), answer["device"]
            self.events = []
        def lifecycle(self, event):
            self.events.append(event)
            return super().lifecycle(event)
        def state(self):
            return {"device": self.device, "events": self.events, **self.values}
        """

    /// Tells what time it is, in seconds.
    static let clock = """
        def state(self):
            return {"time": time.time(), "monotonic": time.monotonic(), **self.values}
        """
}
