import SwiftSyntax

/// Gives restorations the signature that they have had since Swift 4.2: the path is one of strings.
final class SignatureRewriter: LinuxVisitor {
    private(set) var edits = EditList()

    private static let paths: [String: String] = [
        "viewController": "withRestorationIdentifierPath",
        "application": "viewControllerWithRestorationIdentifierPath",
    ]
    private static let older: Set<String> = ["[Any]", "[AnyObject]", "Array<Any>", "NSArray"]

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let label = Self.paths[node.name.plainText]
        for parameter in node.signature.parameterClause.parameters
        where parameter.firstName.plainText == label
            && Self.older.contains(parameter.type.trimmedDescription)
        {
            edits.add([Edit(parameter.type.trimmedRange, "[String]")], .signature)
        }
        return .visitChildren
    }
}
