import Foundation

/// What the coders of one save or of one restoration share.
///
/// An `NSCoder` belongs to no actor, so a coder reaches the main actor's session through these
/// closures, on the main thread.
final class CoderContext {
    /// While saving: the record of a controller, view or registered object that is encoded. The
    /// text is who encodes it.
    var reference: (AnyObject, _ encodedBy: String) -> Reference = { _, _ in .plain }
    /// While restoring: the instance of a record.
    var instance: (Int) -> AnyObject? = { _ in nil }
    /// What every coder carries (S9).
    var origin: [String: Any] = [:]
    /// Records an issue: its text and the number of the rule.
    var report: (String, String) -> Void = { _, _ in }
    /// Why the save cannot succeed (S16).
    var failure: String?

    enum Reference {
        case record(Int)
        /// It is of a kind that is referenced, but nothing saves it.
        case leftOut
        /// An object like any other.
        case plain
    }
}
