import ArgumentParser
import CrashStates
import Relaunch

/// Makes the scenarios of a package a part of its tests and of its continuous integration. What is there
/// stays as it is, and everything that is done is said.
struct PackageSetup {
    let package: EnclosingPackage
    let manifest: PackageManifest
    /// Where Relaunch's package is, where that was typed.
    let dependency: String?

    private var root: String { package.root }
    private var scenarios: String { root + "/" + FileSelection.defaultFolder }

    /// Whether the package is one's own: the one that has `relaunch` itself has its tests already.
    static func isOwn(_ package: EnclosingPackage) -> Bool {
        !RelaunchPackage.isCheckout(package.root)
    }

    /// Refuses what was typed where it is of no use, before anything is written.
    func check() throws {
        if case .path(let path)? = RelaunchPackage(in: manifest, typed: dependency),
            !RelaunchPackage.isCheckout(path)
        {
            throw ValidationError(
                "--dependency is '\(dependency ?? path)', where no package of Relaunch is")
        }
    }

    func perform() throws {
        guard let relaunch = RelaunchPackage(in: manifest, typed: dependency) else {
            printError(
                """
                no test target and no CI file: nothing says where the package of Relaunch is. Name it: \
                relaunch init --dependency URL-OR-PATH
                """)
            return
        }
        // Without the dependency there is no `swift run relaunch`.
        if try addTests(relaunch) { try addContinuousIntegration(relaunch) }
    }

    // MARK: Tests

    /// What tests and their module are called.
    private var testTarget: String {
        let letters = manifest.name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = letters.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return (name.first?.isNumber == false ? name : "Package" + name) + "ScenarioTests"
    }

    /// Returns whether the package depends on Relaunch now.
    private func addTests(_ relaunch: RelaunchPackage) throws -> Bool {
        let name = testTarget
        let folder = "\(root)/Tests/\(name)"
        let additions = relaunch.additions(to: root)
        guard FileStamp(folder) == nil, !manifest.targets.contains(name) else {
            printError("left the test target '\(name)' as it is")
            return additions.isEmpty
        }
        let suites = try suites()
        if let twice = Dictionary(grouping: suites, by: \.self).first(where: { $1.count > 1 })?.key
        {
            printError(
                """
                no test target: two scenario files call their suite '\(twice)', and tests are one module. \
                Give each constant a name of its own, and call `relaunch init` again
                """)
            return additions.isEmpty
        }
        let products = manifest.executables.filter(manifest.targets.contains)
        do {
            try SwiftPackage(package: package).change(
                additions + [["add-target", name, "--type", "test"]]
                    + ["Relaunch", "RelaunchTesting"].map {
                        ["add-target-dependency", $0, name, "--package", relaunch.identity]
                    } + products.map { ["add-target-dependency", $0, name] })
        } catch {
            remove(folder)
            throw error
        }
        let source = "\(folder)/\(name).swift"
        try writeFile(Self.tests(of: suites), to: source)
        let link = folder + "/" + FileSelection.defaultFolder
        guard symlink("../../" + FileSelection.defaultFolder, link) == 0 else {
            throw FileError(action: "make the link", path: link, code: errno)
        }
        let added = additions.isEmpty ? "" : "the package of Relaunch and "
        printError("changed \(shown(root + "/Package.swift")): added \(added)the target '\(name)'")
        printError("wrote \(shown(source)): the scenarios under `swift test`")
        printError("linked \(shown(link)) to \(shown(scenarios))")
        return true
    }

    /// The constants of the scenario files.
    private func suites() throws -> [String] {
        try names(in: scenarios).filter { $0.hasSuffix(".swift") }.flatMap { name in
            let text = SourceText(try readFile(scenarios + "/" + name))
            return ConstantScanner.constants(of: "Suite", in: text).map(\.name)
        }
    }

    private static func tests(of suites: [String]) -> String {
        let tests = suites.map { suite in
            """

            @Test(arguments: \(suite).scenarios)
            func \(suite)Scenario(_ scenario: Scenario) async throws { try await scenario.verify() }

            """
        }
        return """
            import Relaunch
            import RelaunchTesting
            import Testing

            // The scenario files are those of the folder \(FileSelection.defaultFolder), by a link: write a test for \
            each new suite.
            \(tests.joined())
            """
    }

    // MARK: Continuous integration

    private func addContinuousIntegration(_ relaunch: RelaunchPackage) throws {
        let isGitLab = FileStamp(root + "/.gitlab-ci.yml") != nil
        let path = root + (isGitLab ? "/.gitlab/relaunch.yml" : "/.github/workflows/relaunch.yml")
        guard FileStamp(path) == nil else {
            return printError("left \(shown(path)) as it is")
        }
        try makeDirectory(Path.directory(of: path))
        try writeFile(
            isGitLab ? ContinuousIntegrationFile.gitLab : ContinuousIntegrationFile.gitHub, to: path
        )
        printError("wrote \(shown(path)): the scenarios in continuous integration")
        if isGitLab {
            printError(
                "  to use it, add to .gitlab-ci.yml: include: [{ local: .gitlab/relaunch.yml }]")
        }
        if case .path(let place) = relaunch {
            printError(
                """
                  other machines do not have '\(Path.relative(place))': replace that path in Package.swift \
                by the URL of Relaunch's repository
                """)
        }
    }

    private func shown(_ path: String) -> String { Path.relative(path) }
}
