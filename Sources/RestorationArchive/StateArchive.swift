/// What one save keeps.
package struct StateArchive: Equatable, Sendable {
    /// Counts the saves; tells one archive from the next.
    package var generation = 0
    /// The app asked for no snapshot at the next launch (N2).
    package var ignoresSnapshot = false
    /// The file with the picture of the screen, and its checksum.
    package var snapshotName: String?
    package var snapshotChecksum: UInt64 = 0
    package var origin = Origin()
    /// What the app delegate encoded.
    package var application = KeyedValues()
    /// Controllers, each followed by its views and the controllers below it, then registered
    /// objects.
    package var records: [Record] = []

    package static let magic = "RLSTATE\n"
    package static let version: UInt32 = 1

    package init() {}

    /// Whether the content of a picture's file is that of the picture that was taken with it.
    package func ownsSnapshot(_ file: [UInt8]) -> Bool {
        snapshotName != nil && Checksum.of(file[...]) == snapshotChecksum
    }

    /// Where an archive comes from (S9).
    package struct Origin: Equatable, Sendable {
        package var bundleVersion: String
        /// The raw value of a `UIUserInterfaceIdiom`: 0 for a phone, 1 for a pad.
        package var idiom: Int
        package var systemVersion: String
        /// Seconds since the reference date, the first instant of 2001.
        package var timestamp: Double

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

    package enum Kind: UInt8, Sendable {
        case controller, view, object
    }

    /// A controller, a view, or a registered object.
    package struct Record: Equatable, Sendable {
        package var kind: Kind
        /// The restoration path: identifiers from the root (S6).
        package var path: [String]
        /// The position among siblings of the same identifier (S5).
        package var position: Int
        /// As ``TypeName`` stores it.
        package var type: String
        /// The restoration class.
        package var restorationType: String?
        /// The name of the storyboard that made it.
        package var storyboard: String?
        /// The index of the record above it.
        package var parent: Int?
        /// What the object encoded.
        package var state = KeyedValues()
        /// What belongs to the container itself: the stack, the selected tab, what is presented.
        package var structure = KeyedValues()

        package init(
            kind: Kind, path: [String], position: Int = 0, type: String = "", parent: Int? = nil
        ) {
            self.kind = kind
            self.path = path
            self.position = position
            self.type = type
            self.parent = parent
        }

        /// For messages.
        package var name: String { path.joined(separator: "/") }
    }
}
