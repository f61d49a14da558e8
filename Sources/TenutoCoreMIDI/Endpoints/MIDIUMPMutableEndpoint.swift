internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// An endpoint of this process: enabled, it is a JACK client with an input and an output.
///
/// It answers by itself to those who ask what it is, which protocol it speaks and, for its function
/// blocks of both directions, to MIDI-CI. Send out of it with
/// `MIDIReceivedEventList(endpoint.midiSource, …)`.
///
/// Its ports carry Universal MIDI Packets, which jackd and PipeWire's JACK pass on; a server that
/// does not cannot have it.
///
/// Thread: any but render.
public final class MIDIUMPMutableEndpoint: MIDIUMPEndpoint, @unchecked Sendable {
  // all that changes is behind locks
  private let program: Reception
  private let responder = Mutex<UMPResponder?>(nil)

  /// Creates an endpoint that nobody sees yet.
  ///
  /// Nil for a name of more than 98 bytes, and a number that is not ASCII or of more than 42 bytes.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - deviceInfo: What device it is.
  ///   - productInstanceID: A serial number or the like; may be empty.
  ///   - midiProtocol: `._1_0`, or `._2_0` for an endpoint that can speak both.
  ///   - destinationCallback: Called with what is sent to the endpoint, in that protocol, on a
  ///     thread of the library; without the messages by which endpoints describe themselves.
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

  /// Whether others see the endpoint.
  public var isEnabled: Bool { responder.withLock { $0 != nil } }

  /// Shows the endpoint to others, or takes it away.
  ///
  /// - Throws: `kMIDIServerStartErr` where no JACK server runs, `kMIDINotPermitted` where it has no
  ///   ports of packets.
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

  /// Gives the endpoint another name, and tells those who know it.
  ///
  /// - Throws: `paramErr` for more than 98 bytes.
  public func setName(_ name: String) throws(MIDIError) {
    guard Self.isName(name) else { throw MIDIError(status: paramErr) }
    state.withLock { $0.endpoint.name = name }
    responder.withLock { $0 }?.send(StreamText(.endpointName, name).packets)
  }

  /// Gives the endpoint its function blocks, in the place of those of before.
  ///
  /// - Parameters:
  ///   - functionBlocks: At most 32; they get the numbers from 0 on.
  ///   - markAsStatic: Whether they stay as they are; none may be off then.
  /// - Throws: `kMIDINotPermitted` while the endpoint is enabled, `paramErr` for blocks that cannot
  ///   be.
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

  /// The function blocks, as `registerFunctionBlocks` takes them; no effect while it would throw.
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

  /// Tells of a function block that has changed.
  func announce(_ block: MIDIUMPFunctionBlock, _ what: FunctionBlockFilter) {
    guard let responder = responder.withLock({ $0 }) else { return }
    responder.send(
      answers(to: .functionBlockDiscovery(number: block.functionBlockID, filter: what)))
  }

  /// Takes what has arrived, on the thread of the endpoint's client.
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
    MIDIUMPEndpointManager.shared.bulletin.post(.endpointWasUpdated(self))
  }

  /// The packets that answer to a message.
  private func answers(to message: StreamMessage) -> [UMP] {
    state.withLock { state in
      state.endpoint.functionBlocks = state.blocks.map(\.block)
      return state.endpoint.answer(.stream(message))
    }
  }
}
