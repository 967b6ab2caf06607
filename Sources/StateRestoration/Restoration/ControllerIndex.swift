/// The controllers that are already there, by their paths: below those that have been found, and in
/// the whole app.
///
/// A look-up takes the same time however many there are, unless the hierarchy changes between two.
@MainActor
struct ControllerIndex {
    private struct Entry {
        var version: Int
        var controllers: [ControllerPath: UIViewController]
    }
    private let application: UIApplication
    private var whole: Entry?
    private var below: [ObjectIdentifier: Entry] = [:]

    init(_ application: UIApplication) { self.application = application }

    /// - Parameter parent: what was found for the path above.
    mutating func controller(
        at path: ControllerPath, below parent: UIViewController?
    ) -> UIViewController? {
        if let parent, let found = child(of: parent, at: path) { return found }
        let version = application.hierarchyVersion
        if whole?.version != version {
            whole = Entry(version: version, controllers: allControllers())
        }
        return whole?.controllers[path]
    }

    private mutating func child(
        of parent: UIViewController, at path: ControllerPath
    ) -> UIViewController? {
        let known = below[ObjectIdentifier(parent)]
        if let found = known?.controllers[path], found.container === parent { return found }
        let version = application.hierarchyVersion
        guard known?.version != version else { return nil }
        let children = parent.containedWithPaths(below: Array(path.identifiers.dropLast()))
        let controllers = Dictionary(
            children.compactMap { child, path in path.map { ($0, child) } },
            uniquingKeysWith: { first, _ in first })
        below[ObjectIdentifier(parent)] = Entry(version: version, controllers: controllers)
        return controllers[path]
    }

    /// Those nearer to the root first, where two have one path.
    private func allControllers() -> [ControllerPath: UIViewController] {
        var controllers: [ControllerPath: UIViewController] = [:]
        var waiting = application.rootViewControllers.withPaths(below: [])
        var next = 0
        while next < waiting.count {
            let (controller, path) = waiting[next]
            next += 1
            if let path, controllers[path] == nil { controllers[path] = controller }
            waiting += controller.containedWithPaths(below: path?.identifiers ?? [])
        }
        return controllers
    }
}
