import Foundation

/// The same timer, done right: it saves when the app goes to the background, and when it is to end. A kill
/// or a power failure leaves either the older state or the newer one.
final class DurableTimer: TimerModel {
    private let file: URL
    private var kept: TimerState

    /// Time passes, whether the app lives or not.
    var state: TimerState {
        get {
            if case .running(let end) = kept, end <= Date() { return .finished }
            return kept
        }
        set { kept = newValue }
    }
    let restorationFailure: RestorationFailure?

    init() {
        file = Self.folder.appendingPathComponent("timer.json")
        do {
            guard let data = try? Data(contentsOf: file) else {
                throw RestorationFailure.noSavedState
            }
            do { kept = try JSONDecoder().decode(TimerState.self, from: data) } catch {
                throw RestorationFailure.damaged("\(error)")
            }
            restorationFailure = nil
        } catch {
            kept = .idle
            restorationFailure = error as? RestorationFailure
        }
    }

    private static var folder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    }

    /// Writes a new file aside, syncs it, renames it, and syncs the directory: the answer to the
    /// background event promises that the state is durable.
    ///
    /// It writes with a `FileHandle`, because `Data.write(to:)` of Foundation 6.3 starts again from the
    /// first byte when the system has written only a part.
    func save() throws {
        try FileManager.default.createDirectory(
            at: Self.folder, withIntermediateDirectories: true)
        let temporary = file.appendingPathExtension("new")
        try Data().write(to: temporary)
        let handle = try FileHandle(forWritingTo: temporary)
        try handle.write(contentsOf: JSONEncoder().encode(state))
        try handle.synchronize()
        try handle.close()
        guard rename(temporary.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try Self.syncFolder()
    }

    private static func syncFolder() throws {
        let descriptor = open(folder.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
