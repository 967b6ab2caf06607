import Testing

/// The sources themselves: who imports whom, lengths, words and documentation. What is allowed for the
/// time being stands in `Allowances`, and nowhere else.
@Suite struct TidyTests {
    @Test func `every folder imports only what it may`() {
        expectNone(Package.files.flatMap(ImportCheck.findings))
    }

    @Test func `no file is longer than can be kept in mind`() {
        expectNone(Package.files.flatMap(LengthCheck.fileFindings))
    }

    @Test func `every function fits a screen`() {
        expectNone(Package.files.flatMap(LengthCheck.functionFindings))
    }

    @Test(arguments: WordCheck.banned.map(\.text))
    func `banned words are not used`(_ text: String) throws {
        let word = try #require(WordCheck.banned.first { $0.text == text })
        let findings = Package.files.filter(WordCheck.isRead).flatMap {
            WordCheck.findings(of: word, in: $0)
        }
        if findings.count > Allowances.words[text] ?? 0 { expectNone(findings) }
    }

    @Test func `tests look for facts, not for sentences`() {
        expectNone(Package.files.flatMap(ProseCheck.findings))
    }

    @Test(arguments: DocumentationCheck.modules)
    func `public declarations are documented`(_ module: String) {
        let result = DocumentationCheck.result(
            of: DocumentationCheck.files(of: module), DocumentationCheck.conformances)
        let floor = Allowances.documentation[module] ?? 100
        if result.share < floor {
            let all = result.documented + result.missing.count
            Issue.record("\(module): \(result.documented) of \(all) documented, \(floor) % needed")
            expectNone(result.missing)
        }
    }

    @Test func `what has a name for C is public`() {
        expectNone(Package.files.flatMap(ExportCheck.findings))
    }

    @Test func `the package's sources are found`() {
        #expect(Package.files(in: "Sources").count > 300)
        #expect(Package.files(in: "Scenarios").count > 3)
    }
}
