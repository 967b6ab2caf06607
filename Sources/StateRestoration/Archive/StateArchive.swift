/// What one save keeps.
struct StateArchive: Equatable, Sendable {
    /// Counts the saves; tells one archive from the next.
    var generation = 0
    /// The app asked for no snapshot at the next launch (N2).
    var ignoresSnapshot = false
    /// The file with the picture of the screen, and its checksum.
    var snapshotName: String?
    var snapshotChecksum: UInt64 = 0
    var origin = Origin()
    /// What the app delegate encoded.
    var application = KeyedValues()
    /// Controllers, each followed by its views and the controllers below it, then registered
    /// objects.
    var records: [Record] = []

    static let magic = "RLSTATE\n"
    static let version: UInt32 = 1

    /// Where an archive comes from (S9).
    struct Origin: Equatable, Sendable {
        var bundleVersion = ""
        /// The raw value of a `UIUserInterfaceIdiom`.
        var idiom = 0
        var systemVersion = ""
        /// Seconds since the reference date.
        var timestamp = 0.0
    }

    enum Kind: UInt8, Sendable {
        case controller, view, object
    }

    /// A controller, a view, or a registered object.
    struct Record: Equatable, Sendable {
        var kind: Kind
        /// The restoration path: identifiers from the root (S6).
        var path: [String]
        /// The position among siblings of the same identifier (S5).
        var position = 0
        /// As `TypeName` stores it.
        var type = ""
        /// The restoration class.
        var restorationType: String?
        /// The name of the storyboard that made it.
        var storyboard: String?
        /// The index of the record above it.
        var parent: Int?
        /// What the object encoded.
        var state = KeyedValues()
        /// What belongs to the container itself: the stack, the selected tab, what is presented.
        var structure = KeyedValues()
    }
}
