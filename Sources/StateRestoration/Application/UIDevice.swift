import Foundation

/// The kind of device. A state may be restored on another kind than it was saved on (R17).
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known. No device here reports it.
    case unspecified = -1
    /// A phone, on which one column fits.
    case phone
    /// A pad, on which columns are beside each other.
    case pad
    /// A television. No device here reports it.
    case tv
    /// A car. No device here reports it.
    case carPlay
    /// A desk. No device here reports it.
    case mac = 5
}

/// C's way to ask for the kind of device.
@preconcurrency @MainActor
public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom {
    UIDevice.current.userInterfaceIdiom
}

/// How what is on the screen is turned.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Not known.
    case unknown
    /// Upright.
    case portrait
    /// Upright, with the top edge down.
    case portraitUpsideDown
    /// On its side, with the top edge of the device to the right.
    case landscapeLeft = 4
    /// On its side, with the top edge of the device to the left.
    case landscapeRight = 3

    /// Whether it is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it lies on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// How the device is held.
public enum UIDeviceOrientation: Int, Sendable {
    /// Not known. No device here reports it.
    case unknown
    /// Upright.
    case portrait
    /// Upright, with the top edge down.
    case portraitUpsideDown
    /// On its side, with the top edge to the left.
    case landscapeLeft
    /// On its side, with the top edge to the right.
    case landscapeRight
    /// On its back. No device here reports it.
    case faceUp
    /// On its face. No device here reports it.
    case faceDown

    /// Whether the device is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device lies on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The device that the app runs on, as the harness describes it. Without a harness it is an
/// unlocked phone held upright.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// The device of this process.
    public static let current = UIDevice()

    /// `pad` where the harness says so, and `phone` otherwise.
    public var userInterfaceIdiom: UIUserInterfaceIdiom {
        UIApplication.shared.device.idiom == "pad" ? .pad : .phone
    }

    /// How the harness says the device is held; `portrait` otherwise. It stays the same for the
    /// whole process.
    public var orientation: UIDeviceOrientation {
        switch UIApplication.shared.device.orientation {
        case "portraitUpsideDown": .portraitUpsideDown
        case "landscapeLeft": .landscapeLeft
        case "landscapeRight": .landscapeRight
        default: .portrait
        }
    }

    /// What kind of device it is, in a word: `iPhone` or `iPad`.
    public var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
    /// The name of the machine.
    public var name: String { ProcessInfo.processInfo.hostName }
    /// `Linux`, or what the kernel calls itself.
    public var systemName: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        return withUnsafeBytes(of: &names.sysname) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
    /// Nil: no device here has an identifier that lasts.
    public var identifierForVendor: UUID? { nil }

    /// The release of the kernel, such as `6.18.5`. Every saved state carries it (S9).
    public var systemVersion: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        return withUnsafeBytes(of: &names.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// The screen of the device.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The one screen.
    public static let main = UIScreen()

    /// The screen's size in points, as the harness gives it; 390 by 844 otherwise.
    public var bounds: CGRect {
        let device = UIApplication.shared.device
        return CGRect(x: 0, y: 0, width: device.screenWidth, height: device.screenHeight)
    }
    /// Pixels for a point: 2.
    public var scale: CGFloat { 2 }
    /// Those of the device.
    public var traitCollection: UITraitCollection { .current }
}
