@testable import CrashStates
@testable import Relaunch

/// Draws things to do to files, all of which work.
struct RandomScript {
    private var generator: SeededGenerator
    private var made = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    mutating func step(_ recording: ScriptedRecording, _ tree: DirectoryTree) {
        let paths = tree.paths()
        var files: [String] = []
        var directories = [""]
        for path in paths {
            switch tree.file(at: path).flatMap({ tree[$0] })?.kind {
            case .file: files.append(path)
            case .directory: directories.append(path)
            default: break
            }
        }
        made += 1
        let directory = directories[below(directories.count)]
        let new = directory.isEmpty ? "n\(made)" : "\(directory)/n\(made)"
        switch below(20) {
        case 0, 1: recording.create(new)
        case 2: recording.create(new, .directory, mode: 0o755)
        case 3: recording.create(new, .symbolicLink(target: Array("to \(made)".utf8)))
        case 4: recording.create(new, made % 2 == 0 ? .fifo : .socket, mode: 0o600)
        case 5: if let file = pick(files) { recording.link(file, at: new) }
        case 6, 7:
            let full = Set(paths.compactMap { $0.lastIndex(of: "/").map($0.prefix(upTo:)) })
            let empty = paths.filter { !full.contains($0[...]) }
            if let path = pick(empty) { recording.unlink(path) }
        case 8, 9:
            if let path = pick(paths), !new.hasPrefix(path + "/") {
                recording.rename(path, to: new)
            }
        case 10, 11:
            if let old = pick(files), let other = pick(files),
                recording.identity(old) != recording.identity(other)
            {
                recording.rename(old, to: other)
            }
        case 12: if let path = pick(paths), isNoLink(path, tree) { changeMode(recording, path) }
        case 13: if let file = pick(files) { recording.truncate(file, to: below(20_000)) }
        default: if let file = pick(files) { write(recording, file) }
        }
    }

    private mutating func pick(_ all: [String]) -> String? {
        all.isEmpty ? nil : all[below(all.count)]
    }

    private func isNoLink(_ path: String, _ tree: DirectoryTree) -> Bool {
        guard let file = tree.file(at: path), case .symbolicLink = tree[file]?.kind else {
            return true
        }
        return false
    }

    private mutating func changeMode(_ recording: ScriptedRecording, _ path: String) {
        recording.setMode(path, [0o700, 0o755, 0o777][below(3)])
    }

    private mutating func write(_ recording: ScriptedRecording, _ file: String) {
        let count = [1, 40, 4_096, 9_000, 20_000][below(5)]
        let offset = [0, below(5_000), below(5) * 4_096][below(3)]
        let byte = UInt8(below(256))
        recording.write(file, (0..<count).map { UInt8($0 & 3) &* 16 &+ byte }, at: offset)
    }
}
