import CrashStates
import Relaunch

/// Files, what has become of them, and what the compiler says of that.
struct Adoption {
    private let sources: [AdoptedSource]
    private let files: [AdoptReport.File]
    private let keepsAttributes: Bool
    /// What the compiler wrote; empty where it had nothing to say.
    private let compilerOutput: String
    let compiles: Bool

    /// Rewrites and compiles, and writes nothing but caches.
    init(of sources: [AdoptedSource], keepsAttributes: Bool) throws {
        let processes = try ProcessTable()
        let state = StateDirectory()
        let compiler = try Compiler(environment: processes.environment)
        let kit = try AdoptKitBuilder(compiler: compiler, processes: processes, state: state).kit()
        let directory = "\(state.path)/adopt.\(getpid())"
        remove(directory)
        try state.prepare(directory)
        defer {
            remove(directory)
            state.removeIfEmpty(below: [])
        }
        let request = AdoptRequest(files: sources.map(\.text), keepsAttributes: keepsAttributes)
        files = try kit.rewrite(request, in: directory, processes).files
        for (source, file) in zip(sources, files) where !file.syntaxErrors.isEmpty {
            throw AdoptedSource.Problem.syntax(source.path, file.syntaxErrors)
        }
        let check = SourceCheck(compiler: compiler, kit: kit, directory: directory)
        let named = zip(sources, files).map { (path: $0.path, text: $1.text) }
        (compiles, compilerOutput) = try check.compile(named, processes)
        self.sources = sources
        self.keepsAttributes = keepsAttributes
    }

    /// Every change, for `patch` and for people.
    var diff: String {
        zip(sources, files).map { source, file in
            UnifiedDiff(from: source.text, to: file.text, path: source.path).text
        }.joined()
    }

    /// Changes the files.
    func write() throws {
        var replacement = SourceReplacement()
        do {
            for (source, file) in zip(sources, files) where source.text != file.text {
                try replacement.prepare(file.text, for: source)
            }
            try replacement.commit()
        } catch {
            replacement.discard()
            throw error
        }
    }

    // MARK: Words

    func summary(hasWritten: Bool) -> [String] {
        var lines: [String] = []
        for (source, file) in zip(sources, files) {
            let changes = AdoptReport.Change.allCases.compactMap { change in
                file.changes[change].map { Self.words(change, $0, keepsAttributes) }
            }
            let what = changes.isEmpty ? "nothing to change" : changes.joined(separator: ", ")
            lines.append("\(source.path): \(what)")
            lines += file.left.map {
                "\(source.path):\($0.line):\($0.column): left alone: \($0.text)"
            }
        }
        if !compilerOutput.isEmpty { lines.append(compilerOutput) }
        let hasChanged = files.contains { !$0.changes.isEmpty }
        if !keepsAttributes, files.contains(where: { $0.changes[.attribute] != nil }) {
            lines.append(
                "note: iOS needs attributes that were taken off; --keep-attributes leaves them to it"
            )
        }
        let left = files.reduce(0) { $0 + $1.left.count }
        let remarks =
            left == 0
            ? ""
            : "; \(Phrases.count(left, "place was", "places were")) left alone, see above"
        let verdict =
            compiles
            ? "the result compiles" + remarks
            : "the result does not compile yet: see the errors above"
        let written =
            !hasChanged
            ? ""
            : hasWritten ? "; the files were changed" : "; nothing was written, --write does so"
        lines.append((compiles ? "✔ " : "✘ ") + verdict + written)
        return lines
    }

    private static func words(
        _ change: AdoptReport.Change, _ count: Int, _ keepsAttributes: Bool
    ) -> String {
        switch change {
        case .attribute:
            Phrases.count(count, "attribute", "attributes")
                + (keepsAttributes ? " under #if" : " taken off")
        case .entryPoint: "@main"
        case .importing:
            Phrases.count(count, "block of imports", "blocks of imports") + " under #if"
        case .selector: Phrases.count(count, "selector", "selectors") + " by closures"
        case .selectorName:
            Phrases.count(count, "selector", "selectors")
                + " by \(count == 1 ? "its name" : "their names")"
        case .keyPath: Phrases.count(count, "key path", "key paths") + " by strings"
        case .signature:
            Phrases.count(count, "path of identifiers", "paths of identifiers") + " as strings"
        case .override: Phrases.count(count, "override", "overrides") + " moved into the class"
        case .optional:
            Phrases.count(count, "protocol", "protocols") + " with defaults for what was optional"
        case .lazy: Phrases.count(count, "property", "properties") + " made lazy"
        }
    }
}
