// A target imports this module alone: the types of its API come with it.
@_exported public import struct RelaunchProtocol.Device
@_exported public import struct RelaunchProtocol.Hello
@_exported public import enum RelaunchProtocol.JSON
@_exported public import enum RelaunchProtocol.LifecycleEvent
@_exported public import enum RelaunchProtocol.Phase
@_exported public import struct RelaunchProtocol.Picture
