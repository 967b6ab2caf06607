import RelaunchProtocol

/// Changes the device that the next launch finds, as when a phone's backup is restored on a tablet, or
/// the device was turned while the target was dead (rule R17).
///
/// The target learns it in the answer to its `hello`. What is not named stays as it is.
///
/// ```swift
/// ChangeIdiom(.pad)
/// ChangeIdiom(orientation: .landscapeLeft)
/// ChangeIdiom(.phone, orientation: .portrait, width: 320, height: 568)
/// ```
public struct ChangeIdiom: Step {
    /// A kind of device, as UIKit tells them apart.
    public enum Idiom: String, Sendable, Hashable {
        /// A device of an iPhone's size.
        case phone
        /// A device of an iPad's size.
        case pad
    }

    /// How a device is held, as UIKit names it.
    public enum Orientation: String, Sendable, Hashable {
        /// Upright.
        case portrait
        /// Upright, with its top below.
        case portraitUpsideDown
        /// On its side, turned one way.
        case landscapeLeft
        /// On its side, turned the other way.
        case landscapeRight

        var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    }

    /// The kind of device; nil where it stays as it is.
    public let idiom: Idiom?
    /// How the device is held; nil where that stays as it is.
    public let orientation: Orientation?
    /// In points, as the target sees the screen in its orientation.
    public let width: Double?
    /// In points, as the target sees the screen in its orientation.
    public let height: Double?
    public let location: FileLocation

    /// - Parameters:
    ///   - width: of the screen in points, in that orientation; without it that of a common device.
    ///   - height: the same.
    public init(
        _ idiom: Idiom? = nil, orientation: Orientation? = nil, width: Double? = nil,
        height: Double? = nil, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        self.idiom = idiom
        self.orientation = orientation
        self.width = width
        self.height = height
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        let parts = [
            idiom.map { ".\($0)" }, orientation.map { "orientation: .\($0)" },
            width.map { "width: \($0)" }, height.map { "height: \($0)" },
        ].compactMap(\.self)
        return "ChangeIdiom(\(parts.joined(separator: ", ")))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.device)
        rehearsal.needsDead(because: "a target learns of its device when it is launched")
        if idiom == nil, orientation == nil, width == nil, height == nil {
            rehearsal.problem("it changes nothing; name an idiom, an orientation or a size")
        }
        if (width == nil) != (height == nil) {
            rehearsal.problem("a screen has a width and a height; name both or neither")
        }
        for length in [width, height].compactMap(\.self) where !(length >= 1 && length <= 100_000) {
            rehearsal.problem("a screen cannot be \(length) points wide or high; give 1 to 100000")
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        var device = session.world.device
        let wasLandscape = Orientation(rawValue: device.orientation)?.isLandscape ?? false
        if let idiom, idiom.rawValue != device.idiom {
            device.idiom = idiom.rawValue
            (device.screenWidth, device.screenHeight) = idiom == .pad ? (820, 1180) : (390, 844)
            if wasLandscape { swap(&device.screenWidth, &device.screenHeight) }
        }
        if let orientation {
            device.orientation = orientation.rawValue
            if orientation.isLandscape != wasLandscape {
                swap(&device.screenWidth, &device.screenHeight)
            }
        }
        device.screenWidth = width ?? device.screenWidth
        device.screenHeight = height ?? device.screenHeight
        session.world.device = device
        session.log(
            "the device is now a \(device.idiom), \(device.orientation), "
                + "\(device.screenWidth) × \(device.screenHeight)")
        return .step
    }
}
