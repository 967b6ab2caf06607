import Foundation

/// What ``UIApplication/activateSceneSession(for:errorHandler:)`` is asked for: a session that is there, or a
/// new one.
@preconcurrency @MainActor
open class UISceneSessionActivationRequest: NSObject {
    /// The session that is to be shown; nil for a new one.
    open var session: UISceneSession?
    /// The role of a new session.
    public let role: UISceneSession.Role
    /// Passed to the scene.
    open var userActivity: NSUserActivity?
    /// How it is to be activated.
    open var options: UIScene.ActivationRequestOptions?

    /// Asks for a new session.
    public init(
        role: UISceneSession.Role = .windowApplication, userActivity: NSUserActivity? = nil,
        options: UIScene.ActivationRequestOptions? = nil
    ) {
        (self.role, self.userActivity, self.options) = (role, userActivity, options)
        super.init()
    }

    /// Asks for a session that is there.
    public convenience init(
        session: UISceneSession, userActivity: NSUserActivity? = nil,
        options: UIScene.ActivationRequestOptions? = nil
    ) {
        self.init(role: session.role, userActivity: userActivity, options: options)
        self.session = session
    }
}

extension UIApplication {
    /// Brings a session's scene to the foreground, or opens a new one, as
    /// ``requestSceneSessionActivation(_:userActivity:options:errorHandler:)`` does (C14).
    public func activateSceneSession(
        for request: UISceneSessionActivationRequest, errorHandler: ((any Error) -> Void)? = nil
    ) {
        requestSceneSessionActivation(
            request.session, userActivity: request.userActivity, options: request.options,
            errorHandler: errorHandler)
    }
}
