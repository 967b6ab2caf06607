// Scenario files and drivers are written without importing anything else.
@_exported public import struct CrashStates.Signal
@_exported public import enum CrashStates.ExitStatus
@_exported public import struct CrashStates.PowerLossProfile
