import CrashStates
import Foundation
import Relaunch

/// The targets of the trials, as they lie in this repository and among the built products.
enum TrialTarget {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Whether scripts in Python can be run here.
    static let hasPython = Executable.onPath("python3") != nil

    /// The counter in C, which does everything right.
    static var counter: Target { .app(product("counter-c")) }

    /// A planted bug that stands on files, or its right twin.
    static func planted(_ bug: String, isRight: Bool) -> Target {
        .app(product("planted-files"), arguments: [bug] + (isRight ? ["--right"] : []))
    }

    static func product(_ name: String) -> String {
        let products = (Executable.current ?? "").split(separator: "/").dropLast()
        return "/" + products.joined(separator: "/") + "/" + name
    }

    /// The counter in Python, which keeps the crash rule and takes snapshots.
    static var pythonCounter: Target { .app(root + "/Sources/Examples/Python/counter.py") }

    /// The shopping list in Python, the smallest of the examples.
    static var pythonShopping: Target { .app(root + "/Sources/Examples/Python/shopping.py") }

    /// The target with one misbehaviour.
    static func misbehaving(_ name: String) -> Target {
        .app(root + "/Tests/Targets/misbehave.py", arguments: [name])
    }

    /// The target that keeps a text, in one of its ways.
    static func saver(_ way: String) -> Target {
        .app(root + "/Tests/Targets/saver.py", arguments: [way])
    }

    /// The target that shows what an audit is to find, or not to find.
    static func audited(_ name: String) -> Target {
        .app(root + "/Tests/Targets/audited.py", arguments: [name])
    }

    /// Commands for a shell, as a program that speaks no protocol.
    static func shell(_ commands: String) -> Target {
        .app("/bin/sh", arguments: ["-c", commands])
    }

    /// A program that runs to its end: commands for a shell.
    static func command(_ commands: String) -> Target {
        .command("/bin/sh", arguments: ["-c", commands])
    }
}
