/// Who may import whom: each folder of sources, and the modules of this package and of others that it
/// may import. What comes with the toolchain is free to all but where a row says otherwise.
enum ImportCheck {
    /// The longest folder that a file is in counts.
    static let allowed: [String: Set<String>] = [
        // What users link into their own programs: the toolchain and each other, in one direction.
        "Sources/RelaunchProtocol": [],
        "Sources/RelaunchTarget": ["RelaunchProtocol"],
        "Sources/RestorationArchive": [],
        "Sources/StateRestoration": ["RelaunchProtocol", "RelaunchTarget", "RestorationArchive"],

        // The harness, from below to above.
        "Sources/CSupervisor": [],
        "Sources/CrashStates": ["CSupervisor", "SystemPackage"],
        "Sources/CRealDisk": [],
        "Sources/RealDisk": ["CRealDisk", "CrashStates", "SystemPackage"],
        "Sources/Relaunch": ["CrashStates", "RealDisk", "RelaunchProtocol", "SystemPackage"],
        "Sources/RelaunchAudit": ["CrashStates", "Relaunch", "RelaunchProtocol", "SystemPackage"],
        "Sources/RelaunchStress": [
            "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol", "SystemPackage",
        ],
        "Sources/RelaunchTesting": ["CrashStates", "Relaunch", "Testing"],
        "Sources/RelaunchCommand": [
            "ArgumentParser", "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol",
            "RelaunchStress", "RestorationArchive",
        ],
        // A program of its own, which is built with what the toolchain has.
        "Sources/RelaunchCommand/Adopt/Rewriter": [
            "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
        ],
        "Sources/RelaunchPlugin": [],

        // For this repository.
        "Sources/Tools/Benchmark": [
            "ArgumentParser", "CSupervisor", "CrashStates", "Relaunch", "RelaunchStress",
        ],
        "Sources/Tools/BenchmarkTarget": ["RelaunchTarget"],
        "Sources/Tools/BenchmarkArchive": ["StateRestoration"],
        "Sources/Tools/DiskExam": ["ArgumentParser", "CrashStates", "RealDisk", "SystemPackage"],
        "Sources/Tools/DiskWorkload": [],
        "Sources/Tools/PlantedBugs": [
            "ArgumentParser", "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol",
            "RelaunchStress",
        ],

        // Targets know nothing of the harness.
        "Sources/Examples/Notes": ["StateRestoration"],
        "Sources/Examples/NotesScenes": ["StateRestoration"],
        "Sources/Examples/Timer": ["RelaunchTarget"],
        "Sources/Examples/CounterC": [],
        "Sources/Examples/Python": [],
        "Tests/Targets": ["PlantedCommon", "RelaunchTarget", "StateRestoration"],
        "Tests/Targets/Coding": ["CodingSamples", "StateRestoration"],

        // A scenario file sees the harness and nothing else.
        "Scenarios": ["Relaunch"],
    ]

    /// What comes with every toolchain.
    static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
        "PackagePlugin", "Synchronization", "UIKit",
    ]

    static func findings(in file: SourceFile) -> [Finding] {
        guard
            file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/Targets/")
                || file.path.hasPrefix("Scenarios/")
        else { return [] }
        guard let folder = folder(of: file.path) else {
            let message = "no row of ImportCheck.allowed is about this folder; add one"
            return [Finding(file: file.path, line: 1, message: message)]
        }
        let modules = toolchain.union(allowed[folder] ?? [])
        let imported: [(Int, String)]
        if file.path.hasSuffix(".swift") {
            imported = imports(file)
        } else if file.path.hasSuffix(".c") || file.path.hasSuffix(".h") {
            return foreignHeaders(file)
        } else {
            return []
        }
        return imported.compactMap { line, module in
            if modules.contains(module) || Allowances.imports.contains("\(file.path): \(module)") {
                return nil
            }
            return Finding(
                file: file.path, line: line,
                message:
                    "\(folder) may not import \(module); move the code, or turn the arrow round"
            )
        }
    }

    private static func folder(of path: String) -> String? {
        allowed.keys.filter { path.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    }

    /// The modules that a Swift file imports, with their lines.
    private static func imports(_ file: SourceFile) -> [(Int, String)] {
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
        ]
        return file.codeLines.enumerated().compactMap { index, line in
            let words = line.split { $0 == " " || $0 == "\t" }
            guard let place = words.firstIndex(of: "import"),
                words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.allSatisfy(\.isLetter) })
            else { return nil }
            let rest = words[(place + 1)...].drop { kinds.contains($0) }
            return rest.first.map { (index + 1, String($0.prefix { $0 != "." })) }
        }
    }

    /// C takes its own headers and the system's.
    private static func foreignHeaders(_ file: SourceFile) -> [Finding] {
        file.lines.enumerated().compactMap { index, line in
            guard line.hasPrefix("#include \""), line.contains("../") else { return nil }
            return Finding(
                file: file.path, line: index + 1,
                message: "a header is named by a path upward; name it from the module's own folder")
        }
    }
}
