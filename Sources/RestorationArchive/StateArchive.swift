/// The state that one save stored.
package struct StateArchive: Equatable, Sendable {
    /// Counts the saves, and so tells one archive from the next.
    package var generation = 0
    /// The app asked for no snapshot at the next launch (N2).
    package var ignoresSnapshot = false
    /// The name of the file with the picture of the screen; nil where none was taken.
    package var snapshotName: String?
    /// The CRC-64 of that file, which tells its own picture from an older one.
    package var snapshotChecksum: UInt64 = 0
    /// Which app saved the state, and when.
    package var origin = Origin()
    /// What the app delegate encoded.
    package var application = KeyedValues()
    /// Controllers, each followed by its views and by the controllers below it; then registered
    /// objects.
    package var records: [Record] = []

    /// The first eight bytes of the file.
    package static let magic = "RLSTATE\n"
    /// The version of the format that is written.
    package static let version: UInt32 = 1

    /// An archive without state.
    package init() {}

    /// Whether a picture's file is the one that was taken with this archive.
    package func ownsSnapshot(_ file: [UInt8]) -> Bool {
        snapshotName != nil && Checksum.of(file[...]) == snapshotChecksum
    }

    /// Which app saved a state, and when (S9).
    package struct Origin: Equatable, Sendable {
        /// The `CFBundleVersion` of the app.
        package var bundleVersion: String
        /// The raw value of a `UIUserInterfaceIdiom`: 0 for a phone, 1 for a pad.
        package var idiom: Int
        /// The version of the system.
        package var systemVersion: String
        /// Seconds since the reference date, the first instant of 2001.
        package var timestamp: Double

        /// Makes an origin.
        package init(
            bundleVersion: String = "", idiom: Int = 0, systemVersion: String = "",
            timestamp: Double = 0
        ) {
            self.bundleVersion = bundleVersion
            self.idiom = idiom
            self.systemVersion = systemVersion
            self.timestamp = timestamp
        }
    }

    /// What a record belongs to.
    package enum Kind: UInt8, Sendable {
        /// A view controller.
        case controller
        /// A view of the controller that the record's parent holds.
        case view
        /// An object that was registered for state restoration.
        case object
    }

    /// The state of one controller, view or registered object.
    package struct Record: Equatable, Sendable {
        /// What the record belongs to.
        package var kind: Kind
        /// The restoration path: identifiers from the root (S6).
        package var path: [String]
        /// The position among siblings with the same identifier, from 0 (S5).
        package var position: Int
        /// The class, as ``TypeName`` stores it.
        package var type: String
        /// The restoration class, as ``TypeName`` stores it.
        package var restorationType: String?
        /// The name of the storyboard that made the controller.
        package var storyboard: String?
        /// The index of the record above this one; nil at the root.
        package var parent: Int?
        /// What the object encoded.
        package var state = KeyedValues()
        /// What the container itself saves: the stack, the selected tab, what is presented.
        package var structure = KeyedValues()

        /// Makes a record without state.
        package init(
            kind: Kind, path: [String], position: Int = 0, type: String = "", parent: Int? = nil
        ) {
            self.kind = kind
            self.path = path
            self.position = position
            self.type = type
            self.parent = parent
        }

        /// The path as one text, for messages.
        package var name: String { path.joined(separator: "/") }
    }
}
