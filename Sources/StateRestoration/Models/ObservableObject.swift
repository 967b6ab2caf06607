import Foundation

/// A model that says when it changes, under Combine's name for it, which Linux does not have.
///
/// Nothing of it is saved: encode it, or keep it in ``SceneStorage``.
@preconcurrency @MainActor
public protocol ObservableObject: AnyObject {
    /// Says that something is about to change.
    var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
    /// The publisher of this object: the same each time.
    public var objectWillChange: ObservableObjectPublisher {
        ObservableObjectPublisher.of(self)
    }
}

/// Says that an object is about to change.
@preconcurrency @MainActor
public final class ObservableObjectPublisher {
    private let subscribers = Subscribers<Void>()
    private struct Owned {
        weak var owner: AnyObject?
        let publisher: ObservableObjectPublisher
    }
    private static var known: [ObjectIdentifier: Owned] = [:]

    /// Makes a publisher.
    public init() {}

    /// Says so to everyone who listens.
    public func send() { subscribers.send(()) }

    /// Listens until the result is released or cancelled.
    public func sink(receiveValue: @escaping () -> Void) -> AnyCancellable {
        subscribers.add { receiveValue() }
    }

    fileprivate static func of(_ owner: AnyObject) -> ObservableObjectPublisher {
        let identity = ObjectIdentifier(owner)
        if let owned = known[identity], owned.owner === owner { return owned.publisher }
        known = known.filter { $0.value.owner != nil }
        let publisher = ObservableObjectPublisher()
        known[identity] = Owned(owner: owner, publisher: publisher)
        return publisher
    }
}

/// A property whose changes are told: to those who listen to it, by `$property.sink { … }`, and to those
/// who listen to its object.
///
///     final class Search: ObservableObject {
///         @Published var text = ""
///     }
@preconcurrency @MainActor
@propertyWrapper
public struct Published<Value> {
    private var value: Value
    private let publisher: Publisher

    /// Begins with a value.
    public init(wrappedValue: Value) {
        value = wrappedValue
        publisher = Publisher(wrappedValue)
    }
    /// Begins with a value.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// A property of a class alone can be published.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }

    /// What others listen to.
    public var projectedValue: Publisher { publisher }

    /// The value of a property. Setting it tells those who listen to its object, then those who listen
    /// to it.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storagePath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { owner[keyPath: storagePath].value }
        set {
            (owner as? any ObservableObject)?.objectWillChange.send()
            let publisher = owner[keyPath: storagePath].publisher
            publisher.send(newValue)
            owner[keyPath: storagePath].value = newValue
        }
    }

    /// The values of a property, as they are set.
    @preconcurrency @MainActor
    public final class Publisher {
        private let subscribers = Subscribers<Value>()
        private var latest: Value
        init(_ value: Value) { latest = value }

        fileprivate func send(_ value: Value) {
            latest = value
            subscribers.send(value)
        }

        /// Hears the value now, and each new one before it is set, until the result is released or
        /// cancelled.
        public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
            receiveValue(latest)
            return subscribers.add(receiveValue)
        }
    }
}

/// Those who listen.
@MainActor
final class Subscribers<Value> {
    private var bodies: [Int: (Value) -> Void] = [:]
    private var next = 0

    func add(_ body: @escaping (Value) -> Void) -> AnyCancellable {
        let number = next
        next += 1
        bodies[number] = body
        return AnyCancellable { [weak self] in self?.bodies[number] = nil }
    }

    func send(_ value: Value) {
        for (_, body) in bodies.sorted(by: { $0.key < $1.key }) { body(value) }
    }
}

/// Keeps somebody listening until it is released or cancelled.
@preconcurrency @MainActor
public final class AnyCancellable: Hashable {
    private var body: (() -> Void)?

    /// Calls a closure once, when it is cancelled or released.
    public init(_ cancel: @escaping () -> Void) { body = cancel }

    isolated deinit { body?() }

    /// Ends listening.
    public func cancel() {
        body?()
        body = nil
    }

    /// Keeps it together with others.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    public nonisolated static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
