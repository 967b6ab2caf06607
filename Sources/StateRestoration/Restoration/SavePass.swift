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
        for root in application.rootViewControllers { collect(root, parent: nil) }
        collectRegistered()
        // Encoding may add records at the end: what is referenced, and was not in the hierarchy.
        var index = 0
        while index < records.count {
            encode(index)
            index += 1
        }
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

    // MARK: Who takes part

    private func collect(_ controller: UIViewController, parent: Int?) {
        guard let path = controller.restorationPath else {
            leaveOut(controller)
            return
        }
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
        for child in controller.contained { collect(child, parent: index) }
    }

    /// What is below it and would be saved otherwise is named too.
    private func leaveOut(_ controller: UIViewController) {
        application.session.log("\(type(of: controller)) is left out: it has no identifier (S4)")
        for child in controller.contained {
            let reason = "is left out: a controller above it has no identifier (S4)"
            application.session.log("\(type(of: child)) \(reason)")
        }
    }

    private func collectRegistered() {
        for registered in application.registered {
            guard let object = registered.object else { continue }
            let path = ControllerPath(identifiers: [registered.identifier], position: 0)
            let index = add(object, .object, path, parent: nil)
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
        let owner = records[index].path.joined(separator: "/")
        let coder = RestorationCoder(encodingFor: owner, context: context)
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
            collect(controller, parent: nil)
            if let index = indices[ObjectIdentifier(controller)] { return .record(index) }
        } else if !(object is UIView) {
            return .plain
        }
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
