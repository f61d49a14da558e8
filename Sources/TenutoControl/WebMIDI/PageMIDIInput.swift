internal import Dispatch
internal import Synchronization
internal import TenutoMIDI

/// Makes whole messages of MIDI 1.0 of what comes from a port, for a page.
///
/// Realtime messages from within a System Exclusive message come before it.
///
/// Thread: any but render; one at a time.
final class PageMIDIInput: Sendable {
  fileprivate struct State {
    var reassembler = SysExReassembler()
    var translator = ProtocolTranslator(to: .midi1)
  }

  private let state = Mutex(State())
  private let port: UInt16
  private let isSysExAllowed: Bool
  private let outbox: PageMIDIOutbox

  /// Bytes of a message in one record.
  private static let recordLimit = 1 << 18

  init(port: UInt16, isSysExAllowed: Bool, outbox: PageMIDIOutbox) {
    self.port = port
    self.isSysExAllowed = isSysExAllowed
    self.outbox = outbox
  }

  /// Takes packets of any protocol.
  func take(_ events: [HostTimedUMP]) {
    var records: [UInt8] = []
    state.withLock { state in
      for event in events {
        for bytes in state.messages(of: event) {
          guard isSysExAllowed || bytes.first != 0xF0 else { continue }
          append(bytes, at: Double(event.hostTime) / 1e6, to: &records)
        }
      }
    }
    if !records.isEmpty { outbox.put(.binary(records)) }
  }

  private func append(_ bytes: [UInt8], at time: Double, to records: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: Self.recordLimit) {
      let end = min(start + Self.recordLimit, bytes.count)
      MIDIWireMessage(
        port: port, isCut: end < bytes.count, time: time, bytes: Array(bytes[start..<end])
      ).append(to: &records)
    }
  }
}

extension PageMIDIInput.State {
  /// The whole messages that a packet completes.
  fileprivate mutating func messages(of event: HostTimedUMP) -> [[UInt8]] {
    let arrival = reassembler.receive(event.ump, at: event.hostTime)
    if event.ump.messageType == 0x3 {
      return arrival.message.map { [[0xF0] + $0.payload + [0xF7]] } ?? []
    }
    let batch = translator.translate(event.ump, at: event.hostTime)
    return (0..<batch.count).map { MIDI1Bytes(batch[$0]).array }.filter { !$0.isEmpty }
  }
}

/// What waits to be sent to a page, in order.
///
/// Thread: any but render; one takes.
final class PageMIDIOutbox: Sendable {
  private struct State {
    var messages: [WebSocketMessage] = []
    var byteCount = 0
    var isEnded = false
    var isOverfull = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Bytes that may wait: what a port gives is never dropped, and so a page that takes nothing ends.
  static let byteLimit = 64 << 20
  /// Bytes of records that are put together in one message.
  private static let batchLimit = 1 << 20

  /// Puts a message behind the others.
  func put(_ message: WebSocketMessage) {
    state.withLock { state in
      guard !state.isEnded else { return }
      if case .binary(let bytes) = message {
        state.byteCount += bytes.count
        state.isOverfull = state.byteCount > Self.byteLimit
        if case .binary(var last)? = state.messages.last,
          last.count + bytes.count <= Self.batchLimit
        {
          state.messages.removeLast()
          last += bytes
          state.messages.append(.binary(last))
          return
        }
      }
      state.messages.append(message)
    }
    arrival.signal()
  }

  /// Puts a value as JSON behind the others.
  func put(_ value: some Encodable) { put(.utf8((try? WireJSON.bytes(value)) ?? [])) }

  /// All that waits, once there is something; nil at the end, or where too much waits.
  func next() -> [WebSocketMessage]? {
    while true {
      let messages = state.withLock { state -> [WebSocketMessage]? in
        guard !state.isOverfull, !state.isEnded || !state.messages.isEmpty else { return nil }
        defer { (state.messages, state.byteCount) = ([], 0) }
        return state.messages
      }
      guard let messages else { return nil }
      if !messages.isEmpty { return messages }
      arrival.wait()
    }
  }

  /// Takes nothing more; what waits is still sent.
  func end() {
    state.withLock { $0.isEnded = true }
    arrival.signal()
  }
}
