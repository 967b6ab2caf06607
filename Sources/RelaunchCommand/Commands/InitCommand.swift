import ArgumentParser
import CrashStates
import Relaunch

/// `relaunch init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a first scenario file that runs as it is.",
        discussion: """
            A program that is named by a path, and a product that is built, is launched in an empty \
            directory to find out whether it speaks the target protocol. One that does not is run to its \
            end, as one on the PATH is. One that says nothing and runs on is tried with --version and --help: \
            after three seconds it is refused.

            In a package, without the name of a file, the scenarios become a part of its tests and of its \
            continuous integration too: a test target with a link to the folder Scenarios, which Package.swift \
            gets with the package of Relaunch, and .github/workflows/relaunch.yml, or .gitlab/relaunch.yml \
            where there is a .gitlab-ci.yml. Nothing that is there is overwritten.

            EXAMPLES
              relaunch init                             for a product of this package, in its tests
              relaunch init --target notes              for this one
              relaunch init Todo.swift --target ./todo.py
                                                        for a script
              relaunch init Git.swift --target git      for any program
              relaunch init --editor                    for the editor alone, where files are there
            """)

    @Argument(
        help: """
            The file to write; an existing one is left alone. (default: Scenarios/First.swift in a \
            package, else First.swift)
            """, completion: .file(extensions: ["swift"]))
    var file: String?

    @Option(
        help: ArgumentHelp(
            """
            The program to test: a product of the enclosing package, a path with a '/', or a program on \
            the PATH. (default: the package's first executable product)
            """, valueName: "program"))
    var target: String?

    @Option(
        help: ArgumentHelp(
            """
            Where a package gets Relaunch from that does not depend on it yet. (default: the checkout of \
            this `relaunch`)
            """, valueName: "url|path"))
    var dependency: String?

    @Flag(
        help: """
            Write only what an editor needs to complete and check the scenario files that are there.
            """)
    var editor = false

    func validate() throws {
        if dependency != nil, editor || file != nil {
            throw ValidationError(
                """
                --dependency is for the tests of a package, which `relaunch init` writes where it is given \
                neither a file nor --editor
                """)
        }
        if editor, target != nil {
            throw ValidationError(
                "--editor writes no scenario file, so --target has no use; leave one of them out")
        }
    }

    /// The example that comes with Relaunch.
    private static let example = "notes"

    func run() throws {
        if editor { return try connectEditor(to: try editedFolder()) }
        let package = EnclosingPackage(around: Path.workingDirectory)
        let manifest = try package.flatMap { try SwiftPackage(package: $0).manifest() }
        let path = file ?? defaultFile(in: package)
        let folder = Path.directory(of: Path.absolute(path))
        let hasScenarios = names(in: folder).contains { $0.hasSuffix(".swift") }
        guard file == nil, let package, let manifest, PackageSetup.isOwn(package) else {
            if dependency != nil {
                throw ValidationError(
                    "--dependency is for a package of your own, and there is none here")
            }
            return try writeScenarios(to: path, package, manifest)
        }
        let setup = PackageSetup(package: package, manifest: manifest, dependency: dependency)
        try setup.check()
        if hasScenarios, target == nil {
            printError("left \(Path.relative(folder)) as it is, which has scenarios")
            try connectEditor(to: Path.relative(folder))
        } else {
            try writeScenarios(to: path, package, manifest, announces: false)
        }
        do {
            try setup.perform()
        } catch let error as FileError {
            throw ValidationError("\(error)")
        }
        printError("Now run it:")
        printOutput("\(Invocation.text()) run")
    }

    /// Writes the first file, and what an editor needs beside it.
    private func writeScenarios(
        to path: String, _ package: EnclosingPackage?, _ manifest: PackageManifest?,
        announces: Bool = true
    ) throws {
        guard path.hasSuffix(".swift") else {
            throw ValidationError(
                "'\(path)' is no name for a scenario file; write '\(path).swift', or another one")
        }
        guard FileStamp(path) == nil else {
            throw ValidationError(
                "'\(path)' exists already and is left as it is; name another file")
        }
        let text = try text(for: path, in: package, manifest)
        do {
            try makeDirectory(Path.directory(of: Path.absolute(path)))
            try writeFile(text.replacing("FILE", with: path.shellQuoted), to: path)
        } catch {
            throw ValidationError("\(error)")
        }
        try connectEditor(to: Path.directory(of: path))
        guard announces else { return printError("wrote \(path)") }
        printError("wrote \(path). Now run it:")
        printOutput("\(Invocation.text()) run \(path.shellQuoted)")
    }

    /// Writes what sourcekit-lsp needs beside scenario files.
    private func connectEditor(to folder: String) throws {
        let connection = EditorConnection(folder: folder)
        do {
            let environment = ProcessInfo.processInfo.environment
            try connection.write(swiftc: (try? Compiler(environment: environment))?.path)
        } catch {
            throw ValidationError("\(error)")
        }
        printError("wrote \(connection.path), by which editors find Relaunch")
    }

    /// The folder that `--editor` is about.
    private func editedFolder() throws -> String {
        guard let file else { return FileSelection.defaultDirectory() ?? "." }
        guard let stamp = FileStamp(file) else {
            throw ValidationError(
                "'\(file)' is not there; name a scenario file or a folder of them")
        }
        return stamp.isDirectory ? file : Path.directory(of: file)
    }

    private func defaultFile(in package: EnclosingPackage?) -> String {
        guard let package else { return "First.swift" }
        return Path.relative(package.root + "/" + FileSelection.defaultFolder + "/First.swift")
    }

    private func text(
        for path: String, in package: EnclosingPackage?, _ manifest: PackageManifest?
    ) throws -> String {
        if let target, target.contains("/") {
            // In the file the path is relative to the file's own folder.
            let program = Path.absolute(target)
            guard FileStamp(program) != nil else {
                throw ValidationError(
                    "there is no file '\(target)'; name another one with --target")
            }
            return try FirstTrial(of: program, named: target)
                .text(naming: name(of: program, beside: path))
        }
        let products = manifest?.executables ?? []
        if let target {
            if products.contains(target) { return try text(ofProduct: target, package, path) }
            let environment = ProcessInfo.processInfo.environment
            guard let program = Path.program(target, in: environment) else {
                let place = package == nil ? "" : "product of this package and no "
                throw ValidationError(
                    """
                    there is no \(place)program on the PATH that is called '\(target)'; for a file, \
                    write a path with a '/'
                    """)
            }
            return try FirstTrial(of: program, named: target).commandText(naming: target)
        }
        if products.contains(Self.example) {
            return try text(ofProduct: Self.example, package, path)
        }
        guard let product = products.first(where: { !$0.hasPrefix("relaunch") }) else {
            throw ValidationError(
                "there is no package with an executable product here; name the program with --target"
            )
        }
        return try text(ofProduct: product, package, path)
    }

    /// A product that is not built yet is not tried: the first run builds it.
    private func text(
        ofProduct product: String, _ package: EnclosingPackage?, _ path: String
    ) throws -> String {
        guard let program = package?.executable(product), Executable.isProgram(program) else {
            return FirstScenario.app(product, nil)
        }
        let trial = FirstTrial(of: program, named: product)
        return try trial.text(naming: name(of: program, beside: path), app: product)
    }

    /// How a file names a program: by a path that is relative to the file's folder.
    private func name(of program: String, beside path: String) -> String {
        let folder = Path.directory(of: Path.absolute(path))
        let relative = Path.relative(program, to: folder)
        return relative.contains("/") ? relative : "./" + relative
    }
}
