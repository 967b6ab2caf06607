/// One decoder of bytes that come from outside: from a disk that may be damaged, or from a process
/// that may be wrong. Whatever the bytes, it answers; it never crashes, hangs or fills the memory.
package enum Decoder: String, CaseIterable, Sendable {
    /// The saved state.
    case archive
    /// The launch history.
    case history
    /// The values of scenes.
    case scenes
    /// The sessions of an app with scenes.
    case sessions
    /// The target's end of the channel: what a harness may say.
    case target
    /// The harness's end of the channel: what a target may say.
    case harness

    /// Inputs that are right, to begin with.
    package var seeds: [[UInt8]] {
        switch self {
        case .archive: [SampleFiles.archive.file, SampleFiles.payload(SampleFiles.archive.file)]
        case .history: [SampleFiles.history.file, SampleFiles.payload(SampleFiles.history.file)]
        case .scenes: [SampleFiles.scenes.file, SampleFiles.payload(SampleFiles.scenes.file)]
        case .sessions:
            [SampleFiles.sessions.file, SampleFiles.payload(SampleFiles.sessions.file)]
        case .target: SampleConversations.harness
        case .harness: SampleConversations.target
        }
    }

    /// Decodes an input, which may be anything. It stops the process where something does not hold
    /// that must hold for every input.
    package func decode(_ input: [UInt8]) {
        switch self {
        case .archive: decodeArchive(input)
        case .history: decodeHistory(input)
        case .scenes: decodeScenes(input)
        case .sessions: decodeSessions(input)
        case .target: converseAsTarget(with: input)
        case .harness: converseAsHarness(with: input)
        }
    }
}
