import Relaunch

// `--jobs` is the budget of everything that runs at once. A place that no scenario waits for is lent to a
// sweep, whose states are then visited by more workers; it comes back when a scenario waits for it, or
// with the end of the sweep.
extension Dispatcher {
    var freePlaces: Int { plan.jobs - files.reduce(0) { $0 + $1.orders.places } }

    /// Lends what is free, or wants back what scenarios wait for.
    func lendPlaces() {
        let waiting = files.reduce(0) { sum, file in
            if case .running = file.stage { sum + file.orders.startable } else { sum }
        }
        if waiting > 0 { return recallPlaces(waiting) }
        var free = freePlaces
        while free > 0, let (file, scenario) = neediestSweep {
            file.orders.lendWorker(to: scenario)
            free -= 1
            send(.lend(scenario: scenario, workers: 1), to: file)
        }
    }

    /// The open sweep that has borrowed the fewest workers.
    private var neediestSweep: (FileRun, String)? {
        let open = files.flatMap { file in
            file.orders.sweeps.filter(\.value.isOpen).sorted { $0.key < $1.key }
                .map { (file: file, scenario: $0.key, workers: $0.value.count) }
        }
        return open.min { $0.workers < $1.workers }.map { ($0.file, $0.scenario) }
    }

    private func recallPlaces(_ waiting: Int) {
        let coming = files.reduce(0) { sum, file in
            sum + file.orders.sweeps.values.reduce(0) { $0 + $1.recalled }
        }
        var missing = waiting - max(0, freePlaces) - coming
        for file in files {
            for (scenario, workers) in file.orders.sweeps.sorted(by: { $0.key < $1.key })
            where missing > 0 {
                let count = min(missing, workers.count - workers.recalled)
                guard count > 0 else { continue }
                file.orders.recall(count, from: scenario)
                missing -= count
                send(.recall(scenario: scenario, workers: count), to: file)
            }
        }
    }

    private func send(_ order: HostOrder, to file: FileRun) {
        guard case .running(let host) = file.stage else { return }
        do { try host.channel?.send(order) } catch {
            processes.signal(host, SIGKILL)
            fail(file, .harness, "'\(file.file.path)' takes no orders: \(error)")
        }
    }
}
