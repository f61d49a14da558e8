import CFaults
import TenutoExtension

/// The control-thread part of the faulty components.
///
/// A message of one byte is a fault for the control thread at once; in a message of two bytes, the
/// second byte is a fault for the render thread in its next cycle. Its state is the last one that
/// was loaded.
final class FaultyUnit: AudioUnit {
  private var state: [UInt8] = []

  init(_ host: HostLink) { Orders.commit(at: "instantiate") }

  deinit { Orders.commit(at: "stop") }

  func encodeState(_ scope: StateScope) -> [UInt8] { state }

  /// A state that begins with 255 ends its reader.
  func decodeState(_ data: [UInt8]) throws(StateError) {
    Orders.commit(at: "load")
    if data.first == 255 { fault_commit(CInt(FAULT_SEGV), 0, nil) }
    state = data
  }

  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    switch message.count {
    case 1: fault_commit(CInt(message[0]), Orders.amount, nil)
    case 2: fault_arm(CInt(message[1]))
    default: throw MessageRefusal("a message has one byte or two")
    }
    return message
  }
}
