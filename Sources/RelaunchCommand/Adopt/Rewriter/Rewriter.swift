import Foundation
import SwiftDiagnostics
import SwiftParserDiagnostics
import SwiftSyntax

/// Rewrites the files of a request in rounds, until nothing is left to change.
///
/// `relaunch adopt` builds this program when it first needs it, against the swift-syntax that comes with
/// the toolchain, and reads its report: `adopt-rewriter REQUEST REPORT`.
@main struct Rewriter {
    private var units: [SourceUnit]
    private var changes: [[AdoptReport.Change: Int]]
    private let keepsAttributes: Bool

    /// A change may uncover another, such as one inside of it.
    private static let roundLimit = 8

    static func main() throws {
        let arguments = CommandLine.arguments
        let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
        let request = try JSONDecoder().decode(AdoptRequest.self, from: data)
        let report = report(on: request)
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: arguments[2]))
    }

    private static func report(on request: AdoptRequest) -> AdoptReport {
        let units = request.files.map { SourceUnit(Array($0.utf8)) }
        let errors = units.map(syntaxErrors)
        guard errors.allSatisfy(\.isEmpty) else {
            return AdoptReport(
                files: zip(units, errors).map { unit, errors in
                    AdoptReport.File(text: unit.text(0..<unit.bytes.count), syntaxErrors: errors)
                })
        }
        var rewriter = Rewriter(units, keepsAttributes: request.keepsAttributes)
        rewriter.rewrite()
        let isBroken = rewriter.units.contains { !syntaxErrors($0).isEmpty }
        precondition(!isBroken, "what was rewritten cannot be parsed any more")
        return rewriter.report
    }

    private init(_ units: [SourceUnit], keepsAttributes: Bool) {
        self.units = units
        self.keepsAttributes = keepsAttributes
        changes = Array(repeating: [:], count: units.count)
    }

    private static func syntaxErrors(_ unit: SourceUnit) -> [AdoptReport.Remark] {
        let converter = SourceLocationConverter(fileName: "", tree: unit.tree)
        return ParseDiagnosticsGenerator.diagnostics(for: unit.tree)
            .filter { $0.diagMessage.severity == .error }
            .map { diagnostic in
                let place = diagnostic.location(converter: converter)
                return AdoptReport.Remark(
                    line: place.line, column: place.column, text: diagnostic.message)
            }
    }

    private mutating func rewrite() {
        for _ in 0..<Self.roundLimit {
            let declarations = Declarations(units)
            var observing: Set<String> = []
            var lists = units.map { unit in
                let attributes = AttributeRewriter(unit, keeps: keepsAttributes)
                attributes.walk(unit.tree)
                let selectors = SelectorRewriter(unit, declarations)
                selectors.walk(unit.tree)
                observing.formUnion(selectors.observing)
                let optionals = OptionalRewriter(unit, names: declarations.optionals)
                optionals.walk(unit.tree)
                let signatures = SignatureRewriter()
                signatures.walk(unit.tree)
                return [
                    ImportRewriter(unit).edits, attributes.edits, selectors.edits, optionals.edits,
                    signatures.edits,
                ]
            }
            for index in units.indices {
                lists[index].append(properties(for: observing, declarations, in: index))
            }
            if !apply(lists) { break }
        }
        _ = apply(NetworkingImporter(units, Declarations(units)).edits.map { [$0] })
        for _ in 0..<Self.roundLimit where !apply(OverrideMover(units).edits.map { [$0] }) { break }
    }

    /// Where classes that cease to observe keep what they observe with.
    private func properties(
        for types: Set<String>, _ declarations: Declarations, in file: Int
    ) -> EditList {
        var edits = EditList()
        let finder = ClassFinder()
        finder.walk(units[file].tree)
        let name = SelectorRewriter.observers
        for (type, node) in finder.classes where types.contains(type) {
            guard declarations.types[type]?.members.contains(where: { $0.name == name }) != true
            else { continue }
            let body = ClassBody(unit: units[file], node: node)
            edits.add([
                body.prepending("var \(name): [Notification.Name: [any NSObjectProtocol]] = [:]")
            ])
        }
        return edits
    }

    /// Returns whether anything has changed.
    private mutating func apply(_ lists: [[EditList]]) -> Bool {
        var hasChanged = false
        for index in units.indices where lists[index].contains(where: { !$0.isEmpty }) {
            var all = EditList()
            for list in lists[index] { all.add(list) }
            let bytes = all.applied(to: units[index].bytes, counting: &changes[index])
            if bytes != units[index].bytes { hasChanged = true }
            units[index] = SourceUnit(bytes)
        }
        return hasChanged
    }

    private var report: AdoptReport {
        let types = Declarations(units).types
        let selectors = types["Selector"]?.members.filter(\.isStatic).map(\.name) ?? []
        let classes = Set(types.filter { $0.value.kind == .class }.keys)
        let members = types.values.flatMap(\.members)
        let methods = Set(members.filter { $0.parameters != nil }.map(\.name))
        return AdoptReport(
            files: zip(units, changes).map { unit, changes in
                AdoptReport.File(
                    text: unit.text(0..<unit.bytes.count), changes: changes,
                    left: RemainsFinder(
                        unit, classes: classes, methods: methods, selectors: Set(selectors)
                    ).found)
            })
    }
}
