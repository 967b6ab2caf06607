import Foundation
import RestorationArchive

/// One save: collects what takes part, then has each encode itself (S3 to S10).
@MainActor
final class SavePass {
    private let application: UIApplication
    private let context = CoderContext()
    private var records: [StateArchive.Record] = []
    private var objects: [AnyObject] = []
    private var indices: [ObjectIdentifier: Int] = [:]
    /// What is left out, unless a saved object still refers to it.
    private var omissions: [(object: AnyObject, leftOut: LeftOut)] = []
    /// The record that is being encoded.
    private var current: Int?
    /// The records that refer to something that is not saved.
    private var incomplete: Set<Int> = []

    init(_ application: UIApplication) {
        self.application = application
        context.reference = { [unowned self] in reference(to: $0, encodedBy: $1) }
        context.report = { [unowned self] in self.application.session.report($0, rule: $1) }
    }

    /// The coder of the application delegate.
    func applicationCoder() -> RestorationCoder {
        RestorationCoder(encodingFor: "the application delegate", context: context)
    }

    /// The archive, without what the session adds to it.
    ///
    /// - Throws: `UnencodableState` where something cannot be encoded (S16).
    func run(_ applicationCoder: RestorationCoder) throws -> StateArchive {
        collect(application.rootViewControllers.withPaths(below: []), parent: nil)
        collectRegistered()
        // Encoding may add records at the end: what is referenced, and was not in the hierarchy.
        var index = 0
        while index < records.count {
            encode(index)
            index += 1
        }
        current = nil
        if let failure = context.failure { throw UnencodableState(description: failure) }
        var archive = StateArchive()
        archive.origin = StateArchive.Origin(
            bundleVersion: application.bundle.version,
            idiom: UIDevice.current.userInterfaceIdiom.rawValue,
            systemVersion: UIDevice.current.systemVersion,
            timestamp: Date().timeIntervalSinceReferenceDate)
        archive.application = applicationCoder.state
        archive.records = records
        return archive
    }

    // MARK: What the save was like

    /// What was left out, and why (S18).
    var leftOut: [LeftOut] {
        omissions.filter { indices[ObjectIdentifier($0.object)] == nil }.map(\.leftOut)
    }

    /// Why the picture of the screen must not be shown at the next launch (N5).
    var snapshotSuppression: String? {
        guard let top = application.topViewController else { return nil }
        guard let index = indices[ObjectIdentifier(top)] else {
            return "\(type(of: top)), on top, is not saved"
        }
        return incomplete.contains(index)
            ? "\(type(of: top)), on top, refers to something that is not saved" : nil
    }

    // MARK: Who takes part

    private func collect(_ siblings: [(UIViewController, ControllerPath?)], parent: Int?) {
        for (controller, path) in siblings {
            if let path {
                collect(controller, path, parent: parent)
            } else {
                leaveOut(controller, path: parent.map { records[$0].path } ?? [])
            }
        }
    }

    private func collect(_ controller: UIViewController, _ path: ControllerPath, parent: Int?) {
        if indices[ObjectIdentifier(controller)] != nil { return }
        if path.position > 0, controller.parent?.ordersChildren != true {
            application.session.report(
                "\(path.identifiers.joined(separator: "/")): another controller beside it has this "
                    + "identifier; they are told apart by their order", rule: "S5")
        }
        let index = add(controller, .controller, path, parent: parent)
        records[index].restorationType = controller.restorationClass.map { TypeName.stored($0) }
        records[index].storyboard = controller.storyboard?.name
        for (view, below) in controller.restorableViews {
            let viewPath = ControllerPath(
                identifiers: path.identifiers + below.identifiers, position: below.position)
            _ = add(view, .view, viewPath, parent: index)
        }
        collect(controller.containedWithPaths(below: path.identifiers), parent: index)
    }

