import Foundation

/// The place of a file inside the app's container, which is another one after an update or a restore
/// from backup: a stored absolute path breaks then (W2).
///
///     try coder.encodeEncodable(ContainerPath(fileURL), forKey: "file")
///     let file = coder.decodeDecodable(ContainerPath.self, forKey: "file")?.url
public struct ContainerPath: Codable, Hashable, Sendable {
    /// From the container, such as `Documents/notes.txt`.
    public let relativePath: String

    /// Nil where the file is not in the container.
    public init?(_ url: URL) {
        guard url.isFileURL, let path = Self.inside(url.path) else { return nil }
        relativePath = path
    }

    /// Where the file is now.
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
