import Foundation

public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone
    case pad
}

public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The device that the app runs on, as far as the harness describes one.
@MainActor
public final class UIDevice {
    public static let current = UIDevice()

    public var userInterfaceIdiom: UIUserInterfaceIdiom {
        UIApplication.shared.device.idiom == "pad" ? .pad : .phone
    }

    /// The harness says how it is held; otherwise it is upright.
    public var orientation: UIDeviceOrientation {
        switch UIApplication.shared.device.orientation {
        case "portraitUpsideDown": .portraitUpsideDown
        case "landscapeLeft": .landscapeLeft
        case "landscapeRight": .landscapeRight
        default: .portrait
        }
    }

    /// The release of the system's kernel.
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
    public static let main = UIScreen()

    /// In points.
    public var bounds: CGRect {
        let device = UIApplication.shared.device
        return CGRect(x: 0, y: 0, width: device.screenWidth, height: device.screenHeight)
    }
}
