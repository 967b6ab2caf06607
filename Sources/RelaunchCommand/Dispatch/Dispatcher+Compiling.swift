import Relaunch

extension Dispatcher {
    /// Reports each file that has come to another stage.
    func reportStages() {
        for file in files {
            guard let stage = file.stage.reported, file.reportedStage != stage else { continue }
            // What was compiled before has nothing to say of it.
            if stage == .compiled, file.reportedStage != .compiling { continue }
            file.reportedStage = stage
            reports.publish(.fileProgress(FileProgress(file: file.file.path, stage: stage)))
        }
    }

    /// Starts as many compilers as may run at once, for the files in their order.
    func compileNext() {
        var free = plan.jobs - files.count { if case .compiling = $0.stage { true } else { false } }
        for file in files where free > 0 {
            guard case .waiting = file.stage else { continue }
            compile(file)
            if case .compiling = file.stage { free -= 1 }
        }
    }

    private func compile(_ file: FileRun) {
        if let audit = plan.audit { return prepareAudit(audit, for: file) }
        guard let compiler else { return }
        do {
            switch try compiler.plan(file.file) {
            case .ready(let host):
                file.compiled(HostProgram(path: host))
            case .compile(let compilation):
                try start(compilation, with: compiler.compiler, for: file)
            }
        } catch let refusal as HostCompiler.Refusal {
            fail(file, refusal.reason, refusal.message)
        } catch {
            fail(file, .harness, "'\(file.file.path)' cannot be compiled: \(error)")
        }
    }

    private func start(
        _ compilation: HostCompiler.Compilation, with compiler: Compiler, for file: FileRun
    ) throws {
        let child = try processes.start(
            compiler.path, compilation.attempts.first?.arguments ?? [],
            changes: Compiler.changes(scrapsIn: compilation.directory))
        file.compile(by: child, compilation, within: Self.compileLimit)
    }

    func finishCompiling(
        _ file: FileRun, _ child: ChildProcess, _ compilation: HostCompiler.Compilation
    ) {
        if interruption != nil {
            remove(compilation.directory)
            return file.finish()
        }
        let output = CompiledForm.restored(child.output.text)
        if overdue.contains(child.process) {
            remove(compilation.directory)
            return fail(
                file, .harness,
                """
                the compiler was not done with '\(file.file.path)' after \(Self.compileLimit) and was \
                killed; smaller scenarios compile faster
                """)
        }
        switch child.exit?.status {
        case .exited(0)?:
            do { try compiler?.keep(compilation) } catch {
                return fail(file, .harness, "\(error)")
            }
            if !output.isEmpty { reports.publish(.note(output)) }
            file.compiled(HostProgram(path: compilation.host))
        case .exited?:
            if let compiler, let retry = compilation.retry(after: output) {
                do { try start(retry, with: compiler.compiler, for: file) } catch {
                    remove(compilation.directory)
                    fail(file, .harness, "'\(file.file.path)' cannot be compiled: \(error)")
                }
                return
            }
            remove(compilation.directory)
            if output.contains("module compiled with Swift") {
                fail(
                    file, .harness,
                    output + "Relaunch was built with another compiler: build or install it again")
            } else {
                fail(file, .didNotCompile, output)
            }
        case .signaled(let signal)?:
            remove(compilation.directory)
            fail(file, .harness, "the compiler died of \(signal)\(lastWords(of: child))")
        case nil:
            break
        }
    }
}
