import Foundation

/// Bookmarks lead to a file, also after an update has moved the container (W2). Foundation on Linux has none.
///
/// Here a bookmark is the file's path, within the container where it lies there. A file that was renamed is not
/// found again.
extension URL {
    /// How a bookmark is made. It changes nothing here.
    public struct BookmarkCreationOptions: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A small one.
        public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
        /// One that can be kept in a file.
        public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
    }

    /// How a bookmark is resolved. It changes nothing here.
    public struct BookmarkResolutionOptions: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Nothing is shown to the user.
        public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
    }

    /// What leads to the file again.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` where there is no file.
    public func bookmarkData(
        options: BookmarkCreationOptions = [],
        includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil, relativeTo url: URL? = nil
    ) throws -> Data {
        guard isFileURL, FileManager.default.fileExists(atPath: path) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let inside = ContainerPath.inside(path)
        return Data((inside.map { Self.inContainer + $0 } ?? Self.anywhere + path).utf8)
    }

    /// The file that a bookmark leads to.
    ///
    /// - Parameter bookmarkDataIsStale: set to false: a bookmark that leads nowhere throws instead.
    /// - Throws: `CocoaError.fileReadCorruptFile` where the data is no bookmark, and
    ///   `CocoaError.fileNoSuchFile` where the file is gone.
    public init(
        resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
        relativeTo url: URL? = nil, bookmarkDataIsStale: inout Bool
    ) throws {
        let text = String(decoding: data, as: UTF8.self)
        let path: String
        if text.hasPrefix(Self.inContainer) {
            path = UIApplication.home + "/" + text.dropFirst(Self.inContainer.count)
        } else if text.hasPrefix(Self.anywhere) {
            path = String(text.dropFirst(Self.anywhere.count))
        } else {
            throw CocoaError(.fileReadCorruptFile)
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw CocoaError(.fileNoSuchFile)
        }
        bookmarkDataIsStale = false
        self.init(fileURLWithPath: path)
    }

    private static let inContainer = "bookmark in the container: "
    private static let anywhere = "bookmark: "

    /// True: every file that the process can read is open to the app.
    public func startAccessingSecurityScopedResource() -> Bool { true }
    /// Does nothing.
    public func stopAccessingSecurityScopedResource() {}
}
