import Relaunch

/// The build of one product, wanted by any number of scenario files.
final class TargetBuild {
    enum Stage {
        case waiting
        case building(ChildProcess)
        /// The package does not have it; asking which products it has, for the message.
        case describing(ChildProcess)
        case done(Result<String, TargetProblem>)
    }

    let product: String
    let package: EnclosingPackage
    var stage = Stage.waiting
    /// When a person should be told that it takes its time.
    var announcement: ContinuousClock.Instant?

    init(product: String, package: EnclosingPackage) {
        self.product = product
        self.package = package
    }

    var result: Result<String, TargetProblem>? {
        if case .done(let result) = stage { result } else { nil }
    }

    var process: ChildProcess? {
        switch stage {
        case .building(let child), .describing(let child): child
        case .waiting, .done: nil
        }
    }
}

/// A suite's target cannot be found or built.
enum TargetProblem: Error, CustomStringConvertible {
    case noFile(String, named: String)
    case notExecutable(String)
    case notOnPath(String)
    /// The same of a driver that takes no product of a package.
    case noProgram(String)
    case noProduct(String, package: String, products: [String])
    case notBuilt(String, output: String)
    case notStarted(String, reason: String)

    var description: String {
        switch self {
        case .noFile(let path, let name):
            """
            the target '\(name)' is not there: there is no file '\(path)'\(Self.hint(path, name))
            """
        case .notExecutable(let path):
            "the target '\(path)' is not executable; `chmod +x` it, or name another file"
        case .notOnPath(let name):
            """
            there is no target '\(name)': there is no package here whose product it could be, and no \
            program of that name on the PATH. For a file, write a path with a '/'
            """
        case .noProgram(let name):
            """
            there is no target '\(name)': no program of that name is on the PATH\(Self.package(of: name)). For \
            a file, write a path with a '/'
            """
        case .noProduct(let name, let package, let products):
            """
            there is no target '\(name)': the package '\(package)' has no executable product of that \
            name\(Self.hint(name, products)), and there is no such program on the PATH
            """
        case .notBuilt(let name, let output):
            "the target '\(name)' could not be built:\n\(output)"
        case .notStarted(let name, let reason):
            "the target '\(name)' could not be built: \(reason)"
        }
    }

    /// How to get a browser that is not there.
    private static func package(of program: String) -> String {
        let packages = [
            "chromium": "chromium", "firefox-esr": "firefox-esr", "firefox": "firefox-esr",
        ]
        return packages[program].map { "; install it, in Debian the package \($0)" } ?? ""
    }

    /// What a path is relative to, for one that is.
    private static func hint(_ path: String, _ name: String) -> String {
        path == name ? "" : " (a path with a '/' is relative to the scenario file's folder)"
    }

    private static func hint(_ name: String, _ products: [String]) -> String {
        if products.isEmpty { return " (it has none at all)" }
        let list = products.map { "'\($0)'" }.joined(separator: ", ")
        let near = closest(to: name, among: products)
        return " (it has \(list)\(near.map { "; did you mean '\($0)'?" } ?? ""))"
    }
}
