import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Updates the target between two launches (rule W2): the container gets a new path and keeps only
/// `Documents` and `Library`. On request, the executable or the bundle version changes, too.
///
/// ```swift
/// UpdateApp(version: "2.0")      // the same build, said to be version 2.0
/// UpdateApp(to: "notes-beta")    // another build: its archive must be read by this one
/// UpdateApp(to: "notes")         // and back
/// ```
///
/// An `.app` target's executable is put into a new bundle: a directory of its own with an `Info.plist`
/// that names the version, and the identifier that the target had before, so that the system takes both
/// for one app. A `.command` only gets its new executable: its home stays where it is.
public struct UpdateApp: Step {
    /// The new executable as the scenario names it; nil is the same as before.
    public let executable: String?
    /// The new bundle version; nil is that of the new executable's own `Info.plist`, or else the
    /// old.
    public let version: String?
    public let location: FileLocation

    /// - Parameters:
    ///   - executable: a path (with a `/`), relative to the scenario file's folder, or else a
    ///     product beside the suite's executable, or else a program on the `PATH`. Of an `.app` the
    ///     product is built like that of the suite. For an `.external` target it is whatever its
    ///     driver takes for one.
    ///   - version: what `CFBundleVersion` is to be.
    public init(
        to executable: String? = nil, version: String? = nil, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.executable = executable
        self.version = version
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        let parts = [
            executable.map { "to: \"\($0)\"" }, version.map { "version: \"\($0)\"" },
        ].compactMap(\.self)
        return "UpdateApp(\(parts.joined(separator: ", ")))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.changeContainer()
        rehearsal.needsDead(because: "the system ends an app before it updates it")
        guard let driver = rehearsal.target?.driver else { return }
        if version?.isEmpty == true {
            rehearsal.problem("a bundle version cannot be empty; write one such as \"2.0\"")
        }
        if version != nil { rehearsal.needs(.bundle, otherwise: "leave `version:` out") }
        if driver.can(.endsByItself), executable == nil {
            rehearsal.problem(
                "a command is updated to another executable; write `UpdateApp(to: …)`")
        }
        guard let executable, driver.can(.executable) else { return }
        if driver.can(.package), !executable.contains("/") { rehearsal.update(to: executable) }
        if let known = rehearsal.executable, known.hasPrefix("/") || executable.contains("/") {
            do { _ = try resolve(executable, beside: known) } catch {
                rehearsal.problem("\(error)")
            }
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let old = session.executable
        var new = old
        if let executable {
            new =
                session.target.driver.can(.executable)
                ? try resolve(executable, beside: session.world.bundle?.original ?? old)
                : executable
        }
        if session.target.driver.can(.bundle),
            executable != nil || version != nil || session.world.bundle != nil
        {
            let bundle = try Bundle(
                of: executable == nil ? session.world.bundle?.source ?? old : new,
                replacing: session.world.bundle ?? Bundle(existing: old), version: version,
                at: session.runDirectory.newPath())
            session.world.bundle = bundle
            new = bundle.executable
        }
        let left = try session.moveContainer()
        session.move(to: session.container, executable: new)
        let what = [executable.map { "to '\($0)'" }, version.map { "to version \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        session.log(
            "updated\(what.isEmpty ? "" : " " + what); container: \(session.container.path)"
                + (left.isEmpty ? "" : "; left behind: \(left.joined(separator: ", "))"))
        return .step
    }

    /// The absolute path of the executable that a scenario names.
    private func resolve(_ name: String, beside known: String) throws -> String {
        var places: [String] = []
        if name.contains("/") {
            places = [location.path(beside: name)]
        } else {
            if let end = known.lastIndex(of: "/") { places = [known[..<end] + "/" + name] }
            if let program = Executable.onPath(name) { places.append(program) }
        }
        for place in places where Executable.isProgram(place) {
            if place.hasPrefix("/") { return place }
            return FileManager.default.currentDirectoryPath + "/" + place
        }
        let absence =
            places.first.map { "there is no executable '\($0)'" } ?? "there is no '\(name)'"
        throw StepFailure(
            blame: .scenario, kind: .missing,
            name.contains("/")
                ? "\(absence) to update to; a path is relative to the scenario file's folder"
                : """
                \(absence) to update to, nor one on the PATH; build it (`swift build --product \
                \(name)`), or write a path with a '/'
                """)
    }
}
