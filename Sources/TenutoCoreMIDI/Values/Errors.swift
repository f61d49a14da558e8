/// Success.
public var noErr: OSStatus { 0 }

/// A parameter is out of its range, as Mac OS has it.
public var paramErr: OSStatus { -50 }

/// There is no such client.
public var kMIDIInvalidClient: OSStatus { -10830 }

/// There is no such port, or it is of the other direction.
public var kMIDIInvalidPort: OSStatus { -10831 }

/// The endpoint is a source where a destination is wanted, or the other way round.
public var kMIDIWrongEndpointType: OSStatus { -10832 }

/// The port is not connected to that source.
public var kMIDINoConnection: OSStatus { -10833 }

/// There is no such endpoint, or it is away.
public var kMIDIUnknownEndpoint: OSStatus { -10834 }

/// The object has no such property.
public var kMIDIUnknownProperty: OSStatus { -10835 }

/// The property has a value of another type.
public var kMIDIWrongPropertyType: OSStatus { -10836 }

/// There is no place to keep a setup in: no home, or none that the program may write to.
public var kMIDINoCurrentSetup: OSStatus { -10837 }

/// What was to be sent could not be: a full queue, a port that is gone, a malformed list.
public var kMIDIMessageSendErr: OSStatus { -10838 }

/// There is no JACK server to talk to, or it went away.
public var kMIDIServerStartErr: OSStatus { -10839 }

/// The setup's file cannot be read, or is that of a later version; it stays as it is.
public var kMIDISetupFormatErr: OSStatus { -10840 }

/// The call came on a thread that may not make it.
public var kMIDIWrongThread: OSStatus { -10841 }

/// There is no such object.
public var kMIDIObjectNotFound: OSStatus { -10842 }

/// Another object has this unique id.
public var kMIDIIDNotUnique: OSStatus { -10843 }

/// The object is not the caller's to change.
public var kMIDINotPermitted: OSStatus { -10844 }

/// Anything else.
public var kMIDIUnknownError: OSStatus { -10845 }

/// The unique id that no object has.
public var kMIDIInvalidUniqueID: MIDIUniqueID { 0 }
