import CrashStates
import Relaunch

extension Scenario {
    /// Where the target's executable is: beside the scenario file where it is named by a path,
    /// among the products that were built with these tests, or on the `PATH`. Nil leaves the search
    /// to the driver.
    func resolvedExecutable() throws -> String? {
        guard let target = placement?.target, target.driver.can(.package) else { return nil }
        let name = target.executable
        if name.hasPrefix("/") { return name }
        if name.contains("/") { return location.absolutePath(beside: name) }
        let products = Executable.folder
        if let candidate = products.map({ "\($0)/\(name)" }), Executable.isProgram(candidate) {
            return candidate
        }
        if let path = Executable.onPath(name) { return path }
        throw TargetNotFound(name: name, folder: products ?? "the folder of the tests")
    }
}

/// No executable was found for a suite's target.
struct TargetNotFound: Error, CustomStringConvertible {
    var name: String
    var folder: String
    var description: String {
        """
        there is no executable '\(name)' in \(folder) and none on the PATH; add the product to the test \
        target's dependencies, or name a path
        """
    }
}
