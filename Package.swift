// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Relaunch",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "CrashStates", targets: ["CrashStates"]),
        .library(name: "Relaunch", targets: ["Relaunch"]),
        .library(name: "RelaunchTesting", targets: ["RelaunchTesting"]),
        .library(name: "RelaunchTarget", targets: ["RelaunchTarget"]),
        .library(name: "StateRestoration", targets: ["StateRestoration"]),
        .executable(name: "relaunch", targets: ["RelaunchCommand"]),
        .plugin(name: "RelaunchPlugin", targets: ["RelaunchPlugin"]),
        .executable(name: "notes", targets: ["Notes"]),
        .executable(name: "notes-scenes", targets: ["NotesScenes"]),
        .executable(name: "timer", targets: ["Timer"]),
        .executable(name: "counter-c", targets: ["CounterC"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    ],
    targets: [
        // What users link into their own targets: the toolchain alone.
        .target(name: "RelaunchProtocol"),
        .target(name: "RelaunchTarget", dependencies: ["RelaunchProtocol"]),
        // The formats of StateRestoration's files, for it and for the command that shows them.
        .target(name: "RestorationArchive"),
        .target(
            name: "StateRestoration", dependencies: ["RelaunchTarget", "RestorationArchive"]),

        // The harness.
        .target(name: "CSupervisor", cSettings: [.headerSearchPath(".")]),
        // Every state that a death can leave in a directory; knows nothing of scenarios.
        .target(
            name: "CrashStates",
            dependencies: [
                "CSupervisor", .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Real file systems on disks in memory, whose power can be cut at any write.
        .target(name: "CRealDisk", cSettings: [.headerSearchPath(".")]),
        .target(
            name: "RealDisk",
            dependencies: [
                "CRealDisk", "CrashStates",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Relaunch",
            dependencies: [
                "CrashStates", "RealDisk", "RelaunchProtocol",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Every rule of restoration, checked on a target without a scenario.
        .target(
            name: "RelaunchAudit",
            dependencies: ["CrashStates", "Relaunch", "RelaunchProtocol"]),
        // Random lives, and what they find.
        .target(
            name: "RelaunchStress",
            dependencies: [
                "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "RelaunchTesting", dependencies: ["CrashStates", "Relaunch"]),
        .executableTarget(
            name: "RelaunchCommand",
            dependencies: [
                "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol",
                "RelaunchStress", "RestorationArchive",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Built by `relaunch adopt` when it needs it, with the swift-syntax of the toolchain.
            exclude: ["Adopt/Rewriter"]),
        // `swift package relaunch` in a package that depends on this one.
        .plugin(
            name: "RelaunchPlugin",
            capability: .command(
                intent: .custom(
                    verb: "relaunch", description: "Kill targets, relaunch them, check them")),
            path: "Sources/RelaunchPlugin"),

        // Tools for this repository: no products, since a user's package has no use for them.
        // `swift run relaunch-benchmark` finds them by the names of the targets.
        .executableTarget(
            name: "relaunch-benchmark",
            dependencies: [
                "CrashStates", "CSupervisor", "Relaunch", "RelaunchStress",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Tools/Benchmark"),
        // A target that saves as long and as much as a benchmark wants.
        .executableTarget(
            name: "BenchmarkTarget", dependencies: ["RelaunchTarget"],
            path: "Sources/Tools/BenchmarkTarget"),
        // A large app, and Foundation's JSON beside its archive: apart, for what they link.
        .executableTarget(
            name: "BenchmarkArchive", dependencies: ["StateRestoration"],
            path: "Sources/Tools/BenchmarkArchive"),
        // Audits the planted bugs.
        .executableTarget(
            name: "relaunch-planted-bugs",
            dependencies: [
                "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol", "RelaunchStress",
                "RelaunchCommand", "planted", "planted-files", "planted-c",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Tools/PlantedBugs"),

        // Compares the states that are predicted for a power failure with those that real file systems
        // have after one; a little program carries its workloads out.
        .executableTarget(
            name: "relaunch-disk-exam",
            dependencies: [
                "CrashStates", "RealDisk", "disk-workload",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Tools/DiskExam"),
        .executableTarget(name: "disk-workload", path: "Sources/Tools/DiskWorkload"),

        // Targets that show how, and that the tests and Scenarios/ drive.
        .executableTarget(
            name: "Notes", dependencies: ["StateRestoration"], path: "Sources/Examples/Notes"),
        .executableTarget(
            name: "NotesScenes", dependencies: ["StateRestoration"],
            path: "Sources/Examples/NotesScenes"),
        .executableTarget(
            name: "Timer", dependencies: ["RelaunchTarget"], path: "Sources/Examples/Timer"),
        .executableTarget(name: "CounterC", path: "Sources/Examples/CounterC"),

        // Planted bugs: little targets that the harness must find wrong, each with a right twin.
        .target(name: "PlantedCommon", path: "Tests/Targets/Planted/Common"),
        .executableTarget(
            name: "planted", dependencies: ["PlantedCommon", "StateRestoration"],
            path: "Tests/Targets/Planted/App"),
        .executableTarget(
            name: "planted-files", dependencies: ["PlantedCommon", "RelaunchTarget"],
            path: "Tests/Targets/Planted/Files"),
        .executableTarget(
            name: "planted-c", path: "Tests/Targets/Planted/C",
            cSettings: [.headerSearchPath("../../../../Sources/Examples/CounterC")]),

        // One value of each kind that a coder takes, for tests and for an app that keeps them.
        .target(
            name: "CodingSamples", dependencies: ["StateRestoration"],
            path: "Tests/Support/CodingSamples"),
        .executableTarget(
            name: "coding", dependencies: ["CodingSamples", "StateRestoration"],
            path: "Tests/Targets/Coding"),

        // What decodes bytes from outside, for tests with random inputs and for scripts/fuzz.
        .target(
            name: "Fuzz", dependencies: ["Relaunch", "RelaunchTarget", "RestorationArchive"],
            path: "Tests/Fuzz"),

        // What the tests share: golden files, and a limit on how many tests run at a time.
        .target(
            name: "TestParallelization", path: "Tests/Support/Parallelization",
            publicHeadersPath: "."),
        .target(
            name: "TestSupport", dependencies: ["TestParallelization"],
            path: "Tests/Support/Golden"),

        .testTarget(name: "CSupervisorTests", dependencies: ["CSupervisor"]),
        .testTarget(name: "CrashStatesTests", dependencies: ["CrashStates"]),
        // The quick form of the disk exam, where this machine permits it.
        .testTarget(
            name: "RealDiskTests", dependencies: ["CrashStates", "RealDisk", "relaunch-disk-exam"]),
        .testTarget(
            name: "RelaunchProtocolTests", dependencies: ["RelaunchProtocol", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(name: "RelaunchTargetTests", dependencies: ["RelaunchTarget"]),
        .testTarget(
            name: "RestorationArchiveTests",
            dependencies: ["RestorationArchive", "Fuzz", "TestSupport"], exclude: ["Golden"]),
        .testTarget(name: "FuzzTests", dependencies: ["Fuzz", "RestorationArchive"]),
        .testTarget(
            name: "StateRestorationTests",
            dependencies: ["StateRestoration", "CodingSamples", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(
            name: "RelaunchTests",
            dependencies: ["CrashStates", "Relaunch", "RelaunchAudit", "TestSupport"],
            exclude: ["Golden", "Reports/Golden"]),
        .testTarget(
            name: "StressTests",
            dependencies: [
                "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol", "RelaunchStress",
            ]),
        // End to end, through the built command.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "RelaunchCommand", "RelaunchProtocol", "Notes", "CounterC", "Timer", "TestSupport",
            ],
            exclude: ["Golden"]),
        // The sources themselves: imports, lengths, words, documentation.
        .testTarget(name: "TidyTests"),
        // A suite inside Swift Testing, as a user would run one.
        .testTarget(
            name: "ScenarioTests",
            dependencies: ["RelaunchTesting", "Notes", "CounterC", "TestSupport"],
            exclude: ["Golden"]),
    ]
)
