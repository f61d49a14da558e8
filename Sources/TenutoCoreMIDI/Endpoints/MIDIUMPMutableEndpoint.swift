internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// An endpoint of this process; while it is enabled, it is a JACK client with an input and an
/// output.
///
/// It answers endpoint discovery, protocol requests and, for its bidirectional function blocks,
/// MIDI-CI automatically. Send with `MIDIReceivedEventList(endpoint.midiSource, …)`.
///
/// Its ports carry Universal MIDI Packets, which jackd and PipeWire's JACK support; with other
/// servers it cannot be enabled.
///
/// Thread: any but render.
public final class MIDIUMPMutableEndpoint: MIDIUMPEndpoint, @unchecked Sendable {  // locked
  private let program: Reception
  private let responder = Mutex<UMPResponder?>(nil)

  /// Creates a disabled endpoint.
  ///
  /// Nil for a name of more than 98 bytes, and for a product instance id that is not ASCII or has
  /// more than 42 bytes.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - deviceInfo: The description of the device.
  ///   - productInstanceID: A serial number or the like; may be empty.
  ///   - midiProtocol: `._1_0`, or `._2_0` for an endpoint that supports both.
  ///   - destinationCallback: Called with messages to the endpoint, in that protocol, on a thread
  ///     of the library; endpoint stream messages are excluded.
  public init?(
    name: String, deviceInfo: MIDI2DeviceInfo, productInstanceID: String,
    midiProtocol: MIDIProtocolID, destinationCallback: @escaping MIDIReceiveBlock
  ) {
    guard Self.isName(name), productInstanceID.utf8.count <= 42,
      productInstanceID.utf8.allSatisfy({ (32...126).contains($0) })
    else { return nil }
    var endpoint = UMPEndpoint(
      name: name, protocols: midiProtocol == ._2_0 ? [.midi1, .midi2] : .midi1)
    endpoint.identity = deviceInfo.identity
    endpoint.productInstanceID = productInstanceID
    endpoint.hasStaticFunctionBlocks = false
    program = unsafe Reception(reader: Reader(.events(midiProtocol, destinationCallback)))
    super.init(State(endpoint: endpoint), type: .virtual)
  }

  deinit { responder.withLock { $0 }?.close() }

  /// Whether the endpoint is visible to other programs.
  public var isEnabled: Bool { responder.withLock { $0 != nil } }

  /// Makes the endpoint visible, or hides it.
  ///
  /// - Throws: `kMIDIServerStartErr` if no JACK server runs, `kMIDINotPermitted` if it has no ports
  ///   of packets.
  public func setEnabled(_ isEnabled: Bool) throws(MIDIError) {
    guard isEnabled else { return close() }
    let result: Result<UMPResponder?, MIDIError> = responder.withLock { responder in
      guard responder == nil else { return .success(nil) }
      return Result { () throws(MIDIError) in
        let opened = try UMPResponder(self)
        responder = opened
        return opened
      }
    }
    guard let opened = try result.get() else { return }
    state.withLock { state in
      state.source = opened.source.ref
      state.destination = opened.destination.ref
    }
  }

  /// Renames the endpoint, and notifies its peers.
  ///
  /// - Throws: `paramErr` for more than 98 bytes.
  public func setName(_ name: String) throws(MIDIError) {
    guard Self.isName(name) else { throw MIDIError(status: paramErr) }
    state.withLock { $0.endpoint.name = name }
    responder.withLock { $0 }?.send(StreamText(.endpointName, name).packets)
  }

  /// Replaces the function blocks of the endpoint.
  ///
  /// - Parameters:
  ///   - functionBlocks: At most 32; they are numbered from 0.
  ///   - markAsStatic: Whether they never change; all of them must be active then.
  /// - Throws: `kMIDINotPermitted` while the endpoint is enabled, `paramErr` for invalid blocks.
  public func registerFunctionBlocks(
    _ functionBlocks: [MIDIUMPMutableFunctionBlock], markAsStatic: Bool
  ) throws(MIDIError) {
    guard !isEnabled else { throw MIDIError(status: kMIDINotPermitted) }
    guard functionBlocks.count <= 32, !markAsStatic || functionBlocks.allSatisfy(\.isEnabled)
    else { throw MIDIError(status: paramErr) }
    for block in self.functionBlocks { block.owner = nil }
    for (number, block) in functionBlocks.enumerated() {
      block.block.info.number = UInt7(clamping: number)
      block.owner = self
    }
    state.withLock { state in
      state.blocks = functionBlocks
      state.endpoint.hasStaticFunctionBlocks = markAsStatic
    }
  }

  /// The function blocks, as for `registerFunctionBlocks`; setting has no effect if that would
  /// throw.
  public var mutableFunctionBlocks: [MIDIUMPMutableFunctionBlock] {
    get { functionBlocks.compactMap { $0 as? MIDIUMPMutableFunctionBlock } }
    set { try? registerFunctionBlocks(newValue, markAsStatic: hasStaticFunctionBlocks) }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= StreamTextKind.endpointName.maximumByteCount
  }
}

extension MIDIUMPMutableEndpoint {
  private func close() {
    let old = responder.withLock { responder in
      defer { responder = nil }
      return responder
    }
    state.withLock { state in
      state.source = 0
      state.destination = 0
    }
    old?.close()
  }

  /// Sends notifications of a changed function block.
  func announce(_ block: MIDIUMPFunctionBlock, _ what: FunctionBlockFilter) {
    guard let responder = responder.withLock({ $0 }) else { return }
    responder.send(
      answers(to: .functionBlockDiscovery(number: block.functionBlockID, filter: what)))
  }

  /// Handles arrivals, on the thread of the endpoint's client.
  func take(_ events: [HostTimedUMP], on thread: MIDIReceiverThread) {
    guard let responder = responder.withLock({ $0 }) else { return }
    let stream = events.filter { $0.ump.messageType == 0xF }
    for event in stream { answer(event.ump, responder) }
    let rest = stream.isEmpty ? events : events.filter { $0.ump.messageType != 0xF }
    guard !rest.isEmpty else { return }
    responder.capability.take(rest)
    program.deliver(rest, on: thread)
  }

  private func answer(_ ump: UMP, _ responder: UMPResponder) {
    guard case .stream(let message) = UMPMessage(ignoringReserved: ump) else { return }
    let before = midiProtocol
    responder.send(answers(to: message))
    guard midiProtocol != before else { return }
    responder.speak(midiProtocol)
    MIDIUMPEndpointManager.shared.notifier.post(.endpointWasUpdated(self))
  }

  /// Returns the packets that answer a message.
  private func answers(to message: StreamMessage) -> [UMP] {
    state.withLock { state in
      state.endpoint.functionBlocks = state.blocks.map(\.block)
      return state.endpoint.answer(.stream(message))
    }
  }
}
