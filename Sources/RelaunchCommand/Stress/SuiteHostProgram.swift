import ArgumentParser
import CrashStates
import Relaunch

/// The host of a suite's file, as which this command goes on where it needs the suite itself: its states,
/// actions and invariants are code.
struct SuiteHostProgram {
    let file: ScenarioFile

    /// Compiles the file, and goes on in its host with the same command line. Returns never; throws the
    /// exit status where the file is no suite that compiles, which has been said.
    func become() throws {
        do {
            let processes = try ProcessTable()
            let compiler = try Compiler(environment: processes.environment)
            let state = StateDirectory()
            let builder = KitBuilder(compiler: compiler, processes: processes, state: state)
            let kit = try builder.kit()
            let host = try compiled(
                by: HostCompiler(compiler: compiler, kit: kit, state: state), processes)
            let library = try builder.commandLibrary(of: kit)
            try processes.terminateAndReap()
            try replaceProcess(by: host, library)
        } catch let refusal as HostCompiler.Refusal {
            try fail(refusal.message, .didNotCompile)
        } catch let exit as ArgumentParser.ExitCode {
            throw exit
        } catch {
            try fail("'\(file.path)' cannot be compiled: \(error)", .errored)
        }
    }

    private func fail(_ message: String, _ code: Relaunch.ExitCode) throws {
        printError("relaunch: error: \(message)")
        throw ArgumentParser.ExitCode(code.rawValue)
    }

    private func compiled(
        by compiler: HostCompiler, _ processes: ProcessTable
    ) throws -> String {
        var compilation: HostCompiler.Compilation
        switch try compiler.plan(file) {
        case .ready(let host): return host
        case .compile(let first): compilation = first
        }
        while true {
            let child = try processes.start(
                compiler.compiler.path, compilation.attempts.first?.arguments ?? [],
                changes: Compiler.changes(scrapsIn: compilation.directory))
            let isInTime = try processes.wait(for: child, within: Dispatcher.compileLimit)
            let output = CompiledForm.restored(child.output.text)
            if case .exited(0)? = child.exit?.status {
                try compiler.keep(compilation)
                if !output.isEmpty { printError(output) }
                return compilation.host
            }
            if isInTime, let retry = compilation.retry(after: output) {
                compilation = retry
                continue
            }
            remove(compilation.directory)
            printError(output)
            try fail(
                isInTime
                    ? "'\(file.path)' does not compile"
                    : "the compiler was not done with '\(file.path)' after \(Dispatcher.compileLimit)",
                .didNotCompile)
        }
    }

    private func replaceProcess(by host: String, _ library: String) throws {
        setenv(CommandLibrary.variable, library, 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        execv(host, arguments)
        throw FileError(action: "start", path: host, code: errno)
    }
}

/// What the host of a suite calls. It is public so that every build gives its name to others.
@_cdecl("relaunch_command")
public func runCommand() { Root.runCommandLine() }
