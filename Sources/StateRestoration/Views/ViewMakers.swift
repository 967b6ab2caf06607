/// How views are made that belong to identifiers: as of a class, or by a nib.
@MainActor
struct ViewMakers {
    private var classes: [String: AnyClass] = [:]
    private var nibs: [String: UINib] = [:]

    mutating func register(_ type: AnyClass?, for identifier: String) {
        classes[identifier] = type
    }

    mutating func register(_ nib: UINib?, for identifier: String) { nibs[identifier] = nib }

    /// A new view; nil where nothing is registered.
    func make(_ identifier: String, of type: (AnyClass) -> AnyObject) -> AnyObject? {
        nibs[identifier]?.instantiate() ?? classes[identifier].map(type)
    }
}
