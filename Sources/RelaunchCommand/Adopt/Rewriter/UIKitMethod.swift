import SwiftSyntax

/// Methods of UIKit's own that are often called by their names, and how a closure calls them.
enum UIKitMethod {
    /// The labels that each has, and its call. A flag is true there, as for Objective-C, which takes the
    /// sender for it.
    private static let calls: [String: (labels: [String], call: String)] = [
        "reloadData": ([], "reloadData()"),
        "setNeedsLayout": ([], "setNeedsLayout()"),
        "layoutIfNeeded": ([], "layoutIfNeeded()"),
        "setNeedsDisplay": ([], "setNeedsDisplay()"),
        "removeFromSuperview": ([], "removeFromSuperview()"),
        "becomeFirstResponder": ([], "becomeFirstResponder()"),
        "resignFirstResponder": ([], "resignFirstResponder()"),
        "startAnimating": ([], "startAnimating()"),
        "stopAnimating": ([], "stopAnimating()"),
        "beginRefreshing": ([], "beginRefreshing()"),
        "endRefreshing": ([], "endRefreshing()"),
        "endEditing": (["_"], "endEditing(true)"),
        "popViewController": (["animated"], "popViewController(animated: true)"),
        "popToRootViewController": (["animated"], "popToRootViewController(animated: true)"),
    ]

    /// How the method is called that a selector names; nil of any other.
    static func call(_ selector: SelectorName) -> String? {
        guard let method = calls[selector.name],
            selector.labels.map({ $0 == method.labels }) ?? true
        else { return nil }
        return method.call
    }

    /// Whether a selector says that it is a method of UIKit's, as `#selector(UITableView.reloadData)`
    /// does.
    static func isNamed(by selector: SelectorName, in declarations: Declarations) -> Bool {
        guard let base = selector.base?.trimmedDescription, call(selector) != nil,
            declarations.resolve(base, in: []) == nil
        else { return false }
        return base.hasPrefix("UI") || base.hasPrefix("WK")
    }
}
