import ArgumentParser
import CrashStates
import Relaunch

/// Asks and changes the manifest of a package by `swift package`.
struct SwiftPackage {
    let package: EnclosingPackage

    /// What the package consists of; nil where `swift` is not there or does not understand it.
    func manifest() throws -> PackageManifest? {
        let processes = try ProcessTable()
        guard let child = try call(["dump-package"], processes) else { return nil }
        return PackageManifest(dump: child.output.text)
    }

    /// Carries out changes of the manifest, all or none.
    func change(_ commands: [[String]]) throws {
        let path = package.root + "/Package.swift"
        let before = try readFile(path)
        do {
            let processes = try ProcessTable()
            for command in commands + [["dump-package"]] {
                guard let child = try call(command, processes) else {
                    throw ValidationError(
                        "there is no `swift` on the PATH, which changes Package.swift")
                }
                guard case .exited(0)? = child.exit?.status else {
                    throw ValidationError(
                        """
                        Package.swift is left as it was: `swift package \(command.joined(separator: " "))` \
                        says:
                        \(child.output.lastLines(20))
                        """)
                }
            }
        } catch {
            try writeFile(before, to: path)
            throw error
        }
    }

    private func call(_ arguments: [String], _ processes: ProcessTable) throws -> ChildProcess? {
        guard let swift = Path.program("swift", in: processes.environment) else { return nil }
        let child = try processes.start(
            swift,
            ["package", "--package-path", package.root] + package.lockArguments + arguments,
            directory: package.root)
        try processes.wait(for: child, within: .seconds(120))
        return child
    }
}
