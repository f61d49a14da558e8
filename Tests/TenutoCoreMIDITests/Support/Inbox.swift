import Synchronization
import TenutoCoreMIDI

/// Collects arriving messages for a test.
final class Inbox: Sendable {
  struct Packet: Sendable, Equatable {
    var time: MIDITimeStamp
    var bytes: [UInt8] = []
    var words: [UInt32] = []
  }

  private let packets = Mutex<[Packet]>([])

  var all: [Packet] { packets.withLock { $0 } }

  /// All bytes, concatenated.
  var bytes: [UInt8] { all.flatMap(\.bytes) }

  var byteCount: Int { packets.withLock { $0.reduce(0) { $0 + $1.bytes.count } } }

  /// All words, concatenated.
  var words: [UInt32] { all.flatMap(\.words) }

  func clear() { packets.withLock { $0 = [] } }

  func take(words: [UInt32]) { packets.withLock { $0.append(Packet(time: 0, words: words)) } }

  func take(_ list: UnsafePointer<MIDIPacketList>) {
    var sequence = unsafe list.unsafeSequence().makeIterator()
    while let packet = unsafe sequence.next() {
      let bytes = unsafe Array(packet.bytes())
      let time = unsafe packet.pointee.timeStamp
      packets.withLock { $0.append(Packet(time: time, bytes: bytes)) }
    }
  }

  func take(_ list: UnsafePointer<MIDIEventList>) {
    var sequence = unsafe list.unsafeSequence().makeIterator()
    while let packet = unsafe sequence.next() {
      let words = unsafe Array(packet.words())
      let time = unsafe packet.pointee.timeStamp
      packets.withLock { $0.append(Packet(time: time, words: words)) }
    }
  }
}
