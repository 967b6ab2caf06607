import CrashStates
import Relaunch

/// Finds the executables behind the suites' targets and builds those that are products of a package,
/// one at a time, since SwiftPM does no more either.
final class TargetBuilder {
    private let processes: ProcessTable
    private let state: StateDirectory
    private let compiler: Compiler
    private var builds: [TargetBuild] = []
    /// Told to a person.
    private(set) var notes: [String] = []

    enum Place {
        case ready(String)
        case building(TargetBuild)
    }

    init(processes: ProcessTable, state: StateDirectory, compiler: Compiler) {
        self.processes = processes
        self.state = state
        self.compiler = compiler
    }

    /// Where the executable of an `.app` target is, or the build that will tell.
    func find(_ name: String, for file: ScenarioFile) throws(TargetProblem) -> Place {
        if name.contains("/") { return .ready(try program(name, for: file)) }
        guard let package = EnclosingPackage(around: file.directory) else {
            guard let program = onPath(name) else { throw .notOnPath(name) }
            return .ready(program)
        }
        let executable = package.executable(name)
        if package.isBuilt, Executable.isProgram(executable) { return .ready(executable) }
        if let build = builds.first(where: { $0.product == name && $0.package == package }) {
            return .building(build)
        }
        let record = ProductRecord(package: package, product: name, state: state)
        switch record.answer() {
        case .fresh: return .ready(executable)
        case .unknown: if let program = onPath(name) { return .ready(program) }
        case .stale: break
        }
        let build = TargetBuild(product: name, package: package)
        builds.append(build)
        startNext()
        return .building(build)
    }

    /// Where a program is that is no product of a package.
    @discardableResult
    func program(_ name: String, for file: ScenarioFile) throws(TargetProblem) -> String {
        guard name.contains("/") else {
            guard let program = onPath(name) else { throw .noProgram(name) }
            return program
        }
        let path = Path.absolute(name, from: file.realDirectory)
        guard FileStamp(path) != nil else { throw .noFile(path, named: name) }
        guard Executable.isProgram(path) else { throw .notExecutable(path) }
        return path
    }

    /// When `update` has something to say though nothing has happened.
    var deadline: ContinuousClock.Instant? { builds.compactMap(\.announcement).min() }

    /// Goes on after processes have ended, or time has passed.
    func update() {
        for build in builds {
            if let time = build.announcement, time <= .now {
                build.announcement = nil
                notes.append("building '\(build.product)' of the package at \(build.package.root)")
            }
            switch build.stage {
            case .building(let child):
                if child.exit != nil { finish(build, child) } else { leaveDeadlock(build, child) }
            case .describing(let child):
                if child.exit != nil { settle(build, .failure(missing(build, child))) }
            case .waiting, .done: break
            }
        }
        startNext()
    }

    /// Ends what is being built and starts nothing more.
    func stop() {
        for build in builds {
            if let child = build.process { processes.signal(child, SIGTERM) }
        }
        builds = []
    }

    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    private func startNext() {
        guard !builds.contains(where: { $0.process != nil }) else { return }
        for build in builds {
            guard case .waiting = build.stage else { continue }
            let package = build.package
            start(
                build,
                [
                    "build", "--package-path", package.root, "--scratch-path", package.scratch,
                    "-c", package.configuration, "--product", build.product,
                ] + package.lockArguments, TargetBuild.Stage.building)
            build.announcement = .now + .milliseconds(500)
            if build.process != nil { return }
        }
    }

    private func start(
        _ build: TargetBuild, _ arguments: [String], _ stage: (ChildProcess) -> TargetBuild.Stage
    ) {
        let beside = Path.directory(of: compiler.path) + "/swift"
        let swift = Executable.isProgram(beside) ? beside : onPath("swift") ?? "swift"
        do {
            build.stage = stage(
                try processes.start(swift, arguments, directory: build.package.root))
        } catch {
            settle(build, .failure(.notStarted(build.product, reason: "\(error)")))
        }
    }

    private func finish(_ build: TargetBuild, _ child: ChildProcess) {
        let executable = build.package.executable(build.product)
        let record = ProductRecord(package: build.package, product: build.product, state: state)
        if case .exited(0)? = child.exit?.status, Executable.isProgram(executable) {
            record.write(isProduct: true)
            settle(build, .success(executable))
        } else if child.output.text.contains("no product named") {
            record.write(isProduct: false)
            if let program = onPath(build.product) {
                settle(build, .success(program))
            } else {
                start(
                    build,
                    ["package", "--package-path", build.package.root]
                        + build.package.lockArguments + ["dump-package"],
                    TargetBuild.Stage.describing)
            }
        } else {
            settle(build, .failure(.notBuilt(build.product, output: child.output.text)))
        }
    }

    /// A run inside `swift test` must not wait for SwiftPM's lock, which its own ancestor holds.
    private func leaveDeadlock(_ build: TargetBuild, _ child: ChildProcess) {
        // It has been told to ignore the lock, and says so.
        if build.package.isLocked { return }
        guard
            let match = child.output.text.firstMatch(
                of: /Another instance of SwiftPM \(PID: (\d+)\)/),
            let holder = Int32(match.1), isAncestor(holder)
        else { return }
        processes.signal(child, SIGKILL)
        let executable = build.package.executable(build.product)
        if Executable.isProgram(executable) {
            notes.append(
                "'\(build.product)' is older than its sources: SwiftPM is busy running this and cannot build it"
            )
            settle(build, .success(executable))
        } else {
            let reason = "SwiftPM is busy running this; build it first with `swift build`"
            settle(build, .failure(.notStarted(build.product, reason: reason)))
        }
    }

    private func isAncestor(_ process: Int32) -> Bool {
        var current = getppid()
        while current > 1 {
            if current == process { return true }
            guard let status = try? readFile("/proc/\(current)/stat") else { return false }
            // The name, in parentheses, may contain anything.
            let rest = String(decoding: status, as: UTF8.self).split(separator: ")").last ?? ""
            let fields = rest.split(separator: " ")
            guard fields.count > 1, let parent = Int32(fields[1]) else { return false }
            current = parent
        }
        return false
    }

    private func missing(_ build: TargetBuild, _ child: ChildProcess) -> TargetProblem {
        let products = PackageManifest(dump: child.output.text)?.executables ?? []
        return .noProduct(build.product, package: build.package.root, products: products)
    }

    private func settle(_ build: TargetBuild, _ result: Result<String, TargetProblem>) {
        build.stage = .done(result)
        build.announcement = nil
    }

    private func onPath(_ name: String) -> String? {
        Path.program(name, in: processes.environment)
    }
}
