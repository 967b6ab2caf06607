import Foundation
import RestorationArchive

/// One restoration: finds or makes what was saved, then has each decode its state (R1, R3 to R5).
@MainActor
final class RestorePass {
    private let application: UIApplication
    private let archive: StateArchive
    private let context = CoderContext()
    private var instances: [Int: AnyObject] = [:]
    private var existing: ControllerIndex

    init(_ archive: StateArchive, application: UIApplication) {
        self.archive = archive
        self.application = application
        existing = ControllerIndex(application)
        let origin = archive.origin
        context.origin = [
            UIApplication.stateRestorationBundleVersionKey: origin.bundleVersion,
            UIApplication.stateRestorationUserInterfaceIdiomKey: NSNumber(value: origin.idiom),
            UIApplication.stateRestorationSystemVersionKey: origin.systemVersion,
            UIApplication.stateRestorationTimestampKey:
                Date(timeIntervalSinceReferenceDate: origin.timestamp),
        ]
        context.instance = { [unowned self] in instances[$0] }
        context.report = { [unowned self] in self.application.session.report($0, rule: $1) }
    }

    /// The coder of the application delegate.
    func applicationCoder() -> RestorationCoder {
        RestorationCoder(
            decoding: archive.application, for: "the application delegate", context: context)
    }

    func run() {
        for (index, record) in archive.records.enumerated() {
            instances[index] = find(record, index)
        }
        for (index, record) in archive.records.enumerated() { decode(record, index) }
    }

    /// Restoration is complete.
    func finish() {
        for index in archive.records.indices {
            guard let object = instances[index] as? any UIStateRestoring else { continue }
            application.willCall("applicationFinishedRestoringState()", of: object)
            object.applicationFinishedRestoringState()
        }
        instances = [:]
    }

    // MARK: Finding

    private func find(_ record: StateArchive.Record, _ index: Int) -> AnyObject? {
        if let parent = record.parent, instances[parent] == nil { return nil }
        switch record.kind {
        case .controller:
            guard let controller = findController(record, index) else {
                application.session.log("\(record.name) is skipped, with what is below it (R3)")
                return nil
            }
            controller.loadViewIfNeeded()
            return controller
        case .view:
            let controller = record.parent.flatMap { instances[$0] } as? UIViewController
            return controller?.restorableViews.first {
                $0.path.identifiers.last == record.path.last && $0.path.position == record.position
            }?.view
        case .object:
            return findObject(record, index)
        }
    }

    /// The order of R3: restoration class, application delegate, implicitly, storyboard.
    private func findController(
        _ record: StateArchive.Record, _ index: Int
    ) -> UIViewController? {
        let coder = coder(record)
        let storyboard = record.storyboard.map { UIStoryboard(name: $0, bundle: nil) }
        coder.storyboard = storyboard
        if let stored = record.restorationType {
            if let type = TypeName.type(stored) as? any UIViewControllerRestoration.Type {
                application.session.observer.callback(
                    "\(type).viewController(withRestorationIdentifierPath:coder:)")
                return type.viewController(
                    withRestorationIdentifierPath: record.path, coder: coder)
            }
            application.session.report(
                "\(record.name): this version of the app has no restoration class "
                    + TypeName.readable(stored), rule: "R3")
        }
        if let delegate = application.delegate {
            application.willCall(
                "application(_:viewControllerWithRestorationIdentifierPath:coder:)", of: delegate)
            if let controller = delegate.application(
                application, viewControllerWithRestorationIdentifierPath: record.path, coder: coder)
            {
                return controller
            }
        }
        if let controller = existingController(record) { return controller }
        if let controller = record.path.last.flatMap({ storyboard?.controllerIfKnown($0) }) {
            if controller.restorationIdentifier == nil {
                controller.restorationIdentifier = record.path.last
            }
            return controller
        }
        return nil
    }

    /// The controller that is already there at the saved path.
    private func existingController(_ record: StateArchive.Record) -> UIViewController? {
        existing.controller(
            at: ControllerPath(identifiers: record.path, position: record.position),
            below: record.parent.flatMap { instances[$0] } as? UIViewController)
    }

    private func findObject(_ record: StateArchive.Record, _ index: Int) -> AnyObject? {
        if let stored = record.restorationType,
            let type = TypeName.type(stored) as? any UIObjectRestoration.Type
        {
            application.session.observer.callback(
                "\(type).object(withRestorationIdentifierPath:coder:)")
            return type.object(withRestorationIdentifierPath: record.path, coder: coder(record))
        }
        return application.registered.first { $0.identifier == record.path.last }?.object
    }

    // MARK: Decoding

    private func decode(_ record: StateArchive.Record, _ index: Int) {
        guard let object = instances[index] else { return }
        guard TypeName.object(object, isOf: record.type) else {
            application.session.report(
                "\(record.name): the saved state is that of a \(TypeName.readable(record.type)), "
                    + "and not decoded by a \(type(of: object))", rule: "R4")
            return
        }
        switch object {
        case let controller as UIViewController:
            decodeStructure(of: controller, record)
            application.willCall("decodeRestorableState(with:)", of: controller)
            controller.decodeRestorableState(with: coder(record))
        case let view as UIView:
            view.decodeRestorableState(with: coder(record))
        case let object as any UIStateRestoring:
            application.willCall("decodeRestorableState(with:)", of: object)
            object.decodeRestorableState(with: coder(record))
        default: break
        }
    }

    private func decodeStructure(of controller: UIViewController, _ record: StateArchive.Record) {
        func instance(_ value: StateValue?) -> UIViewController? {
            guard case .reference(let index)? = value else { return nil }
            return instances[index] as? UIViewController
        }
        let values = record.structure.values
        controller.decodeStructure(from: values, instance: instance)
        if let presented = instance(values["presented"]), controller.ownPresented == nil {
            controller.present(presented, animated: false)
        }
    }

    private func coder(_ record: StateArchive.Record) -> RestorationCoder {
        RestorationCoder(decoding: record.state, for: record.name, context: context)
    }

}
