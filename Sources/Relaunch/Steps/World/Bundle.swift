import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An app as an update has placed it: its executable in a directory of its own, with an
/// `Info.plist`.
package struct Bundle: Sendable {
    /// The executable inside.
    let executable: String
    /// The executable that it was copied from.
    let source: String
    /// The executable of the suite, as it was before any update: names are looked up beside it.
    let original: String
    let information: BundleInformation
    /// Goes with the last session that launches from it; nil for what no update has placed.
    private let directory: PrivateDirectory?

    /// An app that lies where it was built.
    init(existing executable: String) {
        self.executable = executable
        source = executable
        original = executable
        directory = nil
        var information = BundleInformation(beside: executable) ?? BundleInformation()
        information.identifier = information.identifier ?? Self.name(of: executable)
        self.information = information
    }

    /// Places the executable `source`, as an update of another bundle, in a new directory.
    ///
    /// Where an `Info.plist` is beside it, that directory is its bundle, and is copied as a whole;
    /// otherwise the libraries and resources beside it are linked to, and all that is beside a
    /// script, which may read any of it.
    init(of source: String, replacing old: Bundle, version: String?, at path: String) throws {
        let directory = PrivateDirectory(path)
        let folder = String(source[..<(source.lastIndex(of: "/") ?? source.startIndex)])
        var information = BundleInformation(beside: source)
        if information != nil {
            try FileTree.copy(folder, to: path)
        } else {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            // The file that a link leads to: an executable finds what is beside it by its real
            // path.
            let real = FileTree.resolved(source) ?? source
            try FileTree.copy(real, to: path + "/" + Self.name(of: source))
            try Self.linkCompanions(of: source, in: folder, to: path)
        }
        var merged = information ?? BundleInformation()
        merged.identifier = merged.identifier ?? old.information.identifier
        merged.version = version ?? merged.version ?? old.information.version
        information = merged
        try merged.write(to: path + "/" + BundleInformation.name)
        self.directory = directory
        self.source = source
        original = old.original
        executable = path + "/" + Self.name(of: source)
        self.information = merged
    }

    private static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// What an executable may load from beside it.
    private static func linkCompanions(
        of executable: String, in folder: String, to path: String
    ) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let isScript = ExecutableFile.isScript(executable)
        let suffixes = [".so", ".resources", ".bundle"]
        for name in names
        where name != Self.name(of: executable)
            && (isScript || name.contains(".so.") || suffixes.contains(where: name.hasSuffix))
        {
            try FileManager.default.createSymbolicLink(
                atPath: path + "/" + name, withDestinationPath: folder + "/" + name)
        }
    }
}

/// What an `Info.plist` says of an app: what restoration asks for, and whatever else there is.
package struct BundleInformation: Sendable {
    static let name = "Info.plist"

    private var entries: [String: PropertyListValue] = [:]

    var identifier: String? {
        get { self["CFBundleIdentifier"] }
        set { self["CFBundleIdentifier"] = newValue }
    }
    var version: String? {
        get { self["CFBundleVersion"] }
        set { self["CFBundleVersion"] = newValue }
    }

    private subscript(key: String) -> String? {
        get { if case .string(let text)? = entries[key] { text } else { nil } }
        set { entries[key] = newValue.map(PropertyListValue.string) }
    }

    init() {}

    /// That of the `Info.plist` in an executable's folder; nil where there is none that can be
    /// read.
    init?(beside executable: String) {
        let folder = executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)]
        guard let data = FileManager.default.contents(atPath: folder + "/" + Self.name),
            let entries = try? PropertyListDecoder().decode(
                [String: PropertyListValue].self, from: data)
        else { return nil }
        self.entries = entries
    }

    /// Writes it in place of what is there.
    func write(to path: String) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        try encoder.encode(entries).write(to: URL(fileURLWithPath: path))
    }
}
