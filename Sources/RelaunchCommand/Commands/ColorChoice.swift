import ArgumentParser

/// When text for people is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Whether a stream is coloured: as asked for, else by `NO_COLOR` and `CLICOLOR_FORCE`, else where it
    /// is a terminal that can.
    func colors(_ descriptor: Int32, environment: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if let value = environment["NO_COLOR"], !value.isEmpty { return false }
        if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
        return isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    }
}
