import CrashStates

/// What a package consists of, from what `swift package dump-package` prints.
struct PackageManifest {
    var name = ""
    var executables: [String] = []
    var targets: [String] = []
    var dependencies: [Dependency] = []

    struct Dependency: Decodable {
        /// What targets call it.
        var identity: String
        /// Where it is, for one that is a folder of this machine.
        var path: String?
    }

    private struct Manifest: Decodable {
        struct Product: Decodable {
            var name: String
            var type: [String: [String]?]
        }
        struct Target: Decodable {
            var name: String
            var type: String
        }
        var name: String
        var products: [Product]
        var targets: [Target]
        /// Each with its kind, such as `fileSystem`.
        var dependencies: [[String: [Dependency]]]?
    }

    /// Anything before the JSON, such as a warning, is skipped; nil where there is none.
    init?(dump: String) {
        let text = dump[(dump.firstIndex(of: "{") ?? dump.endIndex)...]
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(text.utf8)) else {
            return nil
        }
        let declared = manifest.products.filter { $0.type.keys.contains("executable") }.map(\.name)
        // A target without a product of its own gets one by its name.
        let implied = manifest.targets.filter { $0.type == "executable" }.map(\.name)
        name = manifest.name
        executables = declared.isEmpty ? implied : declared
        targets = manifest.targets.map(\.name)
        dependencies = (manifest.dependencies ?? []).flatMap { $0.values.joined() }
    }
}
