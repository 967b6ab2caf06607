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

/// Writes a text for machines, as it is.
func printOutput(part: String) {
    write(part, to: STDOUT_FILENO)
}

/// Writes to a descriptor whose reader may have gone away, which nobody minds.
func write(_ text: String, to descriptor: Int32) {
    var output = OutputDescriptor(descriptor)
    try? output.write(text)
}

/// How large standard error is, where it is a terminal.
func terminalSize() -> LiveConsole.Size {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return LiveConsole.Size(columns: 80, rows: 24) }
    return LiveConsole.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
}
