import CrashStates
import Relaunch

/// Compiles scenario files into hosts, and keeps the hosts by what they were made of.
struct HostCompiler {
    let compiler: Compiler
    let kit: Kit
    let state: StateDirectory

    /// A host that is there, or the compilation that will make it.
    enum Plan {
        case ready(host: String)
        case compile(Compilation)
    }

    struct Compilation {
        /// What the compiler may be told. The first is tried; the others are for where it has hidden what
        /// is wrong with the file.
        var attempts: [Attempt]
        /// Where everything happens; renamed when it is done.
        var directory: String
        var host: String

        struct Attempt {
            /// The ``CompiledForm`` that is read instead of the file itself, if any.
            var style: CompiledForm.Style?
            var arguments: [String]
        }

        /// The compilation that tells the user more than this one's failure does; nil where none does.
        func retry(after output: String) -> Compilation? {
            guard let style = attempts.first?.style,
                style == .statements || CompiledForm.isMisread(in: output)
            else { return nil }
            var retry = self
            retry.attempts.removeFirst()
            return retry
        }
    }

    /// How the sources of a scenario file are understood, by the compiler and in an editor.
    static let language = [
        "-parse-as-library", "-swift-version", "6", "-module-name", "Scenarios",
    ]

    /// What the compiler is told to make a program of sources.
    ///
    /// - Parameter isParallel: whether the files are compiled at the same time, each by itself. All
    ///   together take less of the processor where they are small.
    static func arguments(
        _ sources: [String], to program: String, _ kit: Kit, isParallel: Bool = false
    ) -> [String] {
        (isParallel ? ["-j\(coreCount())"] : ["-wmo"])
            + ["-Onone", "-use-ld=lld", "-o", program, "-no-color-diagnostics"]
            // A check of the compiler's own work, which takes a twentieth of its time.
            + ["-Xfrontend", "-disable-llvm-verify"]
            + language + kit.compilerArguments + kit.linkerArguments + sources
    }

    /// A host is not used for this long before it goes, and there are no more than this many.
    private static let daysKept = 30
    private static let hostsKept = 256

    /// Looks the file's content up. Throws `Refusal` where the file has no suite to compile.
    func plan(_ file: ScenarioFile) throws -> Plan {
        let text: SourceText
        do { text = SourceText(try readFile(file.path)) } catch {
            throw Refusal(reason: .notReadable, message: "\(error)")
        }
        let suite = try suite(in: text, of: file)
        var key = ContentKey()
        for part in [kit.key, compiler.key, file.compilerPath, suite] { key.add(part) }
        key.add(text.source)
        for path in file.support {
            key.add(path)
            key.add((try? readFile(path)) ?? [])
        }
        let entry = state.cache + "/" + key.text
        let host = entry + "/host"
        if FileStamp(host) != nil {
            touch(entry)
            return .ready(host: host)
        }
        return .compile(try prepare(file, text, suite: suite, entry: entry))
    }

    struct Refusal: Error {
        var reason: FileFailure.Reason
        var message: String
    }

    private func suite(in text: SourceText, of file: ScenarioFile) throws -> String {
        let suites = ConstantScanner.constants(of: "Suite", in: text)
        if suites.count > 1 {
            let places = suites.map { "'\($0.name)' in line \($0.line)" }.joined(separator: ", ")
            throw Refusal(
                reason: .severalSuites,
                message: """
                    '\(file.path)' defines \(suites.count) suites: \(places). A scenario file has \
                    exactly one; move the others into files of their own
                    """)
        }
        guard let suite = suites.first else {
            throw Refusal(
                reason: .noSuite,
                message: """
                    '\(file.path)' defines no suite\(Self.hint(file)). Write one at the top level of the \
                    file:
                    let suite = Suite("NAME", target: .app("PROGRAM")) { Scenario("…") { … } }
                    """)
        }
        return suite.name
    }

    private static func hint(_ file: ScenarioFile) -> String {
        Path.name(of: file.path) == SettingsFile.name
            ? ": the settings of a project have this name" : ""
    }

    private func prepare(
        _ file: ScenarioFile, _ text: SourceText, suite: String, entry: String
    ) throws -> Compilation {
        let directory = "\(entry).\(getpid())"
        remove(directory)
        try state.prepare(directory)
        let main = """
            import Relaunch

            @main enum RelaunchHost {
                static func main() async { await SuiteHost.main(\(suite)) }
            }

            """
        let entryPoint = directory + "/RelaunchHost.swift"
        try writeFile(main, to: entryPoint)
        let sources = [file.compilerPath] + file.support + [entryPoint]
        var attempts: [Compilation.Attempt] = []
        for style in [CompiledForm.Style.statements, .functions] {
            guard
                let form = CompiledForm(
                    of: text, style: style, path: file.compilerPath, compilers: coreCount())
            else { continue }
            let (options, others) = try form.write(to: directory, inPlaceOf: file.absolutePath)
            let arguments = Self.arguments(
                sources + others, to: directory + "/host", kit, isParallel: !form.parts.isEmpty)
            attempts.append(Compilation.Attempt(style: style, arguments: options + arguments))
        }
        let plain = Self.arguments(sources, to: directory + "/host", kit)
        attempts.append(Compilation.Attempt(arguments: plain))
        return Compilation(attempts: attempts, directory: directory, host: entry + "/host")
    }

    /// Puts a finished compilation in its place. Another run may have been faster.
    func keep(_ compilation: Compilation) throws {
        let entry = Path.directory(of: compilation.host)
        if rename(compilation.directory, entry) != 0 {
            let code = errno
            remove(compilation.directory)
            guard FileStamp(compilation.host) != nil else {
                throw FileError(action: "keep the compiled scenario file", path: entry, code: code)
            }
        }
    }

    /// Removes hosts that nobody has used for long, and what a killed run has left.
    func clean() {
        let now = Int64(time(nil)) * 1_000_000_000
        let day: Int64 = 86400 * 1_000_000_000
        let entries = names(in: state.cache).map { state.cache + "/" + $0 }
            .compactMap { path in FileStamp(path).map { (path: path, modified: $0.modified) } }
            .sorted { $0.modified > $1.modified }
        for (index, entry) in entries.enumerated() {
            let isUnfinished = Path.name(of: entry.path).contains(".")
            let days = isUnfinished ? 1 : Int64(Self.daysKept)
            if index >= Self.hostsKept || now - entry.modified > days * day { remove(entry.path) }
        }
    }
}
