import StateRestoration

/// What is measured: a save and a restoration, the same data by Foundation's JSON, and the same of windows.
enum Part: String, CaseIterable {
    case save, restore, encode, decode
    case saveScenes = "save-scenes"
    case restoreScenes = "restore-scenes"

    /// Carries the part out on what an earlier one has left in the home directory.
    @MainActor
    func run(_ load: Load) throws -> Cost {
        switch self {
        case .save: try load.save()
        case .restore: try load.restore()
        case .encode: try load.encode()
        case .decode: try load.decode()
        case .saveScenes: try load.saveScenes()
        case .restoreScenes: try load.restoreScenes()
        }
    }
}

/// What a part took.
struct Cost {
    var seconds: Double
    /// The most memory that the process has had so far, its data included.
    var megabytes: Double

    /// Of a piece of work, and of all that came before it in this process.
    @MainActor
    static func of<Result>(_ work: () throws -> Result) throws -> (Result, Cost) {
        let begin = ContinuousClock.now
        let result = try work()
        let time = ContinuousClock.now - begin
        return (result, Cost(seconds: time / .seconds(1), megabytes: try largestMemory()))
    }

    /// Not `getrusage`, which also counts what was in the process before this program was.
    private static func largestMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Double($0) })
        else { throw WrongMeasurement("/proc/self/status says nothing of VmHWM") }
        return kilobytes / 1024
    }
}

/// Something was measured that is not what was meant.
struct WrongMeasurement: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
