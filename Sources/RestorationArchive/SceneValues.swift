/// The values of scenes, as their file stores them (P3).
package struct SceneValues: Equatable, Sendable {
    /// The values by the name of the scene.
    package var scenes: [String: KeyedValues] = [:]

    /// The first eight bytes of the file.
    package static let magic = "RLSCENES"
    /// The version of the format that is written.
    package static let version: UInt32 = 1

    /// No values.
    package init() {}

    /// The content of the file.
    package var file: [UInt8] {
        SealedFile.seal(magic: Self.magic, version: Self.version) { writer in
            writer.write(scenes.sorted { $0.key < $1.key }) { writer, scene in
                writer.write(scene.key)
                scene.value.write(to: &writer)
            }
        }
    }

    /// Reads the content of the file.
    ///
    /// - Throws: `UnusableFile` where anything is not as it was written.
    package init(file: [UInt8]) throws(UnusableFile) {
        var reader = try SealedFile.open(file, magic: Self.magic, version: Self.version)
        do throws(Damage) {
            let entries = try reader.readArray { reader throws(Damage) in
                (try reader.readString(), try KeyedValues(from: &reader))
            }
            guard reader.isAtEnd else { throw reader.damage("there are bytes after its end") }
            scenes = Dictionary(entries, uniquingKeysWith: { $1 })
        } catch {
            throw .damaged(error)
        }
    }
}
