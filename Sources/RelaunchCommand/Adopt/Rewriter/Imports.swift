import SwiftSyntax

/// Puts imports that Linux does not have under `#if canImport`, with StateRestoration in UIKit's place.
struct ImportRewriter {
    private let unit: SourceUnit
    private(set) var edits = EditList()
    /// Whether something in the file imports what takes UIKit's place.
    private var hasReplacement: Bool
    /// Whether the file sees Foundation on Linux, once this is done.
    private var seesFoundation: Bool

    /// What StateRestoration takes the place of, as far as restoration needs it, or what brings UIKit along.
    static let replaced: Set<String> = [
        "UIKit", "SwiftUI", "WebKit", "SafariServices", "Combine", "MapKit", "AVKit", "MessageUI",
        "PhotosUI", "ContactsUI", "EventKitUI", "QuickLook", "PDFKit", "GameKit", "StoreKit", "os",
        "OSLog",
    ]
    /// Of Apple's other frameworks, those that do not bring Foundation along.
    private static let withoutFoundation: Set<String> = [
        "Accelerate", "CoreFoundation", "Darwin", "ObjectiveC",
    ]
    /// What is there wherever UIKit is, and nowhere on Linux.
    private static let apple: Set<String> = replaced.union([
        "ARKit", "AVFoundation", "AVFAudio", "Accelerate", "AppTrackingTransparency",
        "AudioToolbox",
        "AuthenticationServices", "BackgroundTasks", "CFNetwork", "CallKit", "CloudKit", "Contacts",
        "CoreBluetooth", "CoreData", "CoreFoundation", "CoreGraphics", "CoreImage", "CoreLocation",
        "CoreMedia", "CoreMotion", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText",
        "CoreVideo", "Darwin", "EventKit", "GameplayKit", "HealthKit", "HomeKit", "ImageIO",
        "Intents", "IntentsUI", "JavaScriptCore", "LocalAuthentication", "MediaPlayer", "Metal",
        "MetalKit", "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "Network",
        "NetworkExtension", "NotificationCenter", "ObjectiveC", "PassKit", "Photos",
        "QuartzCore", "SceneKit", "Security", "Social", "Speech", "SpriteKit", "SwiftData",
        "SystemConfiguration", "UniformTypeIdentifiers", "UserNotifications", "Vision",
        "WatchConnectivity", "WidgetKit",
    ])

    init(_ unit: SourceUnit) {
        self.unit = unit
        let finder = ReplacementFinder()
        finder.walk(unit.tree)
        hasReplacement = finder.isFound
        seesFoundation = finder.isFound || finder.bringsFoundation || finder.namesUIKit
        rewrite(unit.tree.statements, isTop: true)
        if !hasReplacement, finder.namesUIKit { add() }
    }

    private final class ReplacementFinder: LinuxVisitor {
        var isFound = false
        var namesUIKit = false
        var bringsFoundation = false

