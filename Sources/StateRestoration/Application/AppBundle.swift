import Foundation

/// What the app is called, and its version (S9).
struct AppBundle: Equatable, Sendable {
    var identifier: String
    var version: String
    /// The version that users read; nil where the app has not said, and it is `version`.
    var shortVersion: String?
    var name: String
    /// Its initial controller is the window's root from the start (R1).
    var mainStoryboard: String?
    /// The same on a pad, where it is another one: `UIMainStoryboardFile~ipad`.
    var mainStoryboardOnPad: String?
    /// Which scenes the app has; nil where the `Info.plist` does not say.
    var sceneManifest: SceneManifest?

    init(identifier: String, version: String, name: String? = nil) {
        self.identifier = identifier
        self.version = version
        self.name = name ?? identifier
    }

    /// Reads the `Info.plist` beside the executable. Without one, the identifier is the executable's
    /// name, and the version is 1. Launch arguments such as `-CFBundleVersion 2` override both.
    init(executable: String, arguments: LaunchArguments) {
        let slash = executable.lastIndex(of: "/")
        let fileName =
            slash.map { String(executable[executable.index(after: $0)...]) } ?? executable
        let folder = slash.map { String(executable[..<$0]) } ?? "."
        let info = Self.information(at: folder + "/Info.plist")
        func value(_ key: String) -> String? { arguments[key] ?? info[key] as? String }
        name = value("CFBundleName") ?? fileName
        identifier = value("CFBundleIdentifier") ?? fileName
        version = value("CFBundleVersion") ?? "1"
        shortVersion = value("CFBundleShortVersionString")
        mainStoryboard = value("UIMainStoryboardFile~iphone") ?? value("UIMainStoryboardFile")
        mainStoryboardOnPad = value("UIMainStoryboardFile~ipad")
        sceneManifest = SceneManifest(info)
        // It becomes the name of a directory.
        identifier.replace("/", with: "-")
        if identifier.isEmpty || identifier.hasPrefix(".") { identifier = "app" + identifier }
    }

    private static func information(at path: String) -> [String: Any] {
        guard access(path, R_OK) == 0, let data = FileManager.default.contents(atPath: path),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        else { return [:] }
        return list as? [String: Any] ?? [:]
    }

    /// The path of the running executable.
    static var executablePath: String {
        #if os(Linux)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
            if count > 0 {
                return String(
                    decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
            return CommandLine.arguments.first ?? "app"
        #else
            return Bundle.main.executablePath ?? "app"
        #endif
    }
}

/// Launch arguments in pairs, as user defaults read them: `-Name value`. An argument with two dashes is
/// the app's own.
struct LaunchArguments: Sendable {
    private var values: [String: String] = [:]

    init(_ arguments: [String]) {
        var index = 0
        while index < arguments.count {
            let name = arguments[index]
            if name.hasPrefix("-"), !name.hasPrefix("--"), index + 1 < arguments.count {
                values[String(name.dropFirst())] = arguments[index + 1]
                index += 2
            } else {
                index += 1
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    func bool(_ name: String) -> Bool {
        guard let value = values[name]?.uppercased() else { return false }
        return ["YES", "TRUE", "1"].contains(value)
    }
}
