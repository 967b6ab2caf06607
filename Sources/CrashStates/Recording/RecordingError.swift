import SystemPackage

/// A recording that cannot have happened as it says, or a directory that cannot be read.
public enum RecordingError: Error, CustomStringConvertible, Equatable {
    /// The operation, then the file.
    case unknownFile(String, FileID)
    /// The file exists already.
    case identityUsed(String, FileID)
    /// The file is of another kind than the operation needs.
    case wrongKind(String, FileID, expected: String)
    /// The name exists already.
    case nameTaken(String, path: String, by: FileID)
    /// The name does not exist.
    case nameMissing(String, path: String)
    /// The name belongs to another file.
    case nameElsewhere(String, path: String, holds: FileID, expected: FileID)
    /// The directory has entries.
    case notEmpty(String, path: String)
    /// The directory would end up inside itself.
    case insideItself(String, path: String)
    /// The range lies behind the end of the file; sizes and offsets are in bytes.
    case beyondEnd(String, FileID, offset: UInt64, size: UInt64)
    /// The file has no such extended attribute.
    case noAttribute(String, FileID, name: String)
    /// Something in the directory cannot be read.
    case notRead(path: String, Errno)
    /// The copy of the container that states are built from; the directory it is in.
    case notCopied(directory: String, Errno)
    /// Directories are nested deeper than the limit.
    case tooDeep(path: String, limit: Int)
    /// A device, which no state can hold.
    case unsupportedKind(path: String, mode: UInt32)
    /// In the recording, one call after another must be numbered.
    case numbering(expected: Int, found: Int)

    public var description: String {
        switch self {
        case .unknownFile(let operation, let file):
            "the recording does not fit: \(operation) of file \(file), which no call made and the "
                + "container did not hold; was a call missed?"
        case .identityUsed(let operation, let file):
            "the recording does not fit: \(operation) of file \(file), which is there already; an "
                + "inode number that is reused needs a new identity"
        case .wrongKind(let operation, let file, let expected):
            "the recording does not fit: \(operation) of file \(file), which is not a \(expected)"
        case .nameTaken(let operation, let path, let file):
            "the recording does not fit: \(operation) at '\(path)', where file \(file) is already"
        case .nameMissing(let operation, let path):
            "the recording does not fit: \(operation) at '\(path)', where nothing is"
        case .nameElsewhere(let operation, let path, let holds, let expected):
            "the recording does not fit: \(operation) at '\(path)' expects file \(expected), but "
                + "file \(holds) is there"
        case .notEmpty(let operation, let path):
            "the recording does not fit: \(operation) of the directory '\(path)', which is not "
                + "empty"
        case .insideItself(let operation, let path):
            "the recording does not fit: \(operation) puts the directory '\(path)' inside itself"
        case .beyondEnd(let operation, let file, let offset, let size):
            "the recording does not fit: \(operation) of file \(file) at offset \(offset), but it "
                + "has \(size) bytes"
        case .noAttribute(let operation, let file, let name):
            "the recording does not fit: \(operation) of file \(file), which has no attribute "
                + "'\(name)'"
        case .notRead(let path, let errno):
            "'\(path)' cannot be read: \(errno)"
        case .notCopied(let directory, let errno):
            "the copy of the container that its crash states are built from cannot be written in "
                + "'\(directory)': \(errno); free space there, or name another place by "
                + "RELAUNCH_CONTAINERS"
        case .tooDeep(let path, let limit):
            "'\(path)' is nested deeper than \(limit) directories, which a sweep does not follow"
        case .unsupportedKind(let path, let mode):
            "'\(path)' is neither file, directory, link, pipe nor socket (mode \(mode)); a sweep "
                + "cannot rebuild it"
        case .numbering(let expected, let found):
            "the recording does not fit: call \(found) stands where call \(expected) should"
        }
    }
}
