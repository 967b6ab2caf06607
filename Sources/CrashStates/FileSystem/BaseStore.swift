import Synchronization
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A private copy of the contents that a container's files had when the recording began, in one
/// file.
///
/// Models of the container refer to it, so that no content is held in memory. It has no name: it is
/// gone when its last user is, even where that is killed.
public final class BaseStore: Sendable {
    let descriptor: Int32
    private let directory: String
    private let end = Locked<UInt64>(0)
    private static let made = Atomic<Int>(0)

    /// - Parameter directory: Where to keep the copy: on the file system of the container, so that
    ///   copies are shared where the file system can.
    public init(in directory: String) throws {
        var file: Int32 = -1
        var path = ""
        repeat {
            let number = Self.made.add(1, ordering: .relaxed).newValue
            path = "\(directory)/.base-\(getpid())-\(number)"
            file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        } while file < 0 && errno == EEXIST
        guard file >= 0 else {
            throw RecordingError.notCopied(directory: directory, Errno(rawValue: errno))
        }
        descriptor = file
        self.directory = directory
        unlink(path)
    }

    deinit { close(descriptor) }

    /// A place for so many bytes, at the beginning of a block.
    func reserve(_ size: UInt64) -> UInt64 {
        end.withLock { end in
            defer { end += (size + 4095) / 4096 * 4096 }
            return end
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws {
        guard FileContent.write(bytes, to: descriptor, at: offset) else {
            throw RecordingError.notCopied(directory: directory, Errno(rawValue: errno))
        }
    }

    /// Reads up to `buffer.count` bytes; less only at the store's end.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress! + done, buffer.count - done,
                off_t(offset) + off_t(done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw RecordingError.notRead(
                    path: "the copy of the container", Errno(rawValue: errno))
            }
        }
        return done
    }
}

/// The content of one file in a ``BaseStore``.
struct BaseFile: Sendable {
    let store: BaseStore
    /// Where it begins, a multiple of the block size.
    let offset: UInt64
    let size: UInt64
    /// The sum of the digests of its blocks.
    let sum: Digest

    var blocks: UInt64 {
        (size + UInt64(FileContent.blockSize) - 1) / UInt64(FileContent.blockSize)
    }

    /// The bytes of one block; fewer than a block's at the end of the file.
    func block(_ index: UInt64) throws -> ArraySlice<UInt8> {
        let start = index * UInt64(FileContent.blockSize)
        guard start < size else { return [] }
        let count = Int(min(size - start, UInt64(FileContent.blockSize)))
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            buffer.initialize(repeating: 0)
            _ = try store.read(at: offset + start, into: UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }[...]
    }

    func isSame(as other: BaseFile) -> Bool { store === other.store && offset == other.offset }
}
