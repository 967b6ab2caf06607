import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Session {
    /// A session that goes on from here by itself: with a copy of the container and of all that was
    /// observed and remembered.
    func fork() throws -> Session {
        let copy = Container(existing: runDirectory.newPath())
        try container.copy(to: copy.path)
        return forkPoint.session(in: copy, on: worker, isSwept: false)
    }

    /// From where any number of sessions can go on, each by itself.
    var forkPoint: ForkPoint { ForkPoint(origin: self, state: caseState) }

    struct ForkPoint: Sendable {
        let origin: Session
        let state: CaseState
        private let begin = ContinuousClock.now

        init(origin: Session, state: CaseState) {
            self.origin = origin
            self.state = state
        }

        /// A session that goes on from here in a container that has been prepared for it.
        ///
        /// - Parameter isSwept: whether the container is a sweep's, which makes every state in it.
        func session(in container: Container, on worker: Worker, isSwept: Bool = true) -> Session {
            let state = state.forked(
                into: isSwept ? container : nil, after: begin.duration(to: .now),
                seed: origin.seed)
            return Session(continuing: origin, from: state, in: container, on: worker)
        }
    }

    /// Ends a session whose container nobody wants.
    func abandon() throws {
        defer {
            // An update may have moved the target out of the container of its sweep.
            for left in [caseState.control?.original, world.sweptContainer] { try? left?.remove() }
        }
        try leave()
    }

    /// Ends a session that goes on in a fork.
    func leave() throws {
        defer { try? container.remove() }
        try terminateAndReap()
    }

    /// How large a container may be that is kept, in bytes.
    private static let keptLimit = 1 << 30

    /// Moves the container to where a person finds it, and returns its path; nil, and a note, where that
    /// is not possible.
    func keepContainer(in directory: String, for identity: CaseIdentity) -> String? {
        defer { try? container.remove() }
        return copyContainer(in: directory, for: identity)
    }

    /// Copies the container to where a person finds it, and returns its path; nil, and a note, where that
    /// is not possible.
    func copyContainer(in directory: String, for identity: CaseIdentity) -> String? {
        do {
            let size = container.size
            guard size <= Self.keptLimit else {
                note("the container is not kept: it holds \(size >> 20) MiB")
                return nil
            }
            return try container.keep(
                in: directory, as: identity.directoryName(with: target.arguments))
        } catch {
            note("the container is not kept: \(error)")
            return nil
        }
    }
}

extension CaseIdentity {
    /// A name for a directory: readable, and a different one for every case, and for every target's arguments.
    package func directoryName(with arguments: [String] = []) -> String {
        let readable = title.lowercased().map { character -> Character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        let words = String(readable).split(separator: "-").joined(separator: "-").prefix(60)
        let whole = ([text] + arguments).joined(separator: "\0")
        let digest = SeededGenerator.seed(of: whole, in: 0)
        return "\(words)-\(String(digest, radix: 36).prefix(8))"
    }
}

extension Container {
    /// Copies it to where a person finds it, and returns the copy's path.
    func keep(in directory: String, as name: String) throws -> String {
        let destination = directory + "/" + name
        let temporary = directory + "/.\(name)-\(UInt32.random(in: .min ... .max))"
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            try copy(to: temporary)
            try Self.replace(destination, with: temporary)
        } catch {
            try? Self.removeTree(temporary)
            throw error
        }
        return destination
    }

    /// The bytes of all regular files in it; a file with holes counts with them.
    package var size: Int {
        paths.reduce(0) { sum, name in
            var status = stat()
            guard lstat(self.path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return sum
            }
            return sum + Int(status.st_size)
        }
    }
}
