import Foundation
import RealDisk
import Testing

/// The quick form of the disk exam.
@Suite("Power failures on real file systems", .serialized, .needsRealDisk) struct ExamTests {
    @Test func `every state that a real file system leaves is predicted`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "exam-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, errors) = try ExamProcess([
            "--seeds", "1", "--images-each", "4", "--jobs", "2", "--no-minimize",
            "--json", file.path,
        ]).end()
        try #require(status <= 1, Comment(rawValue: errors))
        let report = try JSONDecoder().decode(ExamReport.self, from: Data(contentsOf: file))
        for system in report.fileSystems {
            #expect(system.images > 100, "\(system.name)")
            #expect(system.missed == 0, "\(system.name): \(system.workloadsWithMisses)")
        }
    }

    @Test func `a profile that promises too much fails`() throws {
        let (status, errors) = try ExamProcess([
            "--workloads", "append", "--file-systems", "ext4", "--profile", "ext4DataJournal",
            "--no-minimize",
        ]).end()
        #expect(status == 1, Comment(rawValue: errors))
    }

    @Test(arguments: [
        "a | creat f": "name | setup | calls",
        "a | | creat f; append f 10": "append FILE NUMBER LETTER",
        "a | | frobnicate f": "frobnicate",
        "a | | creat ../f": "../f",
        "a | | creat f; write f 1x 3 A": "1x",
        "a | creat f |": "no calls",
    ])
    func `a script that cannot be meant is told before anything is done`(
        _ script: String, _ word: String
    ) throws {
        let (status, errors) = try ExamProcess(["--script", script]).end()
        #expect(status == 64)
        #expect(errors.contains(word), Comment(rawValue: errors))
    }

    @Test func `nothing is right where nothing could be examined`() throws {
        let (status, errors) = try ExamProcess([
            "--script", "a | | unlink f", "--file-systems", "ext4",
        ]).end()
        #expect(status == 4)
        #expect(errors.contains("unlink"), Comment(rawValue: errors))
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `nothing is left behind by an exam that is killed`(_ signal: Int32) async throws {
        let exam = try ExamProcess(["--for", "10m", "--file-systems", "ext4", "btrfs"])
        let process = exam.process.processIdentifier
        #expect(!exam.firstLine().isEmpty)
        let servers = servers { $0.contains("PPid:\t\(process)\n") }
        #expect(!servers.isEmpty)
        kill(process, signal)
        exam.process.waitUntilExit()
        // A server ends when its disk has no user any more: no mount and no loop device. That takes
        // the kernel a moment.
        let deadline = ContinuousClock.now + .seconds(20)
        var left = servers
        while !left.isEmpty, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
            left.formIntersection(self.servers { _ in true })
        }
        #expect(left.isEmpty)
        let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8)
        #expect(!mounts.contains("relaunch-disk"))
    }

    /// The servers of disks that live and whose status a condition holds for.
    private func servers(_ isWanted: (String) -> Bool) -> Set<String> {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(processes).filter { process in
            let file = "/proc/\(process)/status"
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                return false
            }
            // One that has ended waits for whoever is its parent now.
            return text.hasPrefix("Name:\trelaunch-disk\n") && !text.contains("State:\tZ")
                && isWanted(text)
        }
    }
}
