import Foundation

/// The kind of device. A state may be restored on another kind than it was saved on (R17).
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known. No device here reports it.
    case unspecified = -1
    /// A phone, on which one column fits.
    case phone
    /// A pad, on which columns are beside each other.
    case pad
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
@MainActor
public final class UIDevice {
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
@MainActor
public final class UIScreen {
    /// The one screen.
    public static let main = UIScreen()

    /// The screen's size in points, as the harness gives it; 390 by 844 otherwise.
    public var bounds: CGRect {
        let device = UIApplication.shared.device
        return CGRect(x: 0, y: 0, width: device.screenWidth, height: device.screenHeight)
    }
}
