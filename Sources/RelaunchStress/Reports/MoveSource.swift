import Relaunch
import RelaunchAudit
import RelaunchProtocol

extension Move {
    /// The move as a step of a scenario file.
    var source: String {
        switch self {
        case .launch: "Launch()"
        case .act, .actOnData: ""
        case .perform(let action): action.source
        case .background: "Background()"
        case .foreground: "Foreground()"
        case .memoryWarning: "MemoryWarning()"
        case .kill(let manner): "Kill(\(manner.source))"
        case .quit: "Quit()"
        case .die(.saving, let point, let manner):
            "Background(killedAt: \(point.source), by: \(manner.source))"
        case .die(_, let point, let manner):
            "Launch(killedAt: \(point.source), by: \(manner.source))"
        case .dieInside(let operation, let death, _):
            "Sweep(\(death.source)) { \(operation.source) }"
        case .dieActing: ""
        case .dieInsideAction(let action, let death, _):
            "Sweep(\(death.source)) { \(action.source) }"
        case .failSaving(let call, let fault, let lasting, _):
            "Fail(.\(call.rawValue), with: \(fault.source)\(lasting ? ", lasting: true" : "")) "
                + "{ Background() }"
        case .damage(.savedState, let harm): "Damage(.savedState, \(harm.source))"
        case .damage(.file(let path), let harm): "Damage(\(path.swiftLiteral), \(harm.source))"
        case .purgeCaches: "PurgeCaches()"
        case .update(nil): "UpdateApp()"
        case .update(let version?): "UpdateApp(version: \(version.swiftLiteral))"
        case .moveClock(let seconds): "MoveClock(by: .seconds(\(seconds)))"
        case .changeIdiom(let isPad): "ChangeIdiom(.\(isPad ? "pad" : "phone"))"
        case .lockDevice: "LockDevice()"
        case .unlockDevice: "UnlockDevice()"
        }
    }
}

extension TargetKnowledge.Action {
    var source: String {
        guard !arguments.isEmpty else { return "Perform(\(name.swiftLiteral))" }
        let members = arguments.sorted { $0.key < $1.key }
            .map { "\($0.key.swiftLiteral): \($0.value.swiftLiteral)" }
        return "Perform(\(name.swiftLiteral), [\(members.joined(separator: ", "))])"
    }
}

extension Move.Manner {
    fileprivate var source: String {
        switch self {
        case .system: ".system"
        case .crash: ".crash(.SIGSEGV)"
        case .abort: ".crash(.SIGABRT)"
        case .terminate: ".terminate"
        case .forceQuit: ".forceQuit"
        }
    }
}

extension Move.Point {
    fileprivate var source: String {
        switch self {
        case .launching: ".launching"
        case .restoring: ".restoring"
        case .snapshotShown: ".snapshotShown"
        case .saving: ".saving"
        case .checkpoint(let name): ".checkpoint(\(name.swiftLiteral))"
        }
    }
}

extension Move.InnerDeath {
    fileprivate var source: String { self == .kill ? ".system" : ".powerLoss" }
}

extension Move.Operation {
    fileprivate var source: String {
        switch self {
        case .saving: "Background()"
        case .launching: "Launch()"
        case .crashing: "Launch(killedAt: .restoring, by: .crash(.SIGSEGV))"
        }
    }
}

extension Move.Fault {
    fileprivate var source: String {
        switch self {
        case .noSpace: ".ENOSPC"
        case .ioError: ".EIO"
        case .short: ".short"
        }
    }
}

extension Move.Harm {
    fileprivate var source: String {
        switch self {
        case .truncated(let length): ".truncated(to: \(length))"
        case .emptied: ".emptied"
        case .foreign: ".foreign"
        case .removed: ".removed"
        case .stale: ".staleTemporaryAndLockFiles"
        }
    }
}

extension String {
    /// As a literal in Swift.
    package var swiftLiteral: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _
            where scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format
                || scalar.properties.isGraphemeExtend:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension JSON {
    /// As a literal in Swift that can be nothing else than JSON.
    package var swiftLiteral: String {
        switch self {
        case .null: return ".null"
        case .bool(let value): return "\(value)"
        case .integer(let value): return "\(value)"
        case .number(let value): return "\(value)"
        case .string(let text): return text.swiftLiteral
        case .array(let elements):
            if elements.isEmpty { return ".array([])" }
            return "[" + elements.map(\.swiftLiteral).joined(separator: ", ") + "]"
        case .object(let members):
            if members.isEmpty { return ".object([:])" }
            let parts = members.sorted { $0.key < $1.key }
                .map { "\($0.key.swiftLiteral): \($0.value.swiftLiteral)" }
            return "[" + parts.joined(separator: ", ") + "]"
        }
    }
}
