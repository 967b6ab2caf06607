import CrashStates
import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One save, one death and what came back: what a target is judged by.
struct Generation: Sendable, Codable {
    /// The state that the target showed when it had saved.
    var shown: JSON
    /// What it said in the launch that saved.
    var saving: LaunchRecord
    /// The state that the launch after the death showed; nil where that launch did not come about.
    var restored: JSON?
    /// How long it took from the death until the restored state was seen.
    var time = Duration.zero
    /// What it said in the launch after the death.
    var restoring = LaunchRecord()
    /// Why that launch did not come about.
    var failure: StepFailure?
    /// Texts that were given to the target.
    var typed: Set<String> = []
    /// The first file of the container that had each of them when the target was dead.
    var files: [String: String] = [:]

    /// Those of them that were in no file.
    var unwritten: Set<String> { typed.filter { !$0.isEmpty && files[$0] == nil } }

    /// The file that had the longest of them.
    var file: String? {
        files.max { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }?.value
    }
}

extension Session {
    /// What the state and the records are once the target that has saved is dead and is launched again.
    ///
    /// - Parameter typed: texts that were given to the target, to be looked for in its files.
    func nextGeneration(
        after shown: JSON, typed: Set<String> = []
    ) async throws -> Generation {
        var generation = Generation(shown: shown, saving: record)
        generation.typed = typed
        let start = ContinuousClock.now
        generation.files = container.files(holding: typed)
        do {
            try await launch()
            generation.restored = try await state()
        } catch let failure as StepFailure where failure.blame == .target {
            generation.failure = failure
        }
        generation.restoring = record
        generation.time = .now - start
        return generation
    }
}

extension Container {
    /// Files that are larger are not looked into.
    static var searchLimit: Int { 4 << 20 }

    /// The first file in which each text is, as it is or as JSON writes it, and not as the name of a member. A
    /// short text may be in one by chance.
    func files(holding texts: Set<String>) -> [String: String] {
        var rest = texts.filter { !$0.isEmpty }.map { (text: $0, forms: Self.forms(of: $0)) }
        var found: [String: String] = [:]
        for name in regularFiles where !rest.isEmpty {
            guard let bytes = FileManager.default.contents(atPath: path(name)),
                bytes.count <= Self.searchLimit
            else { continue }
            let content = Array(bytes)
            rest = rest.filter { text, forms in
                guard forms.contains(where: content.holdsValue) else { return true }
                found[text] = name
                return false
            }
        }
        return found
    }

    /// A text as it is, and as writers of JSON put it: some escape each slash, as Foundation's does, and
    /// some all beyond ASCII, as Python's does.
    private static func forms(of text: String) -> [[UInt8]] {
        let escaped = String(JSON.string(text).text.dropFirst().dropLast())
        let ascii = String(JSON.string(text).asciiText.dropFirst().dropLast())
        return [text, escaped, escaped.replacing("/", with: "\\/"), ascii]
            .map { Array($0.utf8) }
    }

    /// The paths of the files in it.
    var regularFiles: [String] { paths.filter { FileTree.isRegularFile(path($0)) }.sorted() }

    /// The absolute paths of the folders in it.
    var folders: [String] {
        paths.map(path).filter { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return attributes?[.type] as? FileAttributeType == .typeDirectory
        }
    }
}

extension [UInt8] {
    /// Whether they have a text somewhere that is not the name of a member in JSON.
    fileprivate func holdsValue(_ text: [UInt8]) -> Bool {
        ranges(of: text).contains { range in
            let quote = UInt8(ascii: "\"")
            let isQuoted =
                range.lowerBound > 0 && self[range.lowerBound - 1] == quote
                && range.upperBound < count && self[range.upperBound] == quote
            guard isQuoted else { return true }
            return self[(range.upperBound + 1)...].first { $0 != UInt8(ascii: " ") }
                != UInt8(ascii: ":")
        }
    }
}

extension LaunchRecord {
    /// What the target noticed itself and said to be about this rule.
    func issues(of rule: String) -> [Issue] { issues.filter { $0.rule == rule } }

    /// The types whose `method` was called, of callbacks such as `ListController.viewDidLoad()`.
    func types(calling method: String) -> Set<String> {
        Set(
            callbacks.filter { $0.hasSuffix("." + method) }.map {
                String($0.dropLast(method.utf8.count + 1))
            })
    }
}
