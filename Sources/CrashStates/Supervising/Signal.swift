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
    /// Its number on this machine.
    public var rawValue: Int32
    /// The signal of a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A wrong memory access.
    public static let SIGSEGV = Signal(rawValue: numberSEGV)
    /// The program gave up: `abort`, a failed assertion.
    public static let SIGABRT = Signal(rawValue: numberABRT)
    /// An access beyond the end of a mapped file, or hardware that failed.
    public static let SIGBUS = Signal(rawValue: numberBUS)
    /// An illegal instruction; Swift traps may end so.
    public static let SIGILL = Signal(rawValue: numberILL)
    /// A division by zero, or another arithmetic fault.
    public static let SIGFPE = Signal(rawValue: numberFPE)
    /// A trap, as of a failed precondition.
    public static let SIGTRAP = Signal(rawValue: numberTRAP)
    /// A system call that is not allowed.
    public static let SIGSYS = Signal(rawValue: numberSYS)
    /// Death at once, which no process can see coming.
    public static let SIGKILL = Signal(rawValue: numberKILL)
    /// A request to end.
    public static let SIGTERM = Signal(rawValue: numberTERM)
    /// An interrupt, as by Ctrl-C.
    public static let SIGINT = Signal(rawValue: numberINT)
    /// The terminal is gone.
    public static let SIGHUP = Signal(rawValue: numberHUP)
    /// A request to end and to dump core, as by Ctrl-\\.
    public static let SIGQUIT = Signal(rawValue: numberQUIT)
    /// A write to a pipe that nobody reads.
    public static let SIGPIPE = Signal(rawValue: numberPIPE)

    private static let names: [Signal: String] = [
        .SIGSEGV: "SIGSEGV", .SIGABRT: "SIGABRT", .SIGBUS: "SIGBUS", .SIGILL: "SIGILL",
        .SIGFPE: "SIGFPE", .SIGTRAP: "SIGTRAP", .SIGSYS: "SIGSYS", .SIGKILL: "SIGKILL",
        .SIGTERM: "SIGTERM", .SIGINT: "SIGINT", .SIGHUP: "SIGHUP", .SIGQUIT: "SIGQUIT",
        .SIGPIPE: "SIGPIPE",
    ]

    public var description: String { Self.names[self] ?? "signal \(rawValue)" }
}
