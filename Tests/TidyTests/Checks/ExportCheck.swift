/// What has a name for C is public: others look for that name, and an optimized build that nothing is tested
/// with does not give out those of its own.
enum ExportCheck {
    static func findings(in file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/"), file.path.hasSuffix(".swift") else { return [] }
        let lines = file.codeLines
        return lines.indices.compactMap { index in
            guard let attribute = lines[index].range(of: "@_cdecl(") else { return nil }
            let rest =
                [String(lines[index][attribute.upperBound...])] + lines[(index + 1)...].prefix(3)
            let head = rest.joined(separator: " ").prefix { $0 != "{" }
            guard !head.contains("public ") else { return nil }
            return Finding(
                file: file.path, line: index + 1,
                message: "what has a name for C is not public; optimized builds do not give it out")
        }
    }
}
