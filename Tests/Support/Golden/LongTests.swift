import Foundation

/// Whether `RELAUNCH_LONG_TESTS=1` asks for the long form of tests.
public let testsAreLong = ProcessInfo.processInfo.environment["RELAUNCH_LONG_TESTS"] == "1"
