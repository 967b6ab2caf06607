import Foundation

/// Makes objects of classes that are known only at run time, as UIKit does it: the delegates of an app and
/// of its scenes, scenes, and the cells that a class is registered for.
///
/// Swift calls only a `required` initializer of such a class, and an app would have to repeat that word in
/// each of its classes. The classes below add nothing but the word. Their initializers override those of
/// UIKit's names, and so have the same place in the table of a class's methods as the initializer of the
/// class that is asked for: this calls that one. Where the class does not have it, the process ends with
/// the class's name, as in UIKit.
@MainActor
enum RuntimeClass {
    /// An object made with `init()`.
    @inline(never)
    static func make(_ type: AnyClass) -> AnyObject {
        #if canImport(ObjectiveC)
            return (type as! NSObject.Type).init()
        #else
            return unsafeBitCast(type, to: RuntimeObject.Type.self).init()
        #endif
    }

    /// A view made with `init(frame:)`, of zero size.
    @inline(never)
    static func makeView(_ type: AnyClass) -> AnyObject {
        unsafeBitCast(type, to: RuntimeView.Type.self).init(frame: .zero)
    }

    /// A scene made with `init(session:connectionOptions:)`.
    @inline(never)
    static func makeScene(
        _ type: UIScene.Type, session: UISceneSession, _ options: UIScene.ConnectionOptions
    ) -> UIScene {
        unsafeBitCast(type, to: RuntimeScene.Type.self)
            .init(session: session, connectionOptions: options)
    }

    /// A cell of a table made with `init(style:reuseIdentifier:)`.
    @inline(never)
    static func makeCell(_ type: AnyClass, reuseIdentifier: String) -> AnyObject {
        unsafeBitCast(type, to: RuntimeCell.Type.self)
            .init(style: .default, reuseIdentifier: reuseIdentifier)
    }

    /// A view above or below a table's section made with `init(reuseIdentifier:)`.
    @inline(never)
    static func makeHeader(_ type: AnyClass, reuseIdentifier: String) -> AnyObject {
        unsafeBitCast(type, to: RuntimeHeader.Type.self).init(reuseIdentifier: reuseIdentifier)
    }
}

// Open, so that the compiler does not take them for what is made.

/// Not for use by an app.
open class RuntimeObject: NSObject {
    public required override init() { super.init() }
}

/// Not for use by an app.
open class RuntimeView: UIView {
    public required override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
}

/// Not for use by an app.
open class RuntimeCell: UITableViewCell {
    public required override init(style: CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
    }
    public required init?(coder: NSCoder) { nil }
}

/// Not for use by an app.
open class RuntimeHeader: UITableViewHeaderFooterView {
    public required override init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
    }
    public required init?(coder: NSCoder) { nil }
}

/// Not for use by an app.
open class RuntimeScene: UIScene {
    public required override init(
        session: UISceneSession, connectionOptions: UIScene.ConnectionOptions
    ) {
        super.init(session: session, connectionOptions: connectionOptions)
    }
}
