internal import TenutoJACK

/// Success.
public var noErr: OSStatus { 0 }

/// A parameter is out of its range, as on macOS.
public var paramErr: OSStatus { -50 }

/// The client does not exist.
public var kMIDIInvalidClient: OSStatus { -10830 }

/// The port does not exist, or has the other direction.
public var kMIDIInvalidPort: OSStatus { -10831 }

/// The endpoint is a source where a destination is required, or vice versa.
public var kMIDIWrongEndpointType: OSStatus { -10832 }

/// The port is not connected to that source.
public var kMIDINoConnection: OSStatus { -10833 }

/// The endpoint does not exist, or is absent.
public var kMIDIUnknownEndpoint: OSStatus { -10834 }

/// The object does not have the property.
public var kMIDIUnknownProperty: OSStatus { -10835 }

/// The property has a value of another type.
public var kMIDIWrongPropertyType: OSStatus { -10836 }

/// There is no folder for the setup: there is no home folder, or the program may not write to it.
public var kMIDINoCurrentSetup: OSStatus { -10837 }

/// Sending failed: a full queue, a missing port, a malformed list.
public var kMIDIMessageSendErr: OSStatus { -10838 }

/// No JACK server is running, or it has ended.
public var kMIDIServerStartErr: OSStatus { -10839 }

/// The setup's file cannot be read, or a later version has written it; it stays unchanged.
public var kMIDISetupFormatErr: OSStatus { -10840 }

/// The call came on a thread that may not make it.
public var kMIDIWrongThread: OSStatus { -10841 }

/// The object does not exist.
public var kMIDIObjectNotFound: OSStatus { -10842 }

/// Another object has this unique id.
public var kMIDIIDNotUnique: OSStatus { -10843 }

/// The caller may not change the object.
public var kMIDINotPermitted: OSStatus { -10844 }

/// Anything else.
public var kMIDIUnknownError: OSStatus { -10845 }

/// The unique id that no object has.
public var kMIDIInvalidUniqueID: MIDIUniqueID { 0 }

/// The error of a method: the status that the corresponding function would return.
public struct MIDIError: Error, Sendable, Hashable {
  /// One of the `kMIDI…` errors, or `paramErr`.
  public let status: OSStatus
}

/// Runs `body`, and gives its errors the form that Core MIDI's classes throw.
func asMIDIError<Value>(
  _ body: () throws(JACKError) -> Value
) throws(MIDIError) -> Value {
  do throws(JACKError) {
    return try body()
  } catch {
    throw MIDIError(status: error.status)
  }
}
