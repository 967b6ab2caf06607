import ArgumentParser
import CrashStates
import Relaunch

/// `relaunch adopt`.
struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Rewrite an iOS app's code so that Linux compiles it with StateRestoration.",
        discussion: """
            Does what needs no judgement, and shows it as a diff: attributes that Linux cannot compile are \
            taken off, @UIApplicationMain becomes @main, overrides move from extensions into their class, \
            closures and strings take the place of #selector and #keyPath, and imports that Linux does not \
            have go under #if, with StateRestoration in UIKit's place. Comments and formatting stay. Then \
            the result is compiled, and what is left to you is listed with its reason.

            Name all files that belong together: what an extension overrides moves only into a class that is \
            in one of them, and the compiler sees nothing else.

            EXAMPLES
              relaunch adopt App/*.swift             show what would change
              relaunch adopt --write App/*.swift     change it
              relaunch adopt --write --keep-attributes App/*.swift
                                                     for files that iOS goes on compiling

            EXIT STATUS
              0    the result compiles
              2    the rewriter cannot be built here
              64   a file cannot be rewritten; none was changed
              101  the result does not compile yet
            """)

    @Argument(help: "The Swift files.", completion: .file(extensions: ["swift"]))
    var files: [String]

    @Flag(help: "Change the files, each as a whole. Without it, nothing is written.")
    var write = false

    @Flag(
        name: .customLong("keep-attributes"),
        help: "Put attributes under #if canImport(ObjectiveC) where they would be taken off.")
    var keepsAttributes = false

    func run() throws {
        let sources: [AdoptedSource]
        do { sources = try AdoptedSource.read(files, forWriting: write) } catch {
            throw ValidationError("\(error)")
        }
        let adoption: Adoption
        do {
            adoption = try Adoption(of: sources, keepsAttributes: keepsAttributes)
        } catch let error as AdoptedSource.Problem {
            throw ValidationError("\(error)")
        } catch {
            printError("Error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
        if write {
            do { try adoption.write() } catch { throw ValidationError("\(error)") }
        } else {
            printOutput(part: adoption.diff)
        }
        for line in adoption.summary(hasWritten: write) { printError(line) }
        if !adoption.compiles {
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.didNotCompile.rawValue)
        }
    }
}
