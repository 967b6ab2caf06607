import Foundation

/// The field of a search, which can hold tokens before its text. Neither comes back by itself.
@preconcurrency @MainActor
open class UISearchTextField: UITextField {
    /// What stands before the text.
    open var tokens: [UISearchToken] = []
    /// The color behind a token. It is not drawn.
    open var tokenBackgroundColor: UIColor?
    /// Whether the user can remove tokens. Nobody does here.
    open var allowsDeletingTokens = true

    /// Puts a token before the one at a place, or behind all.
    open func insertToken(_ token: UISearchToken, at tokenIndex: Int) {
        tokens.insert(token, at: min(max(0, tokenIndex), tokens.count))
    }

    /// Removes the token at a place.
    open func removeToken(at tokenIndex: Int) { tokens.remove(at: tokenIndex) }
}

/// Something that is searched for, shown as a picture and a text.
@preconcurrency @MainActor
open class UISearchToken: NSObject {
    /// What it stands for. It is not saved: encode what it can be made from again.
    open var representedObject: Any?
    /// The picture before its text. It is not drawn.
    public let icon: UIImage?
    /// Its text.
    public let text: String

    /// Makes a token.
    public init(icon: UIImage?, text: String) {
        self.icon = icon
        self.text = text
        super.init()
    }
}
