@testable internal import TenutoNetworkMIDI

extension FuzzTarget {
  static var networkMIDI: [FuzzTarget] {
    [FuzzTarget(name: "rtp-midi", run: receiveRTPMIDI)]
  }

  /// Packets of a stream, each with its length before it: what is read is the same when it is
  /// written, and what is repaired is bounded.
  private static func receiveRTPMIDI(_ input: [UInt8]) {
    var reader = InputReader(input)
    var stream = ReceivedStream()
    while !reader.isEmpty {
      let bytes = reader.piece()
      guard let packet = try? RTPMIDIPacket(parsing: bytes) else { continue }
      // What was short may be longer when it is written, and then have no room.
      if bytes.count < 512 {
        let written = packet.encoded
        let again = try? RTPMIDIPacket(parsing: written)
        check(again?.encoded == written, "a packet is another one when it is written")
      }
      let count = stream.receive(packet)?.repairs.count ?? 0
      check(count < 100_000, "\(count) messages repair one packet")
    }
    _ = stream.release()
    check(stream.release().isEmpty, "notes are on after all were ended")
  }
}
