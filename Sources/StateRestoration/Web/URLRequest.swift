import Foundation

/// What a web view is asked to load. Only its address is used: there is no network.
///
/// Foundation on Linux has this name in the module `FoundationNetworking`, which an app that restores
/// its state does not otherwise need.
public struct URLRequest: Hashable, Sendable {
    /// The address.
    public var url: URL?
    /// What is asked for, such as `GET`. It is kept, and not used.
    public var httpMethod: String? = "GET"
    /// How long to wait, in seconds. It is kept, and not used.
    public var timeoutInterval: TimeInterval

    /// Makes a request for an address.
    public init(url: URL, timeoutInterval: TimeInterval = 60) {
        self.url = url
        self.timeoutInterval = timeoutInterval
    }
}

/// Keeps what was loaded. Nothing is loaded here, so it is empty; Foundation on Linux has this name in the
/// module `FoundationNetworking`, too.
public final class URLCache: NSObject, @unchecked Sendable {
    /// How much may be kept in memory, in bytes.
    public var memoryCapacity: Int {
        get { lock.withLock { capacities.memory } }
        set { lock.withLock { capacities.memory = newValue } }
    }
    /// How much may be kept on the disk, in bytes.
    public var diskCapacity: Int {
        get { lock.withLock { capacities.disk } }
        set { lock.withLock { capacities.disk = newValue } }
    }
    private let lock = NSLock()
    private var capacities: (memory: Int, disk: Int)

    /// The cache that everything uses.
    public static var shared: URLCache {
        get { sharedLock.withLock { sharedCache } }
        set { sharedLock.withLock { sharedCache = newValue } }
    }
    private static let sharedLock = NSLock()
    nonisolated(unsafe) private static var sharedCache = URLCache(
        memoryCapacity: 512_000, diskCapacity: 10_000_000, diskPath: nil)

    /// Makes a cache that keeps nothing.
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
        capacities = (memoryCapacity, diskCapacity)
        super.init()
    }
    /// Makes a cache that keeps nothing.
    public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
        self.init(
            memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: directory?.path)
    }
    /// How much is kept in memory: nothing.
    public var currentMemoryUsage: Int { 0 }
    /// How much is kept on the disk: nothing.
    public var currentDiskUsage: Int { 0 }
    /// Does nothing: there is nothing to remove.
    public func removeAllCachedResponses() {}
}
