/// The files of a saved state: `Library/Saved Application State/<bundle id>.savedState` (S14).
package enum SavedState {
    package static let archiveName = "archive"
    package static let historyName = "launches"
    package static let scenesName = "scenes"
    /// The pictures of the screen. The archive names the one that is its own.
    package static let snapshotNames = ["snapshot-0.svg", "snapshot-1.svg"]

    /// From the home directory.
    package static func relativePath(bundleIdentifier: String) -> String {
        "Library/Saved Application State/\(bundleIdentifier).savedState"
    }

    /// The number in the name of a file that was set aside, such as `archive.crashLoop-2`.
    package static func asideNumber(_ fileName: String, of name: String) -> Int? {
        guard fileName.hasPrefix(name + "."), let dash = fileName.lastIndex(of: "-") else {
            return nil
        }
        return Int(fileName[fileName.index(after: dash)...])
    }
}
