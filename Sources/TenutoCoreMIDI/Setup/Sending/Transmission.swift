internal import Glibc
internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI

/// The sender of one JACK output.
final class Transmission: Sendable {
  private let client: MIDIPortClient
  private let port: MIDIPort
  private let stream = Mutex(ByteStream())
  /// Whether messages must be sent in the MIDI 1.0 protocol.
  private let isPlain = Atomic<Bool>(false)
  private let down = MIDI2ToMIDI1Translator()

  init(client: MIDIPortClient, port: MIDIPort) {
    self.client = client
    self.port = port
  }

  /// Connects the output; no effect while the destination is away.
  func connect(to destination: EndpointObject) throws(JACKError) {
    guard let source = client.fullName(of: port), let name = destination.portName else { return }
    try client.connect(source: source, destination: name)
  }

  /// Sends the bytes of a list.
  func send(_ list: UnsafePointer<MIDIPacketList>) -> OSStatus {
    stream.withLock { stream in
      var packets = unsafe list.unsafeSequence().makeIterator()
      while let packet = unsafe packets.next() {
        stream.take(unsafe packet.bytes(), at: unsafe packet.pointee.timeStamp)
      }
      return send(stream.takePieces())
    }
  }

  /// Sends the packets of a list.
  func send(_ list: UnsafePointer<MIDIEventList>) -> OSStatus {
    var events: [HostTimedUMP] = []
    var packets = unsafe list.unsafeSequence().makeIterator()
    while let packet = unsafe packets.next() {
      let time = unsafe packet.pointee.timeStamp
      events += UMPWords(unsafe packet.words()).map { HostTimedUMP(hostTime: time, ump: $0) }
    }
    return send(events)
  }

  /// Sends packets through a packet port in a protocol: with `._2_0` unchanged.
  func speak(_ wanted: MIDIProtocolID) {
    isPlain.store(wanted == ._1_0, ordering: .sequentiallyConsistent)
  }

  /// Sends packets; waits a moment if too many are waiting already.
  func send(_ events: [HostTimedUMP]) -> OSStatus {
    var left = isPlain.load(ordering: .sequentiallyConsistent) ? plain(events)[...] : events[...]
    for _ in 0..<200 {
      left = left.dropFirst(client.send(Array(left), from: port))
      if left.isEmpty { return noErr }
      guard client.isOpen else { return kMIDIServerStartErr }
      usleep(1000)
    }
    return kMIDIMessageSendErr
  }

  /// Sends packets while they fit; returns their number.
  func sendSome(_ events: [HostTimedUMP]) -> Int { client.send(events, from: port) }

  /// Sends a long SysEx.
  func sendSysEx(
    _ bytes: [UInt8], completion: @escaping @Sendable (MIDISysExOutcome) -> Void = { _ in }
  ) throws(JACKError) -> MIDISysExTransfer {
    try client.sendSysEx(bytes, from: port, completion: completion)
  }

  /// Drops queued messages.
  func flush() { client.flush(port) }

  /// Takes the output out of the graph.
  func close() { client.remove(port) }

  private func plain(_ events: [HostTimedUMP]) -> [HostTimedUMP] {
    events.flatMap { event in
      down.translate(event.ump).array.map { HostTimedUMP(hostTime: event.hostTime, ump: $0) }
    }
  }

  private func send(_ pieces: [ByteStream.Piece]) -> OSStatus {
    var result = noErr
    for piece in pieces {
      let outcome =
        switch piece {
        case .events(let events): send(events)
        case .sysEx(let bytes): status { () throws(JACKError) in _ = try sendSysEx(bytes) }
        }
      if result == noErr { result = outcome }
    }
    return result
  }
}
