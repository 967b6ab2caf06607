import Foundation

// Names of SwiftUI's for holding a model. There are no SwiftUI views here: a controller, or an object of
// the app's own, holds the model. Nothing of it is saved.

/// Holds a model, which is made when it is first asked for.
@preconcurrency @MainActor
@propertyWrapper
public final class StateObject<Model: ObservableObject> {
    private let make: () -> Model
    /// The model: the same each time.
    public private(set) lazy var wrappedValue: Model = make()
    /// Remembers how the model is made.
    public init(wrappedValue: @autoclosure @escaping () -> Model) { make = wrappedValue }
}

/// Holds a model that another object has made.
@preconcurrency @MainActor
@propertyWrapper
public struct ObservedObject<Model: ObservableObject> {
    /// The model.
    public var wrappedValue: Model
    /// Holds a model.
    public init(wrappedValue: Model) { self.wrappedValue = wrappedValue }
}
