import CrashStates

/// The keys that a person presses while a run goes on, without a line's end.
///
/// For this the terminal hands on each key at once and does not show it. It is put back as it was when the
/// run ends or is stopped, and also where this program traps. A job in the background leaves the terminal
/// alone.
final class Keyboard {
    private let isWanted: Bool
    /// Whether the terminal is changed.
    private var isListening = false

    /// - Parameter isWanted: whether somebody sees what a key brings about.
    init(isWanted: Bool) { self.isWanted = isWanted }

    deinit { restore() }

    /// What to wait for.
    var descriptors: [Int32] { isListening ? [STDIN_FILENO] : [] }

    /// Has the terminal hand on each key, where there is one and this process is in its foreground.
    func listen() {
        guard isWanted, !isListening, isInForeground else { return }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        TerminalRescue.arm(settings)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        isListening = tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
        if !isListening { TerminalRescue.disarm() }
    }

    /// Puts the terminal back as it was.
    func restore() {
        guard isListening else { return }
        isListening = false
        // From the background this would stop the process, or change what somebody else uses.
        if isInForeground { TerminalRescue.restore() }
        TerminalRescue.disarm()
    }

    private var isInForeground: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// The keys that have been pressed since the last time.
    func takeKeys() -> String {
        guard isListening, isInForeground else { return "" }
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 0) == 1 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count > 0 { return String(decoding: bytes[..<count], as: UTF8.self) }
        // A terminal that has hung up can be read for ever.
        if count == 0 || (errno != EINTR && errno != EAGAIN) { isListening = false }
        return ""
    }
}

/// Puts the terminal back as it was where this program traps: what a signal handler may do, and no more.
private enum TerminalRescue {
    private nonisolated(unsafe) static var settings = termios()
    private nonisolated(unsafe) static var isArmed = false
    /// What was done with each signal before, by its number: for one, Swift may print a backtrace.
    private nonisolated(unsafe) static let before = UnsafeMutablePointer<sigaction>.allocate(
        capacity: 32)
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

    static func arm(_ present: termios) {
        settings = present
        isArmed = true
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                TerminalRescue.restore()
                // The instruction is carried out again, and traps as if nobody had caught it.
                sigaction(number, TerminalRescue.before + Int(number), nil)
            }
            sigaction(number, &action, before + Int(number))
        }
    }

    static func disarm() {
        guard isArmed else { return }
        isArmed = false
        for number in signals { sigaction(number, before + Int(number), nil) }
    }

    static func restore() {
        if isArmed { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }
}
