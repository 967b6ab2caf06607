import CrashStates
import Relaunch

/// Compiles the settings of a project as a scenario file is compiled, and runs what comes out once.
struct SettingsCompiler {
    let file: SettingsFile
    let state: StateDirectory

    /// What the file may take to give its value.
    private static let evaluationLimit = Duration.seconds(10)

    /// The settings in their written form.
    ///
    /// - Parameters:
    ///   - constant: the name of the settings in the file.
    ///   - directory: where the work is done; gone afterwards.
    func evaluate(_ constant: String, in directory: String) throws -> [UInt8] {
        let processes = try ProcessTable()
        let compiler = try Compiler(environment: processes.environment)
        let kit = try KitBuilder(compiler: compiler, processes: processes, state: state).kit()
        remove(directory)
        try state.prepare(directory)
        defer { remove(directory) }
        let main = """
            import Relaunch

            @main enum RelaunchSettings {
                static func main() { SettingsHost.main(\(constant)) }
            }

            """
        try writeFile(main, to: directory + "/RelaunchSettings.swift")
        try compile(to: directory, kit, compiler, processes)
        let written = directory + "/settings.json"
        try run(directory + "/settings", writing: written, processes)
        return try readFile(written)
    }

    private func compile(
        to directory: String, _ kit: Kit, _ compiler: Compiler, _ processes: ProcessTable
    ) throws {
        let sources = [
            ScenarioFile(path: file.path).compilerPath, directory + "/RelaunchSettings.swift",
        ]
        let child = try processes.start(
            compiler.path,
            HostCompiler.arguments(sources, to: directory + "/settings", kit),
            changes: Compiler.changes(scrapsIn: directory))
        guard try processes.wait(for: child, within: Dispatcher.compileLimit) else {
            throw SettingsError(
                at: nil, of: file,
                "the compiler was not done with it after \(Dispatcher.compileLimit); simplify it",
                .didNotCompile)
        }
        guard case .exited(0)? = child.exit?.status else {
            throw SettingsError(
                at: nil, of: file,
                """
                the settings do not compile. They may have, in this order, \(SettingsCheck.labels). The \
                compiler says:
                \(child.output.text.split(separator: "\n").joined(separator: "\n"))
                """, .didNotCompile)
        }
    }

    private func run(
        _ program: String, writing file: String, _ processes: ProcessTable
    ) throws {
        let child = try processes.start(
            program, [file], changes: ["SWIFT_BACKTRACE": "enable=no"])
        guard try processes.wait(for: child, within: Self.evaluationLimit) else {
            throw SettingsError(
                at: nil, of: self.file,
                """
                the settings were not evaluated within \(Self.evaluationLimit); let them be plain values
                """, .didNotCompile)
        }
        if case .exited(0)? = child.exit?.status, FileStamp(file) != nil { return }
        let status = child.exit?.status.description ?? "ended"
        let words = child.output.trapMessage ?? child.output.lastLines(20)
        throw SettingsError(
            at: nil, of: self.file,
            """
            the settings have no value, since their process \(status); let them be plain \
            values\(words.isEmpty ? "" : ". Its last output:\n" + words)
            """, .didNotCompile)
    }
}