    /// A controller without identifier, and everything below it.
    private func leaveOut(_ controller: UIViewController, path: [String]) {
        let own = controller.restorationIdentifier.map { [$0] } ?? []
        let reason: LeftOut.Reason =
            if !own.isEmpty {
                .noIdentifierAbove
            } else {
                controller.isViewLoaded ? .noIdentifier : .notLoaded
            }
        let leftOut = LeftOut(
            type: "\(type(of: controller))", path: path + own, reason: reason)
        omissions.append((controller, leftOut))
        for child in controller.contained { leaveOut(child, path: path + own) }
    }

    private func collectRegistered() {
        var identifiers: Set<String> = []
        for registered in application.registered {
            guard let object = registered.object else { continue }
            let path = application.path(of: registered, object)
            guard identifiers.insert(registered.identifier).inserted else {
                let leftOut = LeftOut(
                    type: "\(type(of: object))", path: path, reason: .duplicate)
                omissions.append((object, leftOut))
                continue
            }
            let index = add(
                object, .object, ControllerPath(identifiers: path, position: 0), parent: nil)
            records[index].restorationType =
                object.objectRestorationClass.map { TypeName.stored($0) }
        }
    }

    private func add(
        _ object: AnyObject, _ kind: StateArchive.Kind, _ path: ControllerPath, parent: Int?
    ) -> Int {
        let index = records.count
        records.append(
            StateArchive.Record(
                kind: kind, path: path.identifiers, position: path.position,
                type: TypeName.stored(type(of: object)), parent: parent))
        objects.append(object)
        indices[ObjectIdentifier(object)] = index
        return index
    }

    // MARK: Encoding

    private func encode(_ index: Int) {
        current = index
        let coder = RestorationCoder(encodingFor: records[index].name, context: context)
        switch objects[index] {
        case let controller as UIViewController:
            application.willCall("encodeRestorableState(with:)", of: controller)
            controller.encodeRestorableState(with: coder)
            records[index].structure.values = structure(of: controller)
        case let view as UIView:
            view.encodeRestorableState(with: coder)
        case let object as any UIStateRestoring:
            application.willCall("encodeRestorableState(with:)", of: object)
            object.encodeRestorableState(with: coder)
        default: break
        }
        records[index].state = coder.state
    }

    private func structure(of controller: UIViewController) -> [String: StateValue] {
        func reference(_ other: UIViewController) -> StateValue? {
            indices[ObjectIdentifier(other)].map(StateValue.reference)
        }
        var values: [String: StateValue] = [:]
        controller.encodeStructure(into: &values, reference: reference)
        values["presented"] = controller.ownPresented.flatMap(reference)
        return values
    }

    /// An object that is encoded by another one (S8).
    private func reference(
        to object: AnyObject, encodedBy owner: String
    ) -> CoderContext.Reference {
        if let index = indices[ObjectIdentifier(object)] { return .record(index) }
        if let controller = object as? UIViewController {
            // The reference saves it, with what is below it (S4).
            collect([(controller, controller.restorationPath)], parent: nil)
            if let index = indices[ObjectIdentifier(controller)] { return .record(index) }
        } else if !(object is UIView) {
            return .plain
        }
        if let current { incomplete.insert(current) }
        application.session.report(
            "\(owner) encodes a \(type(of: object)) that is not saved: it has no restoration "
                + "identifier, or its controller has none", rule: "S4")
        return .leftOut
    }
}

/// Something that a save was given cannot be encoded.
struct UnencodableState: Error, CustomStringConvertible {
    let description: String
}

extension UIApplication {
    /// The restoration path of a registered object: below its `restorationParent`, if there is one.
    func path(of registered: RegisteredObject, _ object: any UIStateRestoring) -> [String] {
        var path = [registered.identifier]
        var above = object.restorationParent
        // An object can name itself or one below it as its parent.
        for _ in self.registered {
            guard let parent = above else { break }
            if let controller = parent as? UIViewController {
                return (controller.restorationPath?.identifiers ?? []) + path
            }
            guard let found = self.registered.first(where: { $0.object === parent }) else { break }
            path.insert(found.identifier, at: 0)
            above = parent.restorationParent
        }
        return path
    }
}
