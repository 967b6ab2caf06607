import Relaunch

extension Dispatcher {
    /// Starts the debugger for a target that has stopped at its start.
    func debug(_ target: StoppedTarget, of file: FileRun) {
        guard let debugging = plan.debugging, debugger == nil else { return }
        let name = debugging.debugger.rawValue
        reports.publish(
            .note(
                """
                \(name) attaches to process \(target.process), which becomes \(target.executable) \
                when it goes on; its container is \(target.container). No time limit \
                holds, and the case goes on when the target does
                """))
        do {
            guard let program = debugging.debugger.program(in: processes.environment) else {
                throw FileError(action: "start", path: name, code: ENOENT)
            }
            debugger = try DebuggerProcess(
                program, debugging.debugger.arguments(for: target.process),
                target: target)
        } catch {
            if let host = file.host { processes.signal(host, SIGKILL) }
            fail(file, .harness, "\(error)")
        }
    }

    /// The debugger has ended: the target goes on without it, and Ctrl-C ends the run again.
    func leave(_ debugger: DebuggerProcess) {
        debugger.finish()
        self.debugger = nil
    }
}
