internal import TenutoJACK

/// Sends one or several whole SysEx messages of any length in the background.
///
/// The bytes are copied. `data` and `bytesToSend` follow the progress; the program may set
/// `complete` to abandon the request. The request must remain valid until its procedure is called.
///
/// Thread: any but render. The procedure is called on a thread of the library.
///
/// - Parameter request: The request.
/// - Returns: `noErr`, `kMIDIUnknownEndpoint`, `kMIDIWrongEndpointType`, `kMIDIServerStartErr`, or
///   `kMIDIMessageSendErr` where the bytes are not F0 … F7.
@discardableResult
public func MIDISendSysex(_ request: UnsafeMutablePointer<MIDISysexSendRequest>) -> OSStatus {
  unsafe Setup.shared.start(request.pointee.destination) {
    unsafe SysExByteJob(request, $0)
  }
}

/// Sends SysEx packets (message type 3) in the background.
///
/// The words are copied. `words` and `wordsToSend` follow the progress; the program may set
/// `complete` to abandon the request. The request must remain valid until its procedure is called.
///
/// Thread: any but render. The procedure is called on a thread of the library.
///
/// - Parameter umpRequest: The request.
/// - Returns: As `MIDISendSysex`.
@discardableResult
public func MIDISendUMPSysex(
  _ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>
) -> OSStatus {
  unsafe Setup.shared.start(umpRequest.pointee.destination) {
    unsafe SysExPacketJob(umpRequest, messageType: 0x3, $0)
  }
}

/// Sends 8-bit SysEx packets (message type 5) in the background, as `MIDISendUMPSysex` does.
///
/// Only a port of Universal MIDI Packets can pass them on; MIDI 1.0 bytes have no form for them.
///
/// Thread: any but render. The procedure is called on a thread of the library.
///
/// - Parameter umpRequest: The request.
/// - Returns: As `MIDISendSysex`; `kMIDIWrongEndpointType` for a port of bytes, too.
@discardableResult
public func MIDISendUMPSysex8(
  _ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>
) -> OSStatus {
  let destination = unsafe Setup.shared.endpoint(umpRequest.pointee.destination)
  if let destination, !destination.isUMP { return kMIDIWrongEndpointType }
  return unsafe Setup.shared.start(umpRequest.pointee.destination) {
    unsafe SysExPacketJob(umpRequest, messageType: 0x5, $0)
  }
}

extension Setup {
  fileprivate func start(
    _ ref: MIDIEndpointRef, _ make: (Transmission) -> SysExJob?
  ) -> OSStatus {
    guard let destination = endpoint(ref), destination.isPresent else {
      return kMIDIUnknownEndpoint
    }
    guard destination.direction == .destination else { return kMIDIWrongEndpointType }
    var result = noErr
    let opening = status { () throws(JACKError) in
      let transmission = try openService().output.transmission(to: destination)
      guard let job = make(transmission) else {
        result = kMIDIMessageSendErr
        return
      }
      SysExQueue.shared.add(job)
    }
    return opening == noErr ? result : opening
  }
}
