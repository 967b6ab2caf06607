import CrashStates
import Relaunch

/// Compiles rewritten files as an app on Linux would be, without making a program of them.
struct SourceCheck {
    let compiler: Compiler
    let kit: AdoptKit
    /// Where what the compiler reads is written.
    let directory: String

    /// Returns whether they compile, and what the compiler said. It names the files as they were typed,
    /// with the lines of the new texts.
    func compile(
        _ files: [(path: String, text: String)], _ processes: ProcessTable
    ) throws -> (compiles: Bool, output: String) {
        var entries: [JSON] = []
        for (number, file) in files.enumerated() {
            let contents = "\(directory)/\(number).swift"
            try writeFile(file.text, to: contents)
            entries.append([
                "type": "file", "name": .string(Path.absolute(file.path)),
                "external-contents": .string(contents),
            ])
        }
        let overlay: JSON = [
            "version": 0, "case-sensitive": "true", "use-external-names": "false",
            "roots": .array(entries),
        ]
        try writeFile(overlay.text, to: directory + "/overlay.json")
        let sources = files.map { ScenarioFile(path: $0.path).compilerPath }
        // Code on its top level is a program's in this file only.
        let isLibrary = !sources.contains { Path.name(of: $0) == "main.swift" }
        let child = try processes.start(
            compiler.path,
            [
                "-emit-sil", "-Onone", "-wmo", "-o", "/dev/null", "-vfsoverlay",
                directory + "/overlay.json", "-no-color-diagnostics", "-suppress-warnings",
                "-swift-version", "5", "-module-name", "AdoptedApp", "-I", kit.modules,
                "-module-cache-path", kit.moduleCache,
            ] + (isLibrary ? ["-parse-as-library"] : []) + sources,
            changes: Compiler.changes(scrapsIn: directory))
        guard try processes.wait(for: child, within: Dispatcher.compileLimit) else {
            throw AdoptKitError.notCompiled(
                "the compiler was not done with the result after \(Dispatcher.compileLimit)")
        }
        let output = child.output.text.split(separator: "\n").joined(separator: "\n")
        guard case .exited(let status)? = child.exit?.status else {
            throw AdoptKitError.notCompiled(
                "the compiler died while it read the result:\n\(output)")
        }
        return (status == 0, output)
    }
}
