import Foundation

/// Where messages go that an app logs: a subsystem and a category. Here it is standard error, which the
/// harness shows of each case that fails.
public final class OSLog: NSObject, Sendable {
    let name: String

    /// A log of a subsystem's own.
    public init(subsystem: String, category: String) { name = "\(subsystem) \(category)" }

    /// The log of everything that names none.
    public static let `default` = OSLog(subsystem: "default", category: "log")
    /// A log that drops everything.
    public static let disabled = OSLog(subsystem: "", category: "")
}

/// How important a message is. Every one is written.
public struct OSLogType: Hashable, RawRepresentable, Sendable {
    /// The number.
    public let rawValue: UInt8
    /// Makes a type of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// As usual.
    public static let `default` = OSLogType(rawValue: 0)
    /// Of interest to somebody who looks.
    public static let info = OSLogType(rawValue: 1)
    /// Of interest to who writes the app.
    public static let debug = OSLogType(rawValue: 2)
    /// Something went wrong.
    public static let error = OSLogType(rawValue: 0x10)
    /// The app is wrong.
    public static let fault = OSLogType(rawValue: 0x11)
}

/// Logs a message, in which each `%` stands for an argument.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any?...
) { write(formatted("\(message)", arguments), to: log) }

/// Logs a message of a type, in which each `%` stands for an argument.
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: Any?...
) { write(formatted("\(message)", arguments), to: log) }

private func write(_ text: String, to log: OSLog) {
    guard log !== OSLog.disabled else { return }
    FileHandle.standardError.write(Data("[\(log.name)] \(text)\n".utf8))
}

/// Puts arguments in the places of what stands for them, such as `%{public}@`, `%d` and `%.2f`.
func formatted(_ format: String, _ arguments: [Any?]) -> String {
    var rest = format[...]
    var left = arguments[...]
    var text = ""
    while let sign = rest.firstIndex(of: "%") {
        text += rest[..<sign]
        rest = rest[sign...].dropFirst()
        if rest.first == "%" {
            text.append("%")
            rest.removeFirst()
            continue
        }
        if rest.first == "{" { rest = rest.drop { $0 != "}" }.dropFirst() }
        rest = rest.drop { "0123456789.+- #*lhqzjt".contains($0) }.dropFirst()
        if let argument = left.popFirst() { text += argument.map { "\($0)" } ?? "(null)" }
    }
    return text + rest
}

/// Logs messages of a subsystem, by how important they are.
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger of a subsystem's own.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }
    /// A logger of what names no subsystem.
    public init() { log = .default }

    /// Logs a message.
    public func log(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs a message of a type.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs what is of interest while the app is traced.
    public func trace(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs what is of interest to who writes the app.
    public func debug(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs what is of interest to somebody who looks.
    public func info(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs what somebody should know.
    public func notice(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs what may become wrong.
    public func warning(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs that something went wrong.
    public func error(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs that something is badly wrong.
    public func critical(_ message: OSLogMessage) { write(message.text, to: log) }
    /// Logs that the app is wrong.
    public func fault(_ message: OSLogMessage) { write(message.text, to: log) }
}
