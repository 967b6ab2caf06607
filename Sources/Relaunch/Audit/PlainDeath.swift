import RelaunchProtocol

/// What the launch after the plainest death brings back: saved in the background, and killed there. The
/// other deaths are measured by it, whatever the target leaves out of its state on purpose.
struct PlainDeath: Sendable {
    /// What the target said in that launch, and the state that it showed.
    var record: LaunchRecord
    var state: JSON
    /// The state of a launch after the saved state was discarded.
    var freshState: JSON
    /// Files of the user that a launch changes although nothing is done.
    var changedFiles: Set<String>
    /// Files of the saved state that hold the picture of the screen and nothing of the state.
    var pictureFiles: [String]

    var restores: Bool { record.restoration == .restored }
    var showsSnapshot: Bool { record.snapshots.contains { $0.event == "shown" } }
}

extension Session {
    /// Saves the state that the running target is in, kills it, and sees what comes back.
    func observePlainDeath() async throws -> PlainDeath {
        try await deliver(.background)
        let picture = record.snapshots.last { $0.event == "taken" }?.picture
        let saved = try await state()
        try await kill(.system, where: "by the probe")
        let pictureFiles = savedFiles(holding: picture, apartFrom: saved)
        let before = userFiles()
        try await launch()
        let restored = record
        let state = try await state()
        let after = userFiles()
        try await kill(.forceQuit, where: "by the probe")
        try await launch()
        let fresh = try await self.state()
        try await kill(.system, where: "by the probe")
        let names = Set(before.keys).union(after.keys)
        return PlainDeath(
            record: restored, state: state, freshState: fresh,
            changedFiles: names.filter { before[$0] != after[$0] }, pictureFiles: pictureFiles)
    }

    /// The files of the saved state that hold a picture, and beside it no name that the state has.
    private func savedFiles(holding picture: Picture?, apartFrom state: JSON) -> [String] {
        guard let picture, picture.isText, !picture.content.isEmpty else { return [] }
        // However the text is written into a file, marks of escape apart.
        let text = picture.content.filter { $0 != "\\" }
        let names = state.memberNames
        let roots = (record.hello?.savedState ?? []).filter(Container.isInside)
        return roots.flatMap(container.files(below:)).filter { file in
            guard let content = try? container.content(of: file) else { return false }
            let readable = String(decoding: content, as: UTF8.self).filter { $0 != "\\" }
            guard let range = readable.firstRange(of: text) else { return false }
            let rest = readable[..<range.lowerBound] + readable[range.upperBound...]
            return !names.contains { rest.contains($0) }
        }
    }
}

extension JSON {
    /// The names of all members, long enough not to be met by chance.
    fileprivate var memberNames: Set<String> {
        switch self {
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.memberNames) }
        case .object(let members):
            members.reduce(into: []) { names, member in
                if member.key.utf8.count > 2 { names.insert(member.key) }
                names.formUnion(member.value.memberNames)
            }
        default: []
        }
    }
}
