/// Names instances, so that a scenario can see whether two places hold one object. No name is given
/// twice in a process.
@MainActor
final class InstanceNames {
    private struct Entry {
        weak var object: AnyObject?
        var name: String
    }
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var count = 0

    func name(of object: AnyObject) -> String {
        let identity = ObjectIdentifier(object)
        if let entry = entries[identity], entry.object === object { return entry.name }
        count += 1
        let name = "\(type(of: object))#\(count)"
        entries[identity] = Entry(object: object, name: name)
        return name
    }
}

extension UIApplication {
    /// The name of an object, such as `RecentNotes#3`, for the member `"$instance"` of the
    /// observable state. Equal names mean the same instance. No name is given twice in a process;
    /// names of two launches cannot be compared.
    public func instanceName(of object: AnyObject) -> JSON { .string(instances.name(of: object)) }
}
