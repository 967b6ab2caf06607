@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// What is said of a real image: whether it is one of the states that a profile predicts.
@Suite("A real image") struct RealDiskPredictionTests {
    private let recording: ScriptedRecording
    private let prediction: RealDiskPrediction

    init() throws {
        recording = try ScriptedRecording(RealDirectory()) {
            String(repeating: "o", count: 4096).save(to: $0 + "/map")
            "old".save(to: $0 + "/log")
        }
        recording.store("map", "new and newer")
        recording.write("log", "new")
        // As package managers do with what they unpack.
        recording.setTime("log", seconds: 1_000_000_000)
        recording.acknowledge("done")
        var end = recording.base
        for call in recording.calls {
            for operation in call.operations { try end.apply(operation) }
        }
        prediction = try RealDiskPrediction(
            base: recording.base, calls: recording.calls, end: end, profile: .ext4, limit: 100,
            seed: 1)
    }

    /// The base with other bytes at the beginning of a file.
    private func image(_ path: String, _ text: String) throws -> DirectoryTree {
        var tree = recording.base
        try tree.apply(.write(recording.identity(path), offset: 0, bytes: Array(text.utf8)))
        return tree
    }

    @Test("is predicted where it is one of the states")
    func predicted() throws {
        #expect(try prediction.answer(to: image("log", "new"), after: 0...0) == .predicted)
        #expect(
            try prediction.answer(to: image("map", "new and newer"), after: 0...0) == .predicted)
    }

    @Test("is predicted, whatever times the program has set")
    func times() throws {
        let image = try image("log", "new")
        #expect(prediction.answer(to: image, after: 1...1) == .predicted)
    }

    @Test("is missed where it is none of them")
    func missed() throws {
        let answer = try prediction.answer(to: image("log", "neither"), after: 0...0)
        #expect(answer == .missed(acknowledgements: 0))
    }

    @Test("says nothing of the model where it was taken between two stores through a mapping")
    func mapped() throws {
        #expect(try prediction.answer(to: image("map", "new"), after: 0...0) == .mapped)
    }
}
