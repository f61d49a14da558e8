/// A MIDI-CI device, initiator and responder in one, since a device has one identity.
///
/// It does no input and output and has no clock: the caller passes incoming system exclusive
/// messages and the time, and gets messages to send and events. Input from other devices never
/// traps, and `CILimits` bounds the memory for them.
///
/// The corresponding standard is M2-101-UM 1.2.
public struct CIDevice: Sendable {
  /// The description of the device.
  public let configuration: CIConfiguration

  /// The number by which the device is known.
  public internal(set) var muid: MUID

  /// The other devices that were found.
  public internal(set) var peers: [MUID: CIPeer] = [:]

  /// The profiles that the device has.
  public internal(set) var profiles: [CIProfile] = []

  var openRequests: [CIOpenRequest] = []
  var assembler: CIPropertyAssembler
  private var lastRequestID = 0

  /// Creates a device with a random identity.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - configuration: The description of the device.
  ///   - generator: The source of randomness for the identity.
  public init(
    configuration: CIConfiguration, using generator: inout some RandomNumberGenerator
  ) {
    self.configuration = configuration
    muid = MUID.random(using: &generator)
    assembler = CIPropertyAssembler(limits: configuration.limits)
  }

  /// The number of own requests without an answer.
  public var openRequestCount: Int { openRequests.count }

  /// The time at which `advance` must be called; nil if no request is open.
  public var nextDeadline: UInt64? {
    let deadlines = openRequests.map(\.deadline) + [assembler.nextDeadline].compactMap { $0 }
    return deadlines.min()
  }

  /// Returns a message from the device, in the version that the other device supports.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - body: The content of the message.
  ///   - destination: The receiver, `.broadcast` for all.
  ///   - address: The part of the device that receives or sends the message.
  /// - Returns: The message, ready to be sent.
  public func message(
    _ body: CIBody, to destination: MUID, address: CIAddress = .functionBlock
  ) -> CIMessage {
    message(body, to: destination, address: address, version: version(for: destination))
  }

  func message(
    _ body: CIBody, to destination: MUID, address: CIAddress, version: UInt7
  ) -> CIMessage {
    let version = max(min(version, configuration.version), 1)
    return CIMessage(
      body.fitted(to: version), from: muid, to: destination, address: address, version: version)
  }

  private func version(for destination: MUID) -> UInt7 {
    peers[destination]?.version ?? configuration.version
  }

  /// Returns the number of a new request; fails if too many are open.
  mutating func newRequestID() throws(CIDeviceError) -> CIRequestID {
    guard openRequests.count < configuration.limits.openRequestCount else {
      throw .tooManyRequests
    }
    lastRequestID += 1
    return CIRequestID(value: lastRequestID)
  }

  func deadline(from now: UInt64) -> UInt64 {
    now &+ configuration.limits.timeout
  }
}

extension CIDevice {
  /// Abandons requests that have timed out; call it at `nextDeadline` or regularly.
  ///
  /// Thread: control.
  ///
  /// - Parameter now: The time in nanoseconds, by the same clock as elsewhere.
  /// - Returns: Messages to send, and events.
  public mutating func advance(to now: UInt64) -> CIOutput {
    var output = CIOutput()
    let expired = openRequests.filter { $0.deadline <= now }
    openRequests.removeAll { $0.deadline <= now }
    for request in expired {
      output.events.append(
        request.peer == .broadcast ? .discoveryEnded(request.id) : .timedOut(request.id))
      output.messages += close(request, status: .timedOut)
    }
    for key in assembler.expire(now: now) {
      output.events.append(.dropped(.timedOut, from: key.peer))
    }
    return output
  }
}

/// The result of a device's input.
public struct CIOutput: Sendable, Hashable {
  /// The messages to send, in order.
  public internal(set) var messages: [CIMessage] = []

  /// The events.
  public internal(set) var events: [CIEvent] = []
}
