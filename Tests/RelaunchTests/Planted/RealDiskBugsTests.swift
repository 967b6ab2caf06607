#if os(Linux)
    import Relaunch
    import Testing
    import TestSupport

    /// Programs that count on what a file system does not promise, each with a twin that does not: one
    /// pair for each kind of state that real disks were seen to have.
    @Suite("A power failure on a file system", .enabled(if: TrialTarget.hasPython))
    struct RealDiskBugsTests {
        /// Those of which each fsync fails in its turn.
        private static let failsSyncs = ["goes-on-after-a-failed-sync", "syncs-once-more"]

        private static let profiles: [String: PowerLossProfile] = [
            "ext4": .ext4, "xfs": .xfs, "btrfs": .btrfs,
        ]

        private func sweep(_ entry: PlantedEntry, isRight: Bool) async throws -> CaseResult {
            let path = try #require(entry.program?.path)
            func program(_ part: String, exit: Run.Exit = .success) -> Run {
                Run(
                    path, arguments: [entry.name] + (isRight ? ["--right"] : []) + [part],
                    exit: exit)
            }
            let profile = try #require(Self.profiles[entry.standsOn])
            let failsSyncs = Self.failsSyncs.contains(entry.name)
            return try await trial(TrialTarget.command("true")) {
                Launch()
                program("before")
                // What a failed sync has dropped is looked at also where few states are.
                Sweep(.powerLoss(profile), statesPerWindow: failsSyncs ? 4 : 1_000) {
                    if failsSyncs {
                        Fail(.fsync, with: .EIO) { program("steps", exit: .any) }
                    } else {
                        program("steps")
                    }
                }
                Launch()
                program("look")
                Expect(.exitStatus(0))
            }.only()
        }

        @Test func `the catalogue of them is the one that the tool reads`() throws {
            let entries = PlantedProgram.everythingOnDisks
            #expect(entries.count >= 13)
            #expect(entries.allSatisfy { Self.profiles[$0.standsOn] != nil && $0.rule == "S13" })
            try expectGolden(
                entries.map { try $0.catalogueLine }.joined(), "disks.jsonl",
                filePath: TrialTarget.root + "/Tests/Targets/Planted/Package")
        }

        @Test(arguments: PlantedProgram.everythingOnDisks)
        func `a sweep finds the bug and passes its twin`(entry: PlantedEntry) async throws {
            let wrong = try await sweep(entry, isRight: false)
            #expect(wrong.verdict == .failed, "\(wrong.failure?.message ?? "")")
            #expect(wrong.failure?.blame == .target)
            let right = try await sweep(entry, isRight: true)
            #expect(
                right.verdict == .passed,
                "\(right.failure.map { "\($0.message) \($0.killPoint ?? "")" } ?? "")")
        }
    }
#endif
