struct CyclesBenchmark: Measurement {
    static let help = ""
    init(_ arguments: inout Arguments) throws {}
    func measure(_ sheet: inout Sheet) async throws {}
}
struct StartBenchmark: Measurement {
    static let help = ""
    init(_ arguments: inout Arguments) throws {}
    func measure(_ sheet: inout Sheet) async throws {}
}
