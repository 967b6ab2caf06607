public import RelaunchProtocol

/// Any JSON value: what an action takes and returns, and what the harness sees of the app.
public typealias JSON = RelaunchProtocol.JSON
