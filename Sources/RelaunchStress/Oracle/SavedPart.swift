import Relaunch
import RelaunchAudit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a save changes of a container. Where a save changes both, a death in it may leave one part old and
/// the other new, each of them whole: a document and the screen that shows it, for example.
package enum SavedPart: String, Sendable, Hashable, Codable, CaseIterable {
    /// What the target calls its saved state.
    case savedState
    /// What it keeps beside that.
    case userFiles

    /// What is in files, by their paths in the container.
    typealias Contents = [String: Data]

    /// The regular files of this part.
    func files(of session: isolated Session, _ knowledge: TargetKnowledge) -> Set<String> {
        switch self {
        case .savedState:
            let inside = knowledge.hello.savedState.filter(Container.isInside)
            let names = inside.flatMap { session.container.files(below: $0) }
            return Set(names.filter(session.container.regularFileExists))
        case .userFiles: return Set(session.userFiles().keys)
        }
    }

    /// What is in them.
    func contents(
        in session: isolated Session, _ knowledge: TargetKnowledge
    ) -> Contents {
        files(of: session, knowledge).reduce(into: [:]) { contents, name in
            contents[name] = FileManager.default.contents(atPath: session.container.path(name))
        }
    }

    /// Makes the files of this part what they were.
    func putBack(
        _ contents: Contents, in session: isolated Session, _ knowledge: TargetKnowledge
    ) throws {
        for name in files(of: session, knowledge) where contents[name] == nil {
            try FileManager.default.removeItem(atPath: session.container.path(name))
        }
        for (name, data) in contents {
            let file = URL(fileURLWithPath: session.container.path(name))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
    }
}