        override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
            // An import counts, whatever it is under.
            let items = node.elements?.as(CodeBlockItemListSyntax.self)
            for item in items ?? [] { item.item.as(ImportDeclSyntax.self).map(look) }
            return super.visit(node)
        }
        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            look(node)
            return .skipChildren
        }
        private func look(_ node: ImportDeclSyntax) {
            if node.module == "StateRestoration" { isFound = true }
            if node.module == "Foundation" || ImportRewriter.replaced.contains(node.module) {
                bringsFoundation = true
            }
        }
        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            look(node.name)
            return .visitChildren
        }
        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            look(node.baseName)
            return .visitChildren
        }
        private func look(_ name: TokenSyntax) {
            // Foundation has these on Apple's systems, and StateRestoration on Linux.
            if name.text.hasPrefix("NSUserActivity") { namesUIKit = true }
            let letters = name.text.prefix(3)
            if letters.count == 3, letters.hasPrefix("UI"), letters.last?.isUppercase == true,
                name.text.contains(where: \.isLowercase)
            {
                namesUIKit = true
            }
        }
    }

    /// A file that sees UIKit through another, such as a bridging header.
    private mutating func add() {
        let lines = ["#if !canImport(UIKit)", "import StateRestoration", "#endif"]
        edits.add([Self.insertion(of: lines, in: unit)], .importing)
    }

    // MARK: Lists

    private mutating func rewrite(_ items: CodeBlockItemListSyntax, isTop: Bool) {
        var block: [CodeBlockItemSyntax] = []
        for item in items {
            if let name = item.item.as(ImportDeclSyntax.self)?.module,
                !LinuxCondition.modules.contains(name)
            {
                if !block.isEmpty, !follows(item, block[block.count - 1]) {
                    wrap(block)
                    block = []
                }
                block.append(item)
                continue
            }
            wrap(block)
            block = []
            if let condition = item.item.as(IfConfigDeclSyntax.self) {
                rewrite(condition, isTop: isTop)
            }
        }
        wrap(block)
    }

    /// Whether an import can share the block of the one before: both are Apple's, and there is nothing
    /// between them.
    private func follows(_ item: CodeBlockItemSyntax, _ last: CodeBlockItemSyntax) -> Bool {
        let names = [item, last].compactMap { $0.item.as(ImportDeclSyntax.self)?.module }
        let lines = item.leadingTrivia.reduce(0) { count, piece in
            switch piece {
            case .newlines(let number), .carriageReturnLineFeeds(let number): count + number
            case .spaces, .tabs: count
            default: 2
            }
        }
        return lines == 1 && names.allSatisfy(Self.apple.contains)
    }

    private mutating func wrap(_ block: [CodeBlockItemSyntax]) {
        let names = block.compactMap { $0.item.as(ImportDeclSyntax.self)?.module }
        guard let first = block.first, let last = block.last, let name = names.first else { return }
        let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
        let line = unit.lineBreak + unit.indentation(at: start)
        var end = last.endPosition.utf8Offset
        var taken = end..<end
        if let semicolon = last.semicolon {
            // What follows gets a line of its own.
            end = semicolon.positionAfterSkippingLeadingTrivia.utf8Offset
            taken = end..<unit.skippingBlanks(semicolon.endPosition.utf8Offset)
        }
        let isReplaced = names.contains(where: Self.replaced.contains) && !hasReplacement
        if isReplaced { hasReplacement = true }
        let module = names.contains("UIKit") ? "UIKit" : name
        let instead =
            isReplaced ? "StateRestoration" : needsFoundation(after: names) ? "Foundation" : nil
        if instead != nil { seesFoundation = true }
        let ending =
            (instead.map { line + "#else" + line + "import " + $0 } ?? "") + line + "#endif"
        let isFollowed = unit.skippingLineBreak(taken.upperBound) == nil
        edits.add(
            [
                Edit(start..<start, "#if canImport(\(module))" + line),
                Edit(taken, ending + (isFollowed ? line : "")),
            ], .importing)
    }

    /// Whether Foundation, which came along with one of the modules, is to be imported by its own name.
    private func needsFoundation(after modules: [String]) -> Bool {
        !seesFoundation
            && modules.contains {
                Self.apple.contains($0) && !Self.withoutFoundation.contains($0)
            }
    }

    // MARK: Conditions

    private mutating func rewrite(_ condition: IfConfigDeclSyntax, isTop: Bool) {
        for clause in condition.clauses where LinuxCondition.value(of: clause) != false {
            if let items = clause.elements?.as(CodeBlockItemListSyntax.self) {
                rewrite(items, isTop: false)
            }
        }
        guard isTop, !hasReplacement, importsWhatIsReplaced(condition) else { return }
        let start = condition.poundEndif.positionAfterSkippingLeadingTrivia.utf8Offset
        let line = unit.lineBreak + unit.indentation(at: start)
        let hasElse = condition.clauses.contains { $0.poundKeyword.tokenKind == .poundElse }
        let isPlatform = condition.clauses.allSatisfy { LinuxCondition.value(of: $0) != nil }
        hasReplacement = true
        if !hasElse, isPlatform, holdsImportsOnly(condition) {
            edits.add(
                [Edit(start..<start, "#else" + line + "import StateRestoration" + line)], .importing
            )
        } else {
            let end = condition.poundEndif.endPositionBeforeTrailingTrivia.utf8Offset
            edits.add(
                [
                    Edit(
                        end..<end,
                        line + "#if !canImport(UIKit)" + line + "import StateRestoration" + line
                            + "#endif")
                ], .importing)
        }
    }

    private func elements(of condition: IfConfigDeclSyntax) -> [CodeBlockItemSyntax] {
        condition.clauses.flatMap { clause in
            clause.elements?.as(CodeBlockItemListSyntax.self).map(Array.init) ?? []
        }
    }

    private func holdsImportsOnly(_ condition: IfConfigDeclSyntax) -> Bool {
        elements(of: condition).allSatisfy { $0.item.is(ImportDeclSyntax.self) }
    }

    private func importsWhatIsReplaced(_ condition: IfConfigDeclSyntax) -> Bool {
        elements(of: condition).contains { item in
            if let nested = item.item.as(IfConfigDeclSyntax.self) {
                return importsWhatIsReplaced(nested)
            }
            return item.item.as(ImportDeclSyntax.self).map { Self.replaced.contains($0.module) }
                ?? false
        }
    }
}

extension ImportDeclSyntax {
    /// The first part of what is imported.
    var module: String { path.first?.name.text ?? "" }
}
