/// The executable products of a package, from what `swift package dump-package` prints.
struct PackageProducts {
    let executables: [String]

    private struct Manifest: Decodable {
        struct Product: Decodable {
            var name: String
            var type: [String: [String]?]
        }
        struct Target: Decodable {
            var name: String
            var type: String
        }
        var products: [Product]
        var targets: [Target]
    }

    /// Anything before the JSON, such as a warning, is skipped; where there is none there are no products.
    init(dump: String) {
        let text = dump[(dump.firstIndex(of: "{") ?? dump.endIndex)...]
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(text.utf8)) else {
            executables = []
            return
        }
        let declared = manifest.products.filter { $0.type.keys.contains("executable") }.map(\.name)
        // A target without a product of its own gets one by its name.
        let implied = manifest.targets.filter { $0.type == "executable" }.map(\.name)
        executables = declared.isEmpty ? implied : declared
    }
}
