internal import TenutoMIDI

extension ProtocolTranslator {
  /// The time that a data entry MSB waits for its LSB in packets from JACK: 50 ms.
  ///
  /// The LSB may arrive a JACK period later, and a period may have 2048 frames.
  private static let timeLimit: UInt64 = 50_000_000

  /// Creates a translator to the receiver's protocol.
  init(to wanted: MIDIProtocolID) {
    self.init(to: wanted == ._2_0 ? .midi2 : .midi1, dataEntryTimeLimit: Self.timeLimit)
  }
}
