internal import TenutoJACK

extension JACKError {
  /// The error as a Core MIDI status.
  var status: OSStatus {
    switch code {
    case .closed: kMIDIInvalidClient
    case .noSuchPort, .connectionFailed: kMIDIUnknownEndpoint
    case .invalidName: paramErr
    case .invalidMessage, .queueFull: kMIDIMessageSendErr
    case .portRegistrationFailed, .metadataFailed, .requestRefused: kMIDIUnknownError
    default: kMIDIServerStartErr
    }
  }
}

/// Runs `body`; returns `noErr`, or its error as a Core MIDI status.
func status(of body: () throws(JACKError) -> Void) -> OSStatus {
  do throws(JACKError) {
    try body()
    return noErr
  } catch {
    return error.status
  }
}
