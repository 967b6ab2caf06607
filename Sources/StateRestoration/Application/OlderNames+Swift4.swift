import Foundation

// Names that UIKit's types had until Swift 4.2: each is that of today without the dot. Restoration code is often as
// old as that.

/// `UIView.AnimationOptions`.
public typealias UIViewAnimationOptions = UIView.AnimationOptions
/// `UIView.ContentMode`.
public typealias UIViewContentMode = UIView.ContentMode
/// `UIView.AutoresizingMask`.
public typealias UIViewAutoresizing = UIView.AutoresizingMask
/// `UIControl.Event`.
public typealias UIControlEvents = UIControl.Event
/// `UIControl.State`.
public typealias UIControlState = UIControl.State
/// `UITableView.Style`.
public typealias UITableViewStyle = UITableView.Style
/// `UITableView.RowAnimation`.
public typealias UITableViewRowAnimation = UITableView.RowAnimation
/// `UITableView.ScrollPosition`.
public typealias UITableViewScrollPosition = UITableView.ScrollPosition
/// `UITableViewCell.CellStyle`.
public typealias UITableViewCellStyle = UITableViewCell.CellStyle
/// `UITableViewCell.EditingStyle`.
public typealias UITableViewCellEditingStyle = UITableViewCell.EditingStyle
/// `UITableViewCell.AccessoryType`.
public typealias UITableViewCellAccessoryType = UITableViewCell.AccessoryType
/// `UITableViewCell.SelectionStyle`.
public typealias UITableViewCellSelectionStyle = UITableViewCell.SelectionStyle
/// `UICollectionView.ScrollPosition`.
public typealias UICollectionViewScrollPosition = UICollectionView.ScrollPosition
/// `UIBarButtonItem.SystemItem`.
public typealias UIBarButtonSystemItem = UIBarButtonItem.SystemItem
/// `UIBarButtonItem.Style`.
public typealias UIBarButtonItemStyle = UIBarButtonItem.Style
/// `UITabBarItem.SystemItem`.
public typealias UITabBarSystemItem = UITabBarItem.SystemItem
/// `UIAlertController.Style`.
public typealias UIAlertControllerStyle = UIAlertController.Style
/// `UIAlertAction.Style`.
public typealias UIAlertActionStyle = UIAlertAction.Style
/// `UIActivityIndicatorView.Style`.
public typealias UIActivityIndicatorViewStyle = UIActivityIndicatorView.Style
/// `UIImagePickerController.SourceType`.
public typealias UIImagePickerControllerSourceType = UIImagePickerController.SourceType
/// `UIPageViewController.NavigationDirection`.
public typealias UIPageViewControllerNavigationDirection = UIPageViewController.NavigationDirection
/// `UIFont.TextStyle`.
public typealias UIFontTextStyle = UIFont.TextStyle
/// `UIApplication.OpenURLOptionsKey`.
public typealias UIApplicationOpenURLOptionsKey = UIApplication.OpenURLOptionsKey

/// `UIResponder.keyboardFrameEndUserInfoKey`.
public let UIKeyboardFrameEndUserInfoKey = UIResponder.keyboardFrameEndUserInfoKey

extension NSNotification.Name {
    /// `UIResponder.keyboardWillShowNotification`.
    public static let UIKeyboardWillShow = UIResponder.keyboardWillShowNotification
    /// `UIResponder.keyboardDidShowNotification`.
    public static let UIKeyboardDidShow = UIResponder.keyboardDidShowNotification
    /// `UIResponder.keyboardWillHideNotification`.
    public static let UIKeyboardWillHide = UIResponder.keyboardWillHideNotification
    /// `UIResponder.keyboardDidHideNotification`.
    public static let UIKeyboardDidHide = UIResponder.keyboardDidHideNotification
    /// `UIApplication.didBecomeActiveNotification`.
    public static let UIApplicationDidBecomeActive = UIApplication.didBecomeActiveNotification
    /// `UIApplication.willResignActiveNotification`.
    public static let UIApplicationWillResignActive = UIApplication.willResignActiveNotification
    /// `UIApplication.didEnterBackgroundNotification`.
    public static let UIApplicationDidEnterBackground = UIApplication.didEnterBackgroundNotification
    /// `UIApplication.willEnterForegroundNotification`.
    public static let UIApplicationWillEnterForeground =
        UIApplication.willEnterForegroundNotification
    /// `UIApplication.willTerminateNotification`.
    public static let UIApplicationWillTerminate = UIApplication.willTerminateNotification
}

/// `pngData()` of a picture.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }
/// `jpegData(compressionQuality:)` of a picture.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}
/// Makes insets of four distances in points.
public func UIEdgeInsetsMake(
    _ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat
) -> UIEdgeInsets { UIEdgeInsets(top: top, left: left, bottom: bottom, right: right) }

extension UIView {
    /// `bringSubviewToFront(_:)`.
    public func bringSubview(toFront view: UIView) { bringSubviewToFront(view) }
    /// `sendSubviewToBack(_:)`.
    public func sendSubview(toBack view: UIView) { sendSubviewToBack(view) }
}

extension UIViewController {
    /// `children`.
    public var childViewControllers: [UIViewController] { children }
    /// `addChild(_:)`.
    public func addChildViewController(_ childController: UIViewController) {
        addChild(childController)
    }
    /// `removeFromParent()`.
    public func removeFromParentViewController() { removeFromParent() }
    /// `didMove(toParent:)`.
    public func didMove(toParentViewController parent: UIViewController?) {
        didMove(toParent: parent)
    }
    /// `willMove(toParent:)`.
    public func willMove(toParentViewController parent: UIViewController?) {
        willMove(toParent: parent)
    }
}
