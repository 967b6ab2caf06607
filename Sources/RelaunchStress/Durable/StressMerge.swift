import RelaunchAudit

/// Joins the shares of one run.
package struct StressMerge: Sendable {
    package private(set) var options: StressOptions
    package private(set) var record: StressRecord
    /// The directories that each share came from.
    private var sources: [StressOptions.Share: [String]] = [:]

    /// Reads directories in any order; one that is named twice counts once.
    ///
    /// - Throws: ``Problem`` where they are not of one run.
    package init(_ paths: [String]) throws {
        guard let first = paths.first else { throw Problem.nothing }
        var merged: (StressOptions, StressRecord)?
        var sources: [StressOptions.Share: [String]] = [:]
        for path in paths {
            let (options, record, _) = try StressDirectory.read(path)
            sources[options.share, default: []].append(path)
            guard case (let known, var whole)? = merged else {
                merged = (options, record)
                continue
            }
            if let difference = known.difference(from: options) {
                throw Problem.otherRun(path, first, difference)
            }
            merged = nil
            whole.merge(record)
            merged = (known, whole)
        }
        guard let merged else { throw Problem.nothing }
        (options, record) = merged
        options.share = StressOptions.Share(number: 1, count: 1)
        shareCount = sources.keys.map(\.count).max() ?? 1
        self.sources = sources
    }

    private let shareCount: Int

    /// The shares of which nothing is there, and those that have not come to their end.
    package var problems: [String] {
        let named = Set(sources.keys.map(\.number))
        let lost = (1...shareCount).filter { !named.contains($0) && !sources.isEmpty }
        var problems = lost.map { "share \($0)/\(shareCount) is missing" }
        guard let cases = options.cases else { return problems }
        for share in sources.keys.sorted(by: { $0.number < $1.number }) {
            let size = share.size(of: cases)
            let done = record.done.count(inShare: share.number)
            guard done < size, let path = sources[share]?.first else { continue }
            problems.append(
                "share \(share.text) is not complete: \(done) of \(size) lives; go on with it by "
                    + "`relaunch stress --resume \(path)`")
        }
        return problems
    }

    package enum Problem: Error, CustomStringConvertible {
        case nothing
        case otherRun(String, String, String)

        package var description: String {
            switch self {
            case .nothing: "name the directories to join"
            case .otherRun(let path, let first, let difference):
                "'\(path)' is not of the same run as '\(first)': \(difference)"
            }
        }
    }
}

extension StressOptions {
    /// In what it is another run than this one, shares apart.
    fileprivate func difference(from other: StressOptions) -> String? {
        if name != other.name || arguments != other.arguments {
            let words = ([other.name] + other.arguments).joined(separator: " ")
            return "it is about '\(words)'"
        }
        if seed != other.seed { return "its seed is \(other.seed), and not \(seed)" }
        if cases != other.cases || share.count != other.share.count {
            return "it is divided in another way"
        }
        if corpusDigest != other.corpusDigest { return "it began with another corpus" }
        if crashLimit != other.crashLimit { return "its crash limit is \(other.crashLimit)" }
        return nil
    }
}
