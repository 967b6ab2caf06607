import Foundation

/// Excludes files and folders from backup (W3).
///
/// `URLResourceValues.isExcludedFromBackup` does nothing in Foundation on Linux. Here an extended
/// attribute marks the file, as on an iPhone. The mark belongs to the file and not to its name: an
/// atomic save, which replaces the file, loses it. A folder's mark covers its contents.
extension URL {
    /// The extended attribute that excludes a file from backup.
    public static let backupExclusionAttribute = "user.com.apple.MobileBackup"

    /// Excludes a file or a folder with its contents from backup, or includes it again (W3).
    ///
    /// - Throws: `CocoaError` where the file is missing, or its file system has no extended
    ///   attributes.
    public func setExcludedFromBackup(_ isExcluded: Bool) throws {
        #if os(Linux)
            let result =
                isExcluded
                ? setxattr(path, Self.backupExclusionAttribute, [1 as UInt8], 1, 0)
                : removexattr(path, Self.backupExclusionAttribute)
            if result == 0 || (!isExcluded && errno == ENODATA) { return }
            let code: CocoaError.Code = errno == ENOENT ? .fileNoSuchFile : .fileWriteUnknown
            throw CocoaError(code, userInfo: [NSFilePathErrorKey: path])
        #else
            var url = self
            var values = URLResourceValues()
            values.isExcludedFromBackup = isExcluded
            try url.setResourceValues(values)
        #endif
    }

    /// Whether a backup leaves the file out: it, or a folder above it, is excluded (W3).
    public var isExcludedFromBackup: Bool {
        #if os(Linux)
            var current = self.standardizedFileURL
            while current.path != "/" {
                if getxattr(current.path, Self.backupExclusionAttribute, nil, 0) >= 0 {
                    return true
                }
                current.deleteLastPathComponent()
            }
            return false
        #else
            let values = try? resourceValues(forKeys: [.isExcludedFromBackupKey])
            return values?.isExcludedFromBackup ?? false
        #endif
    }
}

#if os(Linux)
    // Foundation's C library module leaves out <sys/xattr.h>.
    @_silgen_name("setxattr")
    private func setxattr(
        _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?,
        _ size: Int, _ flags: Int32
    ) -> Int32

    @_silgen_name("getxattr")
    private func getxattr(
        _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>,
        _ value: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> Int

    @_silgen_name("removexattr")
    private func removexattr(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32
#endif
