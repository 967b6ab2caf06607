/// What users of a library see has a comment that says what it is.
enum DocumentationCheck {
    /// The modules that users import, or see through another.
    static let modules = [
        "CrashStates", "Relaunch", "RelaunchAudit", "RelaunchProtocol", "RelaunchTarget",
        "RelaunchTesting", "StateRestoration",
    ]

    /// What the standard library and the language ask for, and say already.
    static let witnesses: Set<String> = [
        "==", "<", "debugDescription", "description", "encode(to:)", "encode(with:)",
        "errorDescription", "hash(into:)", "init(from:)", "init(coder:)", "init(rawValue:)",
        "rawValue", "unownedExecutor",
        "init(arrayLiteral:)", "init(booleanLiteral:)", "init(dictionaryLiteral:)",
        "init(floatLiteral:)", "init(integerLiteral:)", "init(nilLiteral:)", "init(stringLiteral:)",
        "buildArray(_:)", "buildBlock(_:)", "buildEither(first:)", "buildEither(second:)",
        "buildExpression(_:)", "buildFinalResult(_:)", "buildLimitedAvailability(_:)",
        "buildOptional(_:)", "buildPartialBlock(accumulated:next:)", "buildPartialBlock(first:)",
    ]

    /// What the protocols of all libraries require, and which types say that they keep them.
    struct Conformances {
        private var requirements: [String: Set<String>] = [:]
        private var parents: [String: Set<String>] = [:]

        init(_ files: [SourceFile]) {
            for declarations in files.map({ SwiftDeclarations($0) }) {
                requirements.merge(declarations.requirements) { $0.union($1) }
                parents.merge(declarations.parents) { $0.union($1) }
            }
        }

        /// Whether a member is asked for by a protocol that its type keeps: that has the comment.
        func isWitness(_ declaration: SwiftDeclaration) -> Bool {
            guard let owner = declaration.owner else { return false }
            var seen: Set<String> = []
            var next = parents[owner] ?? []
            while let parent = next.popFirst() {
                guard seen.insert(parent).inserted else { continue }
                if requirements[parent]?.contains(declaration.signature) == true { return true }
                next.formUnion(parents[parent] ?? [])
            }
            return false
        }
    }

    /// Of all libraries of this package.
    static let conformances = Conformances(modules.flatMap(files))

    /// The Swift files of a module.
    static func files(of module: String) -> [SourceFile] {
        Package.files(in: "Sources/\(module)").filter { $0.path.hasSuffix(".swift") }
    }

    struct Result {
        var documented = 0
        var missing: [Finding] = []

        /// In percent.
        var share: Double {
            let all = documented + missing.count
            return all == 0 ? 100 : Double(documented) * 100 / Double(all)
        }
    }

    /// Looks at the Swift files of one module.
    static func result(of files: [SourceFile], _ conformances: Conformances) -> Result {
        var isPublic: [String: Bool] = [:]
        for (name, visible) in files.flatMap(SwiftDeclarations.types) {
            isPublic[name] = visible || isPublic[name] ?? false
        }
        let hidden = Set(isPublic.filter { !$0.value }.keys)
        var result = Result()
        for file in files {
            let lines = file.lines
            for declaration in SwiftDeclarations(file, hiddenTypes: hidden).found {
                if declaration.isOverride || witnesses.contains(declaration.signature)
                    || conformances.isWitness(declaration)
                {
                    continue
                }
                if isDocumented(line: declaration.line, in: lines) {
                    result.documented += 1
                } else {
                    result.missing.append(
                        Finding(
                            file: file.path, line: declaration.line,
                            message: "`\(declaration.name)` is public and has no comment; "
                                + "say what it means, its units, errors and thread-safety"))
                }
            }
        }
        return result
    }

    private static func isDocumented(line: Int, in lines: [String]) -> Bool {
        guard line >= 2 else { return false }
        let above = lines[line - 2].drop { $0 == " " || $0 == "\t" }
        return above.hasPrefix("///") || above.hasSuffix("*/")
    }
}
