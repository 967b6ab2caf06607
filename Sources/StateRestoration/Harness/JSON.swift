public import RelaunchProtocol

/// Any JSON value: what actions take and answer, and what the harness sees of an app.
public typealias JSON = RelaunchProtocol.JSON
