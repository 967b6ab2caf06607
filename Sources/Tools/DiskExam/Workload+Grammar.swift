import ArgumentParser
import CrashStates

/// The calls that a script may have, so that a wrong one is told before anything is done.
extension Workload {
    fileprivate enum Word: Character {
        case file = "f"
        case number = "n"
        case letter = "l"
        case octal = "o"
        case text = "t"
        case msync = "m"
    }

    /// What follows the name of each call. What follows a `?` may be left out.
    private static let forms: [String: String] = [
        "open": "f", "creat": "f", "trunc": "f", "dsync": "f", "osync": "f", "direct": "f",
        "close": "f", "tmpfile": "ff", "linkfd": "ff",
        "write": "fnnl", "append": "fnl", "mmap": "fnnl?mnn", "ftruncate": "fn", "falloc": "fnnn",
        "copy": "ff", "clone": "ff",
        "fsync": "f", "fdatasync": "f", "fsyncdir": "f", "syncrange": "f", "sync": "",
        "rename": "ff", "exchange": "ff", "noreplace": "ff", "link": "ff", "symlink": "ff",
        "unlink": "f", "mkdir": "f", "rmdir": "f",
        "chmod": "fo", "setxattr": "ftt", "removexattr": "ft",
    ]

    /// - Throws: `ValidationError` for a call that is not carried out so, or that is about a file
    ///   elsewhere.
    func checkCalls() throws {
        for call in setup + calls {
            if let reason = Self.fault(in: call) {
                throw ValidationError("--script: '\(call)' in '\(name)' \(reason)")
            }
        }
        if calls.isEmpty { throw ValidationError("--script: '\(name)' has no calls to examine") }
    }

    private static func fault(in call: String) -> String? {
        let words = call.split(separator: " ")
        guard let name = words.first, let form = forms[String(name)] else {
            return "is no call; there are \(forms.keys.sorted().joined(separator: ", "))"
        }
        let needed = form.split(separator: "?", omittingEmptySubsequences: false)
        let kinds = needed.joined().compactMap(Word.init)
        let least = needed[0].count
        guard (least...kinds.count).contains(words.count - 1) else {
            let example = ([String(name)] + kinds.prefix(least).map(\.placeholder))
                .joined(separator: " ")
            let count = Phrases.count(words.count - 1, "argument", "arguments")
            return "has \(count); write '\(example)'"
        }
        for (word, kind) in zip(words.dropFirst(), kinds) where !kind.fits(word) {
            return "has '\(word)' where \(kind.meaning) is needed"
        }
        return nil
    }
}

extension Workload.Word {
    fileprivate var placeholder: String {
        switch self {
        case .file: "FILE"
        case .number: "NUMBER"
        case .letter: "LETTER"
        case .octal: "MODE"
        case .text: "TEXT"
        case .msync: "sync|async"
        }
    }

    fileprivate var meaning: String {
        switch self {
        case .file: "a short path below the workload's own directory"
        case .number: "a number"
        case .letter: "one letter"
        case .octal: "a mode, such as 644,"
        case .text: "a text"
        case .msync: "'sync' or 'async'"
        }
    }

    fileprivate func fits(_ word: Substring) -> Bool {
        switch self {
        case .file:
            !word.hasPrefix("/") && word.utf8.count < 64
                && !word.split(separator: "/").contains("..")
        case .number: UInt32(word) != nil
        case .letter: word.utf8.count == 1
        case .octal: UInt16(word, radix: 8) != nil
        case .text: true
        case .msync: word == "sync" || word == "async"
        }
    }
}
