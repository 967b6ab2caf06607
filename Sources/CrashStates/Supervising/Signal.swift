#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Inside `Signal` the plain names mean its own members.
private let numberSEGV = SIGSEGV
private let numberABRT = SIGABRT
private let numberBUS = SIGBUS
private let numberILL = SIGILL
private let numberFPE = SIGFPE
private let numberTRAP = SIGTRAP
private let numberSYS = SIGSYS
private let numberKILL = SIGKILL
private let numberTERM = SIGTERM
private let numberINT = SIGINT
private let numberHUP = SIGHUP
private let numberQUIT = SIGQUIT
private let numberPIPE = SIGPIPE

/// A signal that ends a process, by its usual name.
public struct Signal: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let SIGSEGV = Signal(rawValue: numberSEGV)
    public static let SIGABRT = Signal(rawValue: numberABRT)
    public static let SIGBUS = Signal(rawValue: numberBUS)
    public static let SIGILL = Signal(rawValue: numberILL)
    public static let SIGFPE = Signal(rawValue: numberFPE)
    public static let SIGTRAP = Signal(rawValue: numberTRAP)
    public static let SIGSYS = Signal(rawValue: numberSYS)
    public static let SIGKILL = Signal(rawValue: numberKILL)
    public static let SIGTERM = Signal(rawValue: numberTERM)
    public static let SIGINT = Signal(rawValue: numberINT)
    public static let SIGHUP = Signal(rawValue: numberHUP)
    public static let SIGQUIT = Signal(rawValue: numberQUIT)
    public static let SIGPIPE = Signal(rawValue: numberPIPE)

    private static let names: [Signal: String] = [
        .SIGSEGV: "SIGSEGV", .SIGABRT: "SIGABRT", .SIGBUS: "SIGBUS", .SIGILL: "SIGILL",
        .SIGFPE: "SIGFPE", .SIGTRAP: "SIGTRAP", .SIGSYS: "SIGSYS", .SIGKILL: "SIGKILL",
        .SIGTERM: "SIGTERM", .SIGINT: "SIGINT", .SIGHUP: "SIGHUP", .SIGQUIT: "SIGQUIT",
        .SIGPIPE: "SIGPIPE",
    ]

    public var description: String { Self.names[self] ?? "signal \(rawValue)" }
}
