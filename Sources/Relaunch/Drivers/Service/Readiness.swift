import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// When a service is ready: its launch is complete then. It is looked for again and again until the
/// suite's time limit.
public struct Readiness: Sendable, CustomStringConvertible {
    enum Sign: Sendable {
        case socket(String)
        case port(Int?)
        case file(String)
        case output(String)
        case command(Run)
    }

    let sign: Sign

    /// A Unix socket takes connections. Its path is relative to the container.
    public static func socket(_ path: String) -> Self { Self(sign: .socket(path)) }

    /// A port that Relaunch picks takes connections on 127.0.0.1. For each launch it is another one; it
    /// is `$PORT` in the arguments and the environment of the service and of each `Run`.
    public static let port = Self(sign: .port(nil))

    /// A certain port takes connections on 127.0.0.1. Cases that run at the same time would fight for
    /// it: take ``port`` where the service lets you.
    public static func port(_ number: Int) -> Self { Self(sign: .port(number)) }

    /// The service has made a file, or changed it, since this launch began. Its path is relative to the
    /// container. One that an earlier launch has left does not count as it is.
    public static func file(_ path: String) -> Self { Self(sign: .file(path)) }

    /// The service has written this text, on its standard output or error.
    public static func output(contains text: String) -> Self { Self(sign: .output(text)) }

    /// A command that asks the service ends with status 0.
    public static func command(_ command: Run) -> Self { Self(sign: .command(command)) }

    /// What is waited for, in words.
    public var description: String {
        switch sign {
        case .socket(let path): "its socket '\(path)' takes connections"
        case .port(nil): "its port takes connections"
        case .port(let number?): "port \(number) takes connections"
        case .file(let path): "the file '\(path)' is made, or changed"
        case .output(let text): "it writes \(text.quoted)"
        case .command(let command): "`\(command.text)` succeeds"
        }
    }

    /// The port that is waited for, where somebody listens there before the service is launched.
    var portThatIsTaken: Int? {
        guard case .port(let number?) = sign, connects(toPort: number) else { return nil }
        return number
    }

    /// Whether it shows in what the service writes: nothing has to be looked for between two writes.
    var isWritten: Bool {
        if case .output = sign { true } else { false }
    }
}

/// A port of this machine that nobody listens on.
struct PickedPort: Sendable {
    let number: Int

    /// - Throws: ``StepFailure`` of the harness where the system has none.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withSocketAddress(&address) { pointer in
            bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
        }
        guard descriptor >= 0, code else {
            throw StepFailure(
                blame: .harness, kind: .unavailable,
                "no free port could be found on 127.0.0.1: \(String(cString: strerror(errno)))")
        }
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Puts the number in the place of `$PORT`.
    func apply(to arguments: inout [String], _ environment: inout [String: String]) {
        environment["PORT"] = String(number)
        arguments = arguments.map { $0.replacing("$PORT", with: String(number)) }
    }
}

private func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
}

private func withSocketAddress<Address, Result>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
}

func connects(toPort port: Int) -> Bool {
    guard let descriptor = connectedSocket(toPort: port) else { return false }
    close(descriptor)
    return true
}

/// A connection to a port of this machine; nil where nobody listens there.
func connectedSocket(toPort port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    if withSocketAddress(&address, { connect(descriptor, $0, size) == 0 }) { return descriptor }
    close(descriptor)
    return nil
}

/// The container's path may be longer than an address of a socket can be: its directory is opened first.
func connects(toSocket path: String, in directory: String) -> Bool {
    let whole = path.hasPrefix("/") ? path : directory + "/" + path
    let end = whole.lastIndex(of: "/") ?? whole.startIndex
    let parent = open(String(whole[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return false }
    defer { close(parent) }
    let name = "/proc/self/fd/\(parent)\(whole[end...])"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withSocketAddress(&address) { connect(descriptor, $0, size) == 0 }
}
