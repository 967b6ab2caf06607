import RelaunchProtocol

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

/// The socket to the harness: messages out, one `send` each, and messages in.
///
/// Nothing here throws. When the other end is gone or breaks the protocol, the channel closes: what is
/// sent is dropped, and nothing more is received.
final class Channel {
    let fileDescriptor: Int32
    private(set) var isClosed = false
    private var reader = LineReader()
    /// Tells people why the channel was closed.
    private let complain: (String) -> Void

    init(fileDescriptor: Int32, complain: @escaping (String) -> Void) {
        self.fileDescriptor = fileDescriptor
        self.complain = complain
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(
                fileDescriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(fileDescriptor) }

    /// Sends a message, and waits until the other end has room for it.
    func put(_ message: Message) {
        guard !isClosed else { return }
        var line = message.line
        if line.count - 1 > Message.maximumLength {
            let text = "a message of \(line.count) bytes is longer than the protocol allows"
            guard case .response(let id, _) = message else { return giveUp(text) }
            line = Message.failure(id: id, code: ErrorCode.actionFailed, text: text).line
        }
        line.withUnsafeBytes(putAll)
    }

    private func putAll(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(fileDescriptor, $0.baseAddress, $0.count, flags)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                wait(for: POLLOUT)
            } else if errno != EINTR {
                isClosed = true
                return
            }
        }
    }

    /// The next message that has already been received, or nil where there is none.
    func nextReceived() -> Message? {
        guard !isClosed else { return nil }
        do {
            return try reader.next().map { line throws(ProtocolError) in try Message(line: line) }
        } catch {
            giveUp("\(error)")
            return nil
        }
    }

    /// Receives what has arrived.
    ///
    /// - Parameter waiting: whether to wait until something arrives.
    /// - Returns: whether something arrived. False where nothing has, and where nothing will.
    func receive(waiting: Bool) -> Bool {
        while !isClosed {
            let (count, error) = receiveChunk(flags: waiting ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return true }
            if count < 0, error == EINTR { continue }
            if count < 0, error == EAGAIN {
                guard waiting else { return false }
                wait(for: POLLIN)
                continue
            }
            if count == 0, !reader.isEmpty {
                complain("the harness died in the middle of a message")
            }
            isClosed = true
        }
        return false
    }

    private func receiveChunk(flags: Int32) -> (count: Int, error: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
            let count = recv(fileDescriptor, chunk.baseAddress, chunk.count, flags)
            let error = errno
            if count > 0 { reader.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
            return (count, error)
        }
    }

    /// Returns when something has arrived, the other end is gone, or a signal has interrupted it.
    func waitUntilReadable() { wait(for: POLLIN) }

    /// Closes the channel, with an explanation on standard error. The other end sees it closed.
    func giveUp(_ reason: String) {
        guard !isClosed else { return }
        complain("the channel to the harness is closed: \(reason)")
        isClosed = true
        shutdown(fileDescriptor, Int32(SHUT_RDWR))
    }

    private func wait(for event: some BinaryInteger) {
        var watched = pollfd(fd: fileDescriptor, events: Int16(event), revents: 0)
        _ = poll(&watched, 1, -1)
    }
}
