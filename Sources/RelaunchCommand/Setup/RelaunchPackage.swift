import CrashStates
import Relaunch

/// Where the package of Relaunch is, on which a test target depends.
enum RelaunchPackage {
    /// The package depends on it already.
    case known(identity: String)
    case path(String)
    case url(String)

    /// Looks where it may be: among the dependencies, in what was typed, and around this `relaunch`.
    ///
    /// - Parameter typed: a URL, or a path.
    init?(in manifest: PackageManifest, typed: String?) {
        if let known = manifest.dependencies.first(where: Self.isRelaunch) {
            self = .known(identity: known.identity)
        } else if let typed {
            let isURL = typed.contains("://") || typed.hasPrefix("git@")
            self = isURL ? .url(typed) : .path(Path.absolute(typed))
        } else if let checkout = Self.checkout {
            self = .path(checkout)
        } else {
            return nil
        }
    }

    private static func isRelaunch(_ dependency: PackageManifest.Dependency) -> Bool {
        dependency.identity == "relaunch" || dependency.path.map(isCheckout) == true
    }

    static func isCheckout(_ path: String) -> Bool {
        FileStamp(path + "/Sources/RelaunchTesting")?.isDirectory == true
            && FileStamp(path + "/Package.swift") != nil
    }

    /// The checkout that this `relaunch` was built in; nil for one that is installed.
    private static var checkout: String? {
        let folder = Path.directory(of: Installation.program)
        return Path.nearestDirectory(with: "Package.swift", from: folder)
            .flatMap { isCheckout($0) ? $0 : nil }
    }

    /// What targets call it.
    var identity: String {
        switch self {
        case .known(let identity): identity
        case .path(let place), .url(let place):
            Path.name(of: place.hasSuffix(".git") ? String(place.dropLast(4)) : place).lowercased()
        }
    }

    /// What adds it to the package at a root.
    func additions(to root: String) -> [[String]] {
        switch self {
        case .known: []
        case .path(let path):
            [["add-dependency", Path.relative(path, to: root), "--type", "path"]]
        case .url(let url): [["add-dependency", url, "--from", relaunchVersion]]
        }
    }
}
