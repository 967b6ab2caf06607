import ArgumentParser
import CrashStates
import Foundation
import Relaunch

/// A planted bug, as the catalogue tells of it.
struct CatalogueEntry: Decodable, Sendable {
    var name: String
    /// The rule that its wrong form breaks.
    var rule: String
    var program: String
    var standsOn: String
    /// Where it happened, if it is one that really did: the issue in which it was reported.
    var issue: String?
}

/// One of the lists of planted bugs.
enum CatalogueName: String, Sendable, EnumerableFlag {
    /// What people get wrong, planted with the rule that each breaks.
    case catalogue
    /// What happened in known programs, from their issue trackers.
    case happened
    /// What counts on more than file systems promise.
    case disks

    static func help(for name: Self) -> ArgumentHelp? {
        switch name {
        case .catalogue: "Audit what people get wrong, each planted for a rule."
        case .happened:
            """
            Audit the defects that really happened, each from an issue tracker. Each is found under \
            whatever rule is broken.
            """
        case .disks: "Audit what counts on more than file systems promise at a power failure."
        }
    }
}

/// Where things lie in the package.
struct Layout {
    /// The package's directory.
    let root: String
    /// Where the package's products are built.
    let products: String

    private static let planted = "Tests/Targets/Planted"

    /// Looks from a directory upward for the package.
    init(from directory: String, products: String) throws {
        var url = URL(fileURLWithPath: directory).standardizedFileURL
        while !FileManager.default.fileExists(atPath: Self.catalogue(in: url.path)) {
            guard url.path != "/" else { throw PlantedBugsError.noCatalogue(directory) }
            url.deleteLastPathComponent()
        }
        root = url.path
        self.products = products
    }

    func entries(of name: CatalogueName) throws -> [CatalogueEntry] {
        let path = Self.catalogue(in: root, name)
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            line in
            do {
                return try JSONDecoder().decode(CatalogueEntry.self, from: Data(line.utf8))
            } catch { throw PlantedBugsError.badEntry(path: path, line: String(line)) }
        }
    }

    /// The program of an entry. One in Python is no product.
    func program(of entry: CatalogueEntry) throws -> String {
        let path =
            entry.program.hasSuffix(".py")
            ? "\(root)/\(Self.planted)/Python/\(entry.program)" : "\(products)/\(entry.program)"
        guard Executable.isProgram(path) else {
            throw PlantedBugsError.notBuilt(path)
        }
        return path
    }

    private static func catalogue(
        in root: String, _ name: CatalogueName = .catalogue
    ) -> String {
        root + (root == "/" ? "" : "/") + planted + "/Golden/\(name.rawValue).jsonl"
    }
}

enum PlantedBugsError: Error, CustomStringConvertible {
    case noCatalogue(String)
    case badEntry(path: String, line: String)
    case notBuilt(String)
    case nothingChosen(String)
    case noAudit(target: String, reason: String)
    case noStress(target: String, status: Int32)

    var description: String {
        switch self {
        case .noCatalogue(let directory):
            "there is no catalogue of planted bugs above '\(directory)'; run this inside the package"
        case .badEntry(let path, let line):
            "a line of '\(path)' is no entry: \(line)"
        case .notBuilt(let path): "'\(path)' is not there or cannot be run; `swift build` makes it"
        case .nothingChosen(let filter):
            "no planted bug is called '\(filter)' or breaks a rule of that number; --list shows all"
        case .noAudit(let target, let reason): "the audit of \(target) has no result: \(reason)"
        case .noStress(let target, let status):
            "the stress run of \(target) has no result; it ended with status \(status)"
        }
    }
}
