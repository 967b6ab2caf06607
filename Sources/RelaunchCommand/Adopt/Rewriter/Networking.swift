import SwiftSyntax

/// Imports FoundationNetworking where an app uses the network: on Linux, that module has what Foundation has
/// elsewhere.
///
/// StateRestoration has a `URLRequest` and a `URLCache` of its own, for apps that use no network. An import
/// that names a type has precedence, so a file that names a request gets such an import as well; and one that
/// names the cache, if it asks for what only the network's has.
struct NetworkingImporter {
    /// One for each file.
    private(set) var edits: [EditList]

    private static let module = "FoundationNetworking"
    private static let request = module + ".URLRequest"
    private static let cache = module + ".URLCache"
    private static let condition = "#if canImport(\(module))"

    init(_ units: [SourceUnit], _ declarations: Declarations) {
        let finders = units.map { NetworkingFinder($0, declarations) }
        let usesNetwork = finders.contains(where: \.usesNetwork)
        edits = zip(units, finders).map { unit, finder in
            var lines: [String] = []
            let imported = finder.imports
            if finder.usesNetwork, !imported.contains(Self.module) {
                lines.append("import \(Self.module)")
            }
            let seesNetwork = usesNetwork || imported.contains(Self.module)
            if seesNetwork, finder.namesRequest, !imported.contains(Self.request) {
                lines.append("import struct \(Self.request)")
            }
            if seesNetwork, finder.asksCache, !imported.contains(Self.cache) {
                lines.append("import class \(Self.cache)")
            }
            var list = EditList()
            if !lines.isEmpty {
                let block = [Self.condition] + lines + ["#endif"]
                list.add([ImportRewriter.insertion(of: block, in: unit)], .importing)
            }
            return list
        }
    }
}

/// What a file has to do with the network.
private final class NetworkingFinder: LinuxVisitor {
    private(set) var namesRequest = false
    private var namesCache = false
    private var namesCachedResponse = false
    /// Whether the cache is asked for responses.
    var asksCache: Bool { namesCache && namesCachedResponse }
    /// Whether something is named that only FoundationNetworking has.
    private(set) var usesNetwork = false
    /// Modules, and types of modules.
    private(set) var imports: Set<String> = []
    private let declarations: Declarations

    /// What a request has in FoundationNetworking only.
    private static let members: Set<String> = [
        "httpBody", "httpBodyStream", "allHTTPHeaderFields", "cachePolicy", "forHTTPHeaderField",
        "httpShouldHandleCookies", "allowsCellularAccess", "mainDocumentURL",
    ]
    private static let types: Set<String> = [
        "URLResponse", "HTTPURLResponse", "CachedURLResponse", "URLCredential",
        "URLCredentialStorage", "URLAuthenticationChallenge", "URLProtectionSpace", "URLProtocol",
        "HTTPCookie", "HTTPCookieStorage", "NSURLRequest", "NSMutableURLRequest",
        "NSURLConnection",
    ]

    init(_ unit: SourceUnit, _ declarations: Declarations) {
        self.declarations = declarations
        super.init()
        walk(unit.tree)
    }

    private func look(_ token: TokenSyntax) {
        let name = token.plainText
        guard declarations.types[name]?.file == nil else { return }
        if name == "URLRequest" { namesRequest = true }
        if name == "URLCache" { namesCache = true }
        if name.hasSuffix("CachedResponse") || name.hasPrefix("cachedResponse") {
            namesCachedResponse = true
        }
        if name.hasPrefix("URLSession") || Self.types.contains(name) { usesNetwork = true }
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        imports.insert(node.path.map(\.name.text).joined(separator: "."))
        return .skipChildren
    }
    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        look(node.name)
        return .visitChildren
    }
    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        // Such as `FoundationNetworking.URLSession`.
        if node.baseType.trimmedDescription == "Foundation" { look(node.name) }
        return .visitChildren
    }
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if Self.members.contains(node.baseName.plainText) {
            usesRequest(node)
        } else {
            look(node.baseName)
        }
        return .visitChildren
    }
    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
        if let label = node.label, Self.members.contains(label.text) { usesRequest(node) }
        return .visitChildren
    }

    /// A member of a request, unless the name is one of the app's own.
    private func usesRequest(_ node: some SyntaxProtocol) {
        let isMember =
            node.parent?.is(MemberAccessExprSyntax.self) == true || node.is(LabeledExprSyntax.self)
        if isMember, !declarations.hasMember(of: Self.members) { usesNetwork = true }
    }
}

extension Declarations {
    /// Whether a type of the given files has a member of one of these names.
    fileprivate func hasMember(of names: Set<String>) -> Bool {
        types.values.contains { $0.file != nil && $0.members.contains { names.contains($0.name) } }
    }
}
