import ArgumentParser
import CrashStates
import Foundation
import RealDisk

/// `relaunch-disk-exam`: looks real crash images up among the predicted states.
@main
struct DiskExam: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relaunch-disk-exam",
        abstract: "Cut the power of real file systems: is each state that is left predicted?",
        discussion: """
            Workloads are carried out on real file systems on disks in memory. Images of the disk \
            are made as a power failure can leave it; the file system recovers on each, and what it \
            then holds is looked up among the states that the profile predicts for the same calls.

            It needs root, FUSE, loop devices, and the mkfs programs. What is missing is told, and \
            those file systems are left out.

            EXIT STATUS
              0   every real state was predicted
              1   one was not
              2   the exam could not be carried out
              4   nothing was examined: no file system is possible here, or no workload was
              64  wrong usage
              130, 143  interrupted, terminated: the results so far are told
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only these file systems; 'ext4*' is all whose names begin so.", valueName: "names"))
    var fileSystems: [String] = []

    @Option(
        help: ArgumentHelp(
            "Predict by this profile, whatever the file system: to see the exam fail.",
            valueName: "name"))
    var profile: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "'written', 'random', or names, such as 'append' or 'random-17'.", valueName: "names"))
    var workloads: [String] = ["written"]

    @Option(
        help: ArgumentHelp(
            "A workload of your own: 'name | setup | calls'. May be given several times.",
            valueName: "line"))
    var script: [String] = []

    @Option(help: ArgumentHelp("So many random workloads with each seed.", valueName: "number"))
    var random = 50

    @Option(
        help: ArgumentHelp(
            "End after so many images, with ever new seeds until then.", valueName: "number"))
    var images: Int?

    @Option(
        help: ArgumentHelp(
            "End after this time, such as 10m, with ever new seeds until then.",
            valueName: "time"))
    var `for`: String?

    @Option(
        help: ArgumentHelp(
            "Images of one workload on one file system with one seed.", valueName: "number"))
    var imagesEach = 40

    @Option(
        help: ArgumentHelp(
            "So many seeds for each workload. (default: 3; without end with --images or --for)",
            valueName: "number"))
    var seeds: Int?

    @Option(
        help: ArgumentHelp(
            "Carry a workload out up to so many times with each seed, while that shows new states.",
            valueName: "number"))
    var runs = 1

    @Option(help: ArgumentHelp("The first seed; the others follow.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Work with so many threads.", valueName: "number"))
    var jobs = 1

    @Option(
        help: ArgumentHelp(
            "So many states between two syncs at most; workloads with more are left out.",
            valueName: "number"))
    var limit = 20_000

    @Option(help: ArgumentHelp("Write all figures and misses to a file.", valueName: "file"))
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Tell what is predicted and was never seen, in so many lines for each workload.",
            valueName: "lines"))
    var unseen: Int?

    @Flag(inversion: .prefixedNo, help: "Leave out calls of a workload that a miss does not need.")
    var minimize = true

    @Flag(help: "List the workloads and the file systems, and end.")
    var list = false

    func validate() throws {
        for (name, value) in [
            ("random", random), ("images", images ?? 1), ("images-each", imagesEach),
            ("seeds", seeds ?? 1), ("runs", runs), ("jobs", jobs), ("limit", limit),
            ("unseen", unseen ?? 1),
        ] where value < 1 {
            throw ValidationError("--\(name) is \(value); at least 1 is needed")
        }
        _ = try timeLimit()
        _ = try candidates()
        _ = try selections()
    }

    func run() throws {
        if list { return printList() }
        umask(0o022)
        do {
            let possible = try candidates().filter(isPossible)
            guard !possible.isEmpty else { throw ExitCode(4) }
            let (tally, signal) = try examine(possible)
            if let json { try Report(tally, kernel: Self.kernel).write(to: json) }
            print(Table.text(of: tally, kernel: Self.kernel))
            if let unseen {
                for states in tally.unseen { print("\n" + states.text(lines: unseen)) }
            }
            for miss in tally.misses { print("\n" + miss.text) }
            if let signal { throw ExitCode(128 + signal) }
            if !tally.misses.isEmpty { throw ExitCode(1) }
            if tally.rows.allSatisfy({ $0.images == 0 }) { throw ExitCode(4) }
        } catch let code as ExitCode {
            throw code
        } catch {
            FileHandle.standardError.write(Data("relaunch-disk-exam: \(error)\n".utf8))
            throw ExitCode(2)
        }
    }

    private func examine(_ candidates: [Candidate]) throws -> (Tally, signal: Int32?) {
        let isBounded = images != nil || `for` != nil
        let plan = Exam.Plan(
            candidates: candidates,
            schedule: Schedule(try selections(), seed: seed, seeds: seeds ?? (isBounded ? nil : 3)),
            imagesEach: imagesEach, runs: runs, images: images,
            deadline: try timeLimit().map { .now + $0 }, jobs: jobs, limit: limit,
            isMinimizing: minimize, tellsUnseen: unseen != nil || json != nil)
        let exam = Exam(plan, in: try PrivateMounts.enter())
        let interruption = Interruption { exam.stop() }
        return (try exam.run(), interruption.signal)
    }

    private func isPossible(_ candidate: Candidate) -> Bool {
        guard let reason = RealDisk.missing(for: candidate.system) else { return true }
        FileHandle.standardError.write(
            Data("\(candidate.system.name) is left out: \(reason)\n".utf8))
        return false
    }

    private func printList() {
        for candidate in Candidate.all {
            print("\(candidate.system.name)\t\(candidate.profile.name)")
        }
        for workload in Workload.written { print(workload.line) }
    }

    private static var kernel: String {
        var name = utsname()
        uname(&name)
        return withUnsafeBytes(of: name.release) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
