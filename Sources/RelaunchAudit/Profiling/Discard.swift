import Relaunch
import RelaunchProtocol

/// What is left of a state that was saved when nothing restores it, and which files it lies in.
struct Discard: Sendable, Codable {
    /// The state of a launch after the saved state was discarded; nil where that did not come
    /// about.
    var freshState: JSON?
    /// Files of the user that a launch changes although nothing is done.
    var changedFiles: Set<String> = []
    /// Files of the saved state that hold the picture of the screen and, as far as can be told from this
    /// save, nothing of the state.
    var pictureFiles: [String] = []
    /// Files of the saved state that hold something of the state, beside a picture or not.
    var stateFiles: Set<String> = []
}

extension Session {
    /// Saves the state that the running target is in, and discards it.
    func observeDiscard() async throws -> Discard {
        var discard = Discard()
        try await deliver(.background)
        let picture = record.snapshots.last { $0.event == "taken" }?.picture
        let saved = try await state()
        try await kill(.system, where: "by the probe")
        noteSavedFiles(of: saved, beside: picture, in: &discard)
        let before = userFiles()
        do {
            try await launch()
            let after = userFiles()
            let names = Set(before.keys).union(after.keys)
            discard.changedFiles = names.filter { before[$0] != after[$0] }
            try await kill(.forceQuit, where: "by the probe")
            try await launch()
            discard.freshState = try await state()
        } catch let failure as StepFailure where failure.blame == .target {
            log("nothing is known of a discarded state: \(failure.message)")
        }
        if isTargetRunning { try await kill(.system, where: "by the probe") }
        return discard
    }

    /// Looks into the files of the saved state for the picture, and for names and texts that the state has.
    private func noteSavedFiles(
        of state: JSON, beside picture: Picture?, in discard: inout Discard
    ) {
        guard let picture, picture.isText, !picture.content.isEmpty else { return }
        // However the text is written into a file, marks of escape apart.
        let text = picture.content.filter { $0 != "\\" }
        let words = state.words
        let roots = (record.hello?.savedState ?? []).filter(Container.isInside)
        for file in roots.flatMap(container.files(below:)) {
            guard let content = try? container.content(of: file) else { continue }
            var rest = String(decoding: content, as: UTF8.self).filter { $0 != "\\" }
            let range = rest.firstRange(of: text)
            if let range { rest.removeSubrange(range) }
            if words.contains(where: { rest.contains($0) }) {
                discard.stateFiles.insert(file)
            } else if range != nil {
                discard.pictureFiles.append(file)
            }
        }
    }
}

extension JSON {
    /// The words in the names of all members and in all texts, long enough not to be met by chance.
    fileprivate var words: Set<String> {
        switch self {
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.words) }
        case .object(let members):
            members.reduce(into: []) { words, member in
                words.formUnion(JSON.string(member.key).words)
                words.formUnion(member.value.words)
            }
        case .string(let text):
            Set(text.split { !$0.isLetter }.map(String.init).filter { $0.utf8.count > 2 })
        default: []
        }
    }
}
