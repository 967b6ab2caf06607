import Foundation

/// The place of a file inside the app's container.
///
/// An update or a restore from backup moves the container, and breaks every stored absolute path
/// (W2). Store this instead:
///
///     try coder.encodeEncodable(ContainerPath(fileURL), forKey: "file")
///     let file = coder.decodeDecodable(ContainerPath.self, forKey: "file")?.url
public struct ContainerPath: Codable, Hashable, Sendable {
    /// The path from the container, such as `Documents/notes.txt`.
    public let relativePath: String

    /// Nil where the URL does not name a file inside the container. The file need not exist.
    public init?(_ url: URL) {
        guard url.isFileURL, let path = Self.inside(url.path) else { return nil }
        relativePath = path
    }

    /// Where the file is in this launch's container.
    public var url: URL {
        URL(fileURLWithPath: UIApplication.home).appendingPathComponent(relativePath)
    }

    /// What of an absolute path follows the container's; nil where it leads elsewhere.
    static func inside(_ path: String) -> String? {
        let home = UIApplication.home
        guard home.count > 1, path.hasPrefix(home + "/") else { return nil }
        let rest = String(path.dropFirst(home.count + 1))
        return rest.isEmpty ? nil : rest
    }
}
