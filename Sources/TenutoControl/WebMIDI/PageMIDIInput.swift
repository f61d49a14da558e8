internal import Dispatch
internal import Synchronization
internal import TenutoMIDI

/// Assembles complete MIDI 1.0 messages from a port's packets, for a page.
///
/// Realtime messages within a System Exclusive message are sent before it.
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

  /// Maximum number of a message's bytes in one record.
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
  /// Returns the complete messages that a packet ends.
  fileprivate mutating func messages(of event: HostTimedUMP) -> [[UInt8]] {
    let arrival = reassembler.receive(event.ump, at: event.hostTime)
    if event.ump.messageType == 0x3 {
      return arrival.message.map { [[0xF0] + $0.payload + [0xF7]] } ?? []
    }
    let batch = translator.translate(event.ump, at: event.hostTime)
    return (0..<batch.count).map { MIDI1Bytes(batch[$0]).array }.filter { !$0.isEmpty }
  }
}

/// The queue of messages to a page.
///
/// Thread: any but render; one thread at a time takes messages.
final class PageMIDIOutbox: Sendable {
  private struct State {
    var messages: [WebSocketMessage] = []
    var byteCount = 0
    var isEnded = false
    var isOverfull = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Maximum number of waiting bytes: input is never dropped, so a page that does not read is
  /// disconnected.
  static let byteLimit = 64 << 20
  /// Maximum number of bytes of records that are combined in one message.
  private static let batchLimit = 1 << 20

  /// Appends a message.
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

  /// Appends a value as JSON.
  func put(_ value: some Encodable) { put(.utf8((try? WireJSON.bytes(value)) ?? [])) }

  /// Waits for messages and returns all of them; nil at the end, or if too many bytes wait.
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

  /// Accepts no further messages; waiting messages are still sent.
  func end() {
    state.withLock { $0.isEnded = true }
    arrival.signal()
  }
}
