/// The sessions of an app with scenes, as one file stores them all (C7).
///
/// One rename replaces the file, so the scenes that are saved together are all old or all new.
package struct SceneArchive: Equatable, Sendable {
    /// How many sessions were ever opened. Each session's number comes from here, so none is used
    /// twice.
    package var lastNumber = 0
    /// The sessions, in the order in which they were opened.
    package var sessions: [Session] = []
    /// Sessions that were closed, and that the app has not been told of yet (C9).
    package var discarded: [Session] = []

    /// The first eight bytes of the file.
    package static let magic = "RLSESSNS"
    /// The version of the format that is written.
    package static let version: UInt32 = 1

    /// No sessions.
    package init() {}

    /// One session, and what was last saved of its scene.
    package struct Session: Equatable, Sendable {
        /// Counts the sessions of the app, from 1.
        package var number: Int
        /// The persistent identifier.
        package var identifier: String
        /// The raw value of a `UISceneSession.Role`.
        package var role: String
        /// The name of its configuration.
        package var configuration: String?
        /// The class of the scene's delegate, as ``TypeName`` stores it.
        package var delegateType: String?
        /// Whether its scene is on the screen when the app is (C10).
        package var isInForeground = false
        /// What the scene's delegate gave to restore it by (C4).
        package var activity: Activity?
        /// The session's own `userInfo`.
        package var userInfo: StateValue?
        /// The values of `SceneStorage` (C13).
        package var values = KeyedValues()

        /// A session without state.
        package init(number: Int, identifier: String, role: String) {
            self.number = number
            self.identifier = identifier
            self.role = role
        }

        /// Whether anything was saved of its scene.
        package var hasState: Bool {
            activity != nil || userInfo != nil || !values.values.isEmpty
        }
    }

    /// An `NSUserActivity`.
    package struct Activity: Equatable, Sendable {
        /// The type, such as `org.example.editing`.
        package var type: String
        /// The title, which the user sees.
        package var title: String?
        /// Content that a scene can be chosen by.
        package var targetContentIdentifier: String?
        /// The keys that must be there.
        package var requiredKeys: [String]?
        /// The dictionary; nil where it was nil.
        package var userInfo: StateValue?

        /// An activity of a type.
        package init(type: String) { self.type = type }
    }
}
