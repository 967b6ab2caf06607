import Foundation

/// The same timer, done right: saved when the app goes to the background, so that no kill and no power
/// failure leaves anything but the older state or the newer one.
final class DurableTimer: TimerModel {
    private let file: URL

    var state: TimerState
    let restorationFailure: RestorationFailure?

    init() {
        file = Self.folder.appendingPathComponent("timer.json")
        do {
            guard let data = try? Data(contentsOf: file) else {
                throw RestorationFailure.noSavedState
            }
            do { state = try JSONDecoder().decode(TimerState.self, from: data) } catch {
                throw RestorationFailure.damaged("\(error)")
            }
            restorationFailure = nil
            // The clock went on while nobody was there.
            if case .running(let end) = state, end <= Date() { state = .finished }
        } catch {
            state = .idle
            restorationFailure = error as? RestorationFailure
        }
    }

    private static var folder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    }

    /// Written aside, synced, renamed, and the directory synced: the answer to the background event is
    /// a promise.
    func enterBackground() throws {
        try FileManager.default.createDirectory(
            at: Self.folder, withIntermediateDirectories: true)
        let temporary = file.appendingPathExtension("new")
        try JSONEncoder().encode(state).write(to: temporary)
        try Self.sync(temporary)
        guard rename(temporary.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try Self.sync(Self.folder)
    }

    private static func sync(_ place: URL) throws {
        let descriptor = open(place.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
