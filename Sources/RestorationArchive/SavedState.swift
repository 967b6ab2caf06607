/// The files of a saved state: `Library/Saved Application State/<bundle id>.savedState` (S14).
package enum SavedState {
    /// The file that holds the state.
    package static let archiveName = "archive"
    /// The file that holds the launch history (D9).
    package static let historyName = "launches"
    /// The file that holds the values of scenes (P3).
    package static let scenesName = "scenes"
    /// The file that holds the sessions of an app with scenes, with what was saved of each (C7).
    package static let sessionsName = "sessions"
    /// The files for pictures of the screen. The archive names the one that belongs to it.
    package static let snapshotNames = ["snapshot-0.svg", "snapshot-1.svg"]

    /// The directory's path from the home directory.
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
