import Foundation

/// Hears which picture the user has taken or chosen.
@preconcurrency @MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    /// There is a picture. Nothing here takes one: code that plays the user calls it.
    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    /// The user wants none. Code that plays the user calls it.
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    /// Does nothing.
    public func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {}
    /// Does nothing.
    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}

/// Takes or chooses a picture, in a controller of the system's. Nothing of it is drawn or saved. There is
/// neither a camera nor a library here, which ``isSourceTypeAvailable(_:)`` says.
@preconcurrency @MainActor
open class UIImagePickerController: UINavigationController {
    /// Where pictures come from.
    public enum SourceType: Int, Sendable {
        /// All albums.
        case photoLibrary
        /// A new picture.
        case camera
        /// The pictures that were taken.
        case savedPhotosAlbum
    }

    /// What a camera makes.
    public enum CameraCaptureMode: Int, Sendable {
        /// A picture.
        case photo
        /// A film.
        case video
    }

    /// What is known of a picture.
    public struct InfoKey: RawRepresentable, Hashable, Sendable {
        /// The text that stands for it.
        public let rawValue: String
        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The picture as it was.
        public static let originalImage = Self(
            rawValue: "UIImagePickerControllerOriginalImage")
        /// The picture as the user has cut it.
        public static let editedImage = Self(rawValue: "UIImagePickerControllerEditedImage")
        /// The part that the user has cut.
        public static let cropRect = Self(rawValue: "UIImagePickerControllerCropRect")
        /// The address of a file with the picture.
        public static let imageURL = Self(rawValue: "UIImagePickerControllerImageURL")
        /// The address of a file with the film.
        public static let mediaURL = Self(rawValue: "UIImagePickerControllerMediaURL")
        /// Whether it is a picture or a film.
        public static let mediaType = Self(rawValue: "UIImagePickerControllerMediaType")
    }

    /// Where pictures come from.
    open var sourceType = SourceType.photoLibrary
    /// Whether the user may cut the picture.
    open var allowsEditing = false
    /// Which media are taken, by their types.
    open var mediaTypes = ["public.image"]
    /// What the camera makes.
    open var cameraCaptureMode = CameraCaptureMode.photo

    /// Whether there are pictures from there: never.
    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { false }
    /// The media of a source: none.
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? { nil }
}
