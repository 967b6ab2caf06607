import Relaunch

/// Writes a line for people.
func printError(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
}

/// Writes a text for people, as it is.
func printError(part: String) {
    write(part, to: STDERR_FILENO)
}

/// Writes a line for machines.
func printOutput(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
}

/// Writes to a descriptor whose reader may have gone away, which nobody minds.
func write(_ text: String, to descriptor: Int32) {
    var output = OutputDescriptor(descriptor)
    try? output.write(text)
}

/// How many columns standard error has, where it is a terminal.
func terminalWidth() -> Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
}
