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

/// The host's end of the socket to the command: JSON Lines in both directions.
package final class HostChannel: Sendable {
    private let descriptor: Int32
    private let lock = Locked(())

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends a report. A command that is gone is noticed by the reader.
    package func send(_ report: HostReport) {
        guard var line = try? JSONEncoder().encode(report) else { return }
        line.append(10)
        lock.withLock { _ in
            line.withUnsafeBytes { bytes in
                var sent = 0
                while sent < bytes.count {
                    let count = Glibc.send(
                        descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                        Int32(MSG_NOSIGNAL))
                    if count > 0 { sent += count } else if errno != EINTR { return }
                }
            }
        }
    }

    /// Reports something that has happened. The command sets the time.
    package func send(_ kind: Event.Kind) {
        send(.event(EncodedEvent(Event(time: 0, kind: kind))))
    }

    /// The orders of the command, until it closes the socket.
    func orders() -> AsyncStream<HostOrder> {
        let (stream, continuation) = AsyncStream.makeStream(of: HostOrder.self)
        let thread = DetachedThread { [descriptor] in
            var pending = Data()
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                pending.append(contentsOf: buffer[..<count])
                while let end = pending.firstIndex(of: 10) {
                    let line = pending[pending.startIndex..<end]
                    if let order = try? JSONDecoder().decode(HostOrder.self, from: Data(line)) {
                        continuation.yield(order)
                    }
                    pending.removeSubrange(pending.startIndex...end)
                }
            }
            continuation.finish()
        }
        do { try thread.start() } catch { continuation.finish() }
        return stream
    }
}
