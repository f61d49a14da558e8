package import TenutoCore

/// An unsolicited message of an extension to its host: it has identifier 0 and gets no answer.
package enum Notice: Sendable, Equatable {
  /// The unit itself has set a parameter.
  case parameter(ParameterValue)
  /// A gesture on a parameter has begun or ended in the extension.
  case gesture(ParameterAddress, isTouched: Bool)
  /// The state has changed, apart from the parameters.
  case stateChanged
  /// Latency or tail have changed; the host allocates again when it can.
  case formatChanged
  /// Bytes for any listener, such as those of a meter or a scope.
  case stream([UInt8])
  /// The latency is now this many frames; no new allocation is needed.
  case latencyChanged(UInt32)

  /// The most bytes in one notice.
  package static let maximumStreamBytes = 32768

  private static let parameterKind: UInt16 = 0x100
  private static let gestureKind: UInt16 = 0x101
  private static let stateKind: UInt16 = 0x102
  private static let formatKind: UInt16 = 0x103
  private static let streamKind: UInt16 = 0x104
  private static let latencyKind: UInt16 = 0x105

  /// The message that carries the notice.
  package var message: ControlMessage {
    var writer = WireWriter()
    let kind: UInt16
    switch self {
    case .parameter(let parameter):
      kind = Self.parameterKind
      parameter.encode(into: &writer)
    case .gesture(let address, let isTouched):
      kind = Self.gestureKind
      writer.write(address)
      writer.write(isTouched)
    case .stateChanged: kind = Self.stateKind
    case .formatChanged: kind = Self.formatKind
    case .stream(let bytes):
      kind = Self.streamKind
      writer.write(bytes: bytes[...])
    case .latencyChanged(let frames):
      kind = Self.latencyKind
      writer.write(frames)
    }
    return ControlMessage(
      kind: kind, isReply: false, status: 0, identifier: 0, payload: writer.bytes)
  }

  /// Reads a notice.
  ///
  /// - Throws: The reason if the message is not a notice.
  package init(_ message: ControlMessage) throws(WireError) {
    guard !message.isReply, message.identifier == 0 else { throw .invalidValue }
    var reader = WireReader(message.payload[...])
    switch message.kind {
    case Self.parameterKind: self = .parameter(try ParameterValue(from: &reader))
    case Self.gestureKind:
      let address: UInt64 = try reader.read()
      self = .gesture(address, isTouched: try reader.readBool())
    case Self.stateKind: self = .stateChanged
    case Self.formatKind: self = .formatChanged
    case Self.streamKind:
      self = .stream(try reader.readBytes())
    case Self.latencyKind:
      let frames: UInt32 = try reader.read()
      guard frames <= AllocateRequest.Response.maximumLatency else { throw .invalidValue }
      self = .latencyChanged(frames)
    default: throw .invalidValue
    }
    try reader.finish()
  }
}
