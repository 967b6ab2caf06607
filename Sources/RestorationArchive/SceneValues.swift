/// What belongs to scenes rather than to controllers, as its file holds it (P3).
package struct SceneValues: Equatable, Sendable {
    /// By the name of the scene.
    package var scenes: [String: KeyedValues] = [:]

    package static let magic = "RLSCENES"
    package static let version: UInt32 = 1

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

    package init(file: [UInt8]) throws(UnusableFile) {
        var reader = try SealedFile.open(file, magic: Self.magic, version: Self.version)
        do throws(Damage) {
            let entries = try reader.readArray { reader throws(Damage) in
                (try reader.readString(), try KeyedValues(from: &reader))
            }
            guard reader.isAtEnd else { throw reader.damage("something follows its end") }
            scenes = Dictionary(entries, uniquingKeysWith: { $1 })
        } catch {
            throw .damaged(error)
        }
    }
}
