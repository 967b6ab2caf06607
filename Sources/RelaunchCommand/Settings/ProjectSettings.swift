import ArgumentParser
import Relaunch

/// The settings of the project that a command is about, and which of them it takes.
struct ProjectSettings {
    /// Nil where the project has none.
    private(set) var file: SettingsFile?
    private(set) var values = Settings()
    /// What is as the settings say, as one would write it there.
    private var taken: [String] = []

    /// The settings of the working directory. What is wrong with them is said, and ends the command.
    static func load() throws -> ProjectSettings {
        do { return try saved() } catch let error as SettingsError {
            printError(error.description)
            throw ArgumentParser.ExitCode(error.exitCode.rawValue)
        } catch {
            let path = SettingsFile.nearest()?.path ?? SettingsFile.name
            printError("\(path): error: the settings cannot be taken: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
    }

    /// The same, with what is wrong thrown.
    static func saved() throws -> ProjectSettings {
        guard let file = SettingsFile.nearest() else { return ProjectSettings() }
        return ProjectSettings(file: file, values: try file.settings())
    }

    init() {}

    private init(file: SettingsFile, values: Settings) {
        self.file = file
        self.values = values
    }

    /// What was typed, else what is set.
    mutating func choose<Value>(
        _ typed: Value?, _ label: String, _ path: KeyPath<Settings, Value?>
    ) -> Value? {
        if let typed { return typed }
        guard let value = values[keyPath: path] else { return nil }
        taken.append("\(label): \(value)")
        return value
    }

    /// The same for an option in seconds.
    mutating func choose(
        _ typed: Double?, _ label: String, _ path: KeyPath<Settings, Duration?>
    ) -> Double? {
        if let typed { return typed }
        guard let value = values[keyPath: path] else { return nil }
        taken.append("\(label): \(value.shortText)")
        return value.seconds
    }

    /// The files and folders that were typed, else those that are set.
    mutating func choose(files typed: [String]) -> [String] {
        guard typed.isEmpty, let file, !values.scenarios.isEmpty else { return typed }
        taken.append("scenarios: \(values.scenarios.map(\.quoted).joined(separator: ", "))")
        return values.scenarios.map { Path.relative(Path.absolute($0, from: file.folder)) }
    }

    /// Says what the settings have changed; nil where that is nothing.
    var note: String? {
        guard let file, !taken.isEmpty else { return nil }
        return "settings of \(file.path): \(taken.joined(separator: ", "))"
    }
}
