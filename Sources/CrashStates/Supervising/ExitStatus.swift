import CSupervisor

/// How a process ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself, with this status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Signal)

    init(waitStatus: Int32) {
        let signal = rl_wait_status_signal(waitStatus)
        self =
            signal == 0
            ? .exited(rl_wait_status_exit_code(waitStatus)) : .signaled(Signal(rawValue: signal))
    }

    public var description: String {
        switch self {
        case .exited(let code): "exited with status \(code)"
        case .signaled(let signal): "died of \(signal)"
        }
    }
}
