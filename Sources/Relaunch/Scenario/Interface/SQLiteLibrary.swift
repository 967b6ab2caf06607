import CrashStates
import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system's SQLite, loaded when a suite asks for it first: nothing links it.
struct SQLiteLibrary: Sendable {
    private typealias Open =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, Int32,
            UnsafePointer<CChar>?
        ) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    private typealias Act = @convention(c) (OpaquePointer?) -> Int32
    private typealias ColumnNumber = @convention(c) (OpaquePointer?, Int32) -> Int32
    private typealias ColumnInteger = @convention(c) (OpaquePointer?, Int32) -> Int64
    private typealias ColumnReal = @convention(c) (OpaquePointer?, Int32) -> Double
    private typealias ColumnName = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?
    private typealias ColumnBytes = @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?
    private typealias Message = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

    private let open: Open
    private let prepare: Prepare
    private let step: Act
    private let finalize: Act
    private let close: Act
    private let count: Act
    private let type: ColumnNumber
    private let size: ColumnNumber
    private let integer: ColumnInteger
    private let real: ColumnReal
    private let name: ColumnName
    private let bytes: ColumnBytes
    private let message: Message

    /// The library; nil where this machine has none.
    static let shared: SQLiteLibrary? = {
        for name in ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib"] {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return SQLiteLibrary(handle) }
        }
        return nil
    }()

    private init?(_ handle: UnsafeMutableRawPointer) {
        func find<Function>(_ name: String, _: Function.Type) -> Function? {
            dlsym(handle, "sqlite3_\(name)").map { unsafeBitCast($0, to: Function.self) }
        }
        guard let open = find("open_v2", Open.self), let prepare = find("prepare_v2", Prepare.self),
            let step = find("step", Act.self), let finalize = find("finalize", Act.self),
            let close = find("close_v2", Act.self), let count = find("column_count", Act.self),
            let type = find("column_type", ColumnNumber.self),
            let size = find("column_bytes", ColumnNumber.self),
            let integer = find("column_int64", ColumnInteger.self),
            let real = find("column_double", ColumnReal.self),
            let name = find("column_name", ColumnName.self),
            let bytes = find("column_blob", ColumnBytes.self),
            let message = find("errmsg", Message.self)
        else { return nil }
        (self.open, self.prepare, self.step, self.finalize) = (open, prepare, step, finalize)
        (self.close, self.count, self.type, self.size) = (close, count, type, size)
        (self.integer, self.real, self.name, self.bytes) = (integer, real, name, bytes)
        self.message = message
    }

    /// What SQLite says against a query.
    struct Refusal: Error { var message: String }

    private static let readWrite: Int32 = 2
    private static let row: Int32 = 100
    private static let done: Int32 = 101

    /// The rows that a query gives, each an object of its columns.
    ///
    /// - Parameter path: a database that nobody else uses: what a journal has to say is carried out.
    func rows(of query: String, in path: String) throws -> JSON {
        var database: OpaquePointer?
        let opened = open(path, &database, Self.readWrite, nil)
        defer { _ = close(database) }
        guard opened == 0 else { throw refusal(of: database) }
        var statement: OpaquePointer?
        guard prepare(database, query, -1, &statement, nil) == 0, statement != nil else {
            throw refusal(of: database)
        }
        defer { _ = finalize(statement) }
        var rows: [JSON] = []
        while true {
            switch step(statement) {
            case Self.row: rows.append(object(of: statement))
            case Self.done: return .array(rows)
            default: throw refusal(of: database)
            }
        }
    }

    private func refusal(of database: OpaquePointer?) -> Refusal {
        Refusal(message: message(database).map { String(cString: $0) } ?? "out of memory")
    }

    private func object(of statement: OpaquePointer?) -> JSON {
        var members: [(String, JSON)] = []
        for column in 0..<count(statement) {
            let name = name(statement, column).map { String(cString: $0) } ?? "\(column)"
            members.append((name, value(of: statement, column)))
        }
        return .object(JSON.Members(members))
    }

    private func value(of statement: OpaquePointer?, _ column: Int32) -> JSON {
        switch type(statement, column) {
        case 1: return .integer(integer(statement, column))
        case 2: return .number(real(statement, column))
        case 5: return .null
        case let kind:
            let start = bytes(statement, column)
            let buffer = UnsafeRawBufferPointer(
                start: start, count: Int(size(statement, column)))
            if kind == 3 { return .string(String(decoding: buffer, as: UTF8.self)) }
            let digits = buffer.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return .string("x'\(digits.joined())'")
        }
    }
}
