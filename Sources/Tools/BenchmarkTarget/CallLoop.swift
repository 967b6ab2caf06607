#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Makes one system call many times, and prints the nanoseconds that each took.
///
/// It begins when a byte, or the end, can be read from its standard input.
struct CallLoop {
    private let call: String
    private let count: Int
    /// What `write` writes to.
    private let path: String

    init(_ arguments: [String]) throws {
        guard arguments.count == 3, let count = Int(arguments[1]), count > 0 else {
            throw Complaint("usage: BenchmarkTarget write|getppid|read|stat COUNT FILE")
        }
        path = arguments[2]
        call = arguments[0]
        self.count = count
    }

    func run() throws {
        let body = try self.body()
        var byte: UInt8 = 0
        _ = read(STDIN_FILENO, &byte, 1)
        let begin = ContinuousClock.now
        for _ in 0..<count { body() }
        let time = (ContinuousClock.now - begin).components
        let nanoseconds = (Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9)
        print(nanoseconds / Double(count))
    }

    private func body() throws -> () -> Void {
        switch call {
        case "getppid": return { _ = getppid() }
        case "stat":
            var status = stat()
            return { stat("/", &status) }
        case "read":
            let file = open("/dev/zero", O_RDONLY | O_CLOEXEC)
            var bytes = [UInt8](repeating: 0, count: 100)
            return { _ = read(file, &bytes, bytes.count) }
        case "write":
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw Complaint.ofSystem("open") }
            let bytes = [UInt8](repeating: 120, count: 100)
            return { _ = write(file, bytes, bytes.count) }
        default: throw Complaint("there is no loop over '\(call)'")
        }
    }
}
