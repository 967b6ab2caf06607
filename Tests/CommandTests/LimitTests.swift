@testable import CrashStates
import Foundation
import Testing
import TestSupport

@testable import Relaunch

/// Time limits: a factor for all of them, and a limit for a whole case.
@Suite struct LimitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ steps: String, options: String = "", limit: String = ".seconds(60)") throws
    {
        let scenario = "    Scenario(\"slow\"\(options)) {\n        \(steps)\n    }"
        try folder.write(
            Sample.file("Slow", [scenario], target: ".command(\"sh\"), timeLimit: \(limit)"),
            to: "A.swift")
    }

    @Test(arguments: [([], [], 1), (["--timeout-factor", "40"], [], 0), ([], ["40"], 0)])
    func aFactorHoldsForEveryWait(
        _ options: [String], _ variable: [String], _ status: Int
    ) async throws {
        try write(
            "Launch(arguments: [\"-c\", \"sleep 1.5\"])", limit: ".milliseconds(500)")
        let outcome = try await RelaunchProcess(
            ["run", "A.swift"] + options, in: folder,
            environment: ["RELAUNCH_TIMEOUT_FACTOR": variable.first ?? ""]
        ).finish()
        #expect(Int(outcome.status) == status, "\(outcome.error)")
    }

    @Test func aWrongFactorInTheEnvironmentIsNamed() async throws {
        try write("Launch()")
        let outcome = try await RelaunchProcess(
            ["run", "A.swift"], in: folder, environment: ["RELAUNCH_TIMEOUT_FACTOR": "fast"]
        ).finish()
        #expect(outcome.status == 64)
        try expectGolden(outcome)
    }

    @Test func aCaseThatTakesLongerThanItsOptionFails() async throws {
        try write("Launch(arguments: [\"-c\", \"echo started; sleep 100\"])")
        let outcome = try await relaunch(
            "run", "A.swift", "--case-limit", "1.5", "--events", "-", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\"kind\":\"overdue\""))
        #expect(outcome.seconds < 40)
        try expectGolden(outcome)
    }

    /// No single state takes long; all of them together do.
    @Test func aSweepThatTakesLongerThanItsTraitFails() async throws {
        try write(
            """
            Sweep(.system) { Run("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo $i > f$i; done") }
                    Launch(arguments: ["-c", "sleep 0.7"])
                    Expect(.exitStatus(0))
            """, options: ", control: .none(because: \"it is slow\"), caseLimit: .seconds(2)")
        let outcome = try await relaunch(
            "run", "A.swift", "--jobs", "1", "--case-limit", "1000", "--events", "-", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output.components(separatedBy: "\"kind\":\"overdue\"").count >= 2)
        #expect(outcome.error.components(separatedBy: ": error: ").count <= 3)
    }

    @Test func sanitizersAndValgrindAreFoundInTheExecutable() throws {
        #expect(Slowdown(executable: "/usr/bin/valgrind") == .valgrind)
        #expect(Slowdown(executable: "/bin/sh") == nil)
        #expect(Slowdown(executable: folder.path) == nil)
        #expect(Slowdown(executable: try folder.write("\u{7F}ELF", to: "short")) == nil)
        // What a program built with a sanitizer has is the name of the runtime's beginning.
        for (name, slowdown) in [
            ("asan", Slowdown.addressSanitizer), ("tsan", .threadSanitizer),
            ("msan", .memorySanitizer), ("hwasan", .hardwareAddressSanitizer),
        ] {
            let source = try folder.write(
                "void __\(name)_init(void) {} int main(void) { __\(name)_init(); }\n",
                to: "\(name).c")
            let compiler = Process()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            compiler.arguments = ["cc", source, "-o", folder.path(name)]
            try compiler.run()
            compiler.waitUntilExit()
            #expect(Slowdown(executable: folder.path(name)) == slowdown)
        }
    }

    @Test func aTargetThatIsSlowBecauseOfASanitizerGetsMoreTime() async throws {
        let source = try folder.write(
            """
            #include <unistd.h>
            void __asan_init(void) {}
            int main(void) { __asan_init(); usleep(1500 * 1000); }

            """, to: "slow.c")
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["cc", source, "-o", folder.path("slow")]
        try compiler.run()
        compiler.waitUntilExit()
        try folder.write(
            Sample.file(
                "Slow", ["    Scenario(\"slow\") { Launch() }"],
                target: ".command(\"\(folder.path)/slow\"), timeLimit: .seconds(1)"),
            to: "A.swift")
        let outcome = try await relaunch("run", "A.swift", in: folder)
        #expect(outcome.status == 0)
        try expectGolden(outcome)
    }
}
