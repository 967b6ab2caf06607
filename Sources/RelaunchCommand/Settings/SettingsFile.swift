import CrashStates
import Relaunch

/// `Relaunch.swift`, in which a project fixes options for all its runs.
struct SettingsFile {
    static let name = "Relaunch.swift"

    let absolutePath: String

    init(absolutePath: String) { self.absolutePath = absolutePath }

    /// The path as one would type it from here.
    var path: String { Path.relative(absolutePath) }

    var folder: String { Path.directory(of: absolutePath) }

    /// The nearest file, from a directory upward to the root of the repository; or of the package, where
    /// there is no repository. Outside of both, what lies further up is nobody's.
    static func nearest(to directory: String = Path.workingDirectory) -> SettingsFile? {
        let root =
            Path.nearestDirectory(with: ".git", from: directory)
            ?? Path.nearestDirectory(with: "Package.swift", from: directory) ?? directory
        guard let folder = Path.nearestDirectory(with: name, from: directory),
            Path.isInside(folder, root)
        else { return nil }
        return SettingsFile(absolutePath: folder == "/" ? "/" + name : folder + "/" + name)
    }

    /// The settings, from the cache where nothing has changed. That takes a few system calls.
    func settings(state: StateDirectory = StateDirectory()) throws -> Settings {
        let text: SourceText
        do { text = SourceText(try readFile(absolutePath)) } catch {
            throw SettingsError(at: nil, of: self, "it cannot be read: \(error)", .didNotCompile)
        }
        let entry = state.cache + "/" + key(of: text)
        let known = entry + "/settings.json"
        if let bytes = try? readFile(known), let settings = try? SettingsHost.settings(from: bytes)
        {
            touch(entry)
            try SettingsCheck(file: self, text: text).check(settings)
            return settings
        }
        let bytes = try SettingsCompiler(file: self, state: state)
            .evaluate(try declaration(in: text), in: "\(entry).\(getpid())")
        let settings = try SettingsHost.settings(from: bytes)
        try makeDirectory(entry)
        try writeFile(bytes, to: known)
        try SettingsCheck(file: self, text: text).check(settings)
        return settings
    }

    /// What the settings depend on: the file, and the `relaunch` that understands it.
    private func key(of text: SourceText) -> String {
        var key = ContentKey()
        let program = Installation.program
        for part in ["settings", program, FileStamp(program)?.text ?? "", absolutePath] {
            key.add(part)
        }
        key.add(text.source)
        return key.text
    }

    /// The name of the constant.
    private func declaration(in text: SourceText) throws -> String {
        let found = ConstantScanner.constants(of: "Settings", in: text)
        if found.count > 1 {
            let places = found.map { "'\($0.name)' in line \($0.line)" }.joined(separator: ", ")
            throw SettingsError(
                at: found[1].line, of: self,
                "the file declares \(found.count) settings: \(places). Leave exactly one",
                .didNotCompile)
        }
        guard let settings = found.first else {
            throw SettingsError(
                at: 1, of: self,
                """
                the file declares no settings. Write them at its top level: \
                let settings = Settings(jobs: 4); or give the file another name
                """, .didNotCompile)
        }
        return settings.name
    }
}

/// Something is wrong with the settings, so that nothing runs.
struct SettingsError: Error, CustomStringConvertible {
    let description: String
    let exitCode: Relaunch.ExitCode

    /// - Parameter line: where it is wrong, where that is known.
    init(at line: Int?, of file: SettingsFile, _ text: String, _ exitCode: Relaunch.ExitCode) {
        let place = line.map { "\(file.path):\($0)" } ?? file.path
        description = "\(place): error: \(text)"
        self.exitCode = exitCode
    }
}
