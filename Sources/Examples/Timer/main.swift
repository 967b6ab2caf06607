// A timer whose state is an enum with a date, written twice: as many articles do it (`--naive`), and
// done right. Without a harness nobody can press its buttons.
import RelaunchTarget

let isNaive = CommandLine.arguments.contains("--naive")
if let harness = Harness.connect() {
    try TimerApp { isNaive ? NaiveTimer() as any TimerModel : DurableTimer() }.run(harness)
} else {
    print("timer: drive it with `relaunch run Scenarios/Timer.swift`")
}
