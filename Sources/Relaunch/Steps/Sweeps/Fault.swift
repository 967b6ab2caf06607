import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Inside `Fault` the plain names mean its own members.
private let codeEACCES = EACCES
private let codeEDQUOT = EDQUOT
private let codeEFBIG = EFBIG
private let codeEINTR = EINTR
private let codeEIO = EIO
private let codeEMFILE = EMFILE
private let codeENOMEM = ENOMEM
private let codeENOSPC = ENOSPC
private let codeEPERM = EPERM
private let codeEROFS = EROFS

extension Fail {
    /// What goes wrong with a call: it answers an error and does nothing, or it does only a part.
    public struct Fault: Sendable, Hashable, CustomStringConvertible {
        /// What the call answers; nil where it is cut short.
        let code: Int32?

        /// The errors that a call can answer. What is beyond never leaves the kernel.
        static let codes: ClosedRange<Int32> = 1...511

        /// Any error, by its number on this machine, up to 511.
        public static func errno(_ code: Int32) -> Fault { Fault(code: code) }

        /// Permission is denied.
        public static let EACCES = Fault(code: codeEACCES)
        /// The user's quota is used up.
        public static let EDQUOT = Fault(code: codeEDQUOT)
        /// The file would be larger than allowed.
        public static let EFBIG = Fault(code: codeEFBIG)
        /// A signal came first. It is left out at calls that the kernel does not interrupt, such as
        /// `rename`.
        public static let EINTR = Fault(code: codeEINTR)
        /// The disk cannot be read or written.
        public static let EIO = Fault(code: codeEIO)
        /// The process has too many files open.
        public static let EMFILE = Fault(code: codeEMFILE)
        /// The kernel has no memory left.
        public static let ENOMEM = Fault(code: codeENOMEM)
        /// The disk is full.
        public static let ENOSPC = Fault(code: codeENOSPC)
        /// The operation is not permitted, whatever the file's permissions.
        public static let EPERM = Fault(code: codeEPERM)
        /// The file system is mounted for reading only.
        public static let EROFS = Fault(code: codeEROFS)

        /// A write takes half of its bytes, and at least one, and answers so. It is left out at calls
        /// that write several buffers at once, and at writes of one byte.
        public static let short = Fault(code: nil)

        private static let names: [Int32: String] = [
            codeEACCES: "EACCES", codeEDQUOT: "EDQUOT", codeEFBIG: "EFBIG", codeEINTR: "EINTR",
            codeEIO: "EIO", codeEMFILE: "EMFILE", codeENOMEM: "ENOMEM", codeENOSPC: "ENOSPC",
            codeEPERM: "EPERM", codeEROFS: "EROFS",
        ]

        /// Such as `ENOSPC`, `errno 5` or `short`: a part of the names of cases.
        public var description: String {
            guard let code else { return "short" }
            return Self.names[code] ?? "errno \(code)"
        }

        var source: String {
            guard let code else { return ".short" }
            return Self.names[code].map { ".\($0)" } ?? ".errno(\(code))"
        }

        /// Whether it can happen to calls of a kind at all.
        func concerns(_ kind: Call) -> Bool { code != nil || kind == .write }

        /// Whether it can go on after the call. A part and an interruption concern one call each: who
        /// repeats the call gets on.
        var canLast: Bool { code != nil && code != codeEINTR }

        /// Whether it goes on on real disks, so that failing once alone would prove too little. A disk
        /// that cannot be written says so at fsync.
        func usuallyLasts(at kind: Call) -> Bool {
            switch code {
            case codeENOSPC, codeEDQUOT, codeEROFS: true
            case codeEIO: kind == .fsync
            default: false
            }
        }

        /// Which calls fail after the first where it lasts.
        func later(than kind: Call) -> CallKinds {
            switch code {
            case codeENOSPC, codeEDQUOT: kind.kinds.union(.needingSpace)
            case codeEROFS: .all
            default: kind.kinds
            }
        }

        /// What has to be done to a call of the next recording; nil where the kernel never does that.
        func plan(for member: CallCensus.Member, lasting: Bool) -> RecordingPlan? {
            let name = member.call.name
            guard let code else {
                let count = member.call.writtenBytes
                guard count > 1, Call.cuttable.contains(name) else { return nil }
                return .shorten(call: member.ordinal, bytes: count / 2, of: member.kind.kinds)
            }
            if code == codeEINTR, !Call.interruptible.contains(name) { return nil }
            return .fail(
                call: member.ordinal, errno: code, of: member.kind.kinds,
                later: lasting ? later(than: member.kind) : nil)
        }
    }
}

extension RecordedCall {
    fileprivate var writtenBytes: Int {
        operations.reduce(0) { sum, operation in
            if case .write(_, _, let bytes) = operation { sum + bytes.count } else { sum }
        }
    }
}
