/// An incomplete system exclusive message.
struct OpenSysEx: Sendable {
  /// The payload so far.
  private(set) var bytes: [UInt8] = []

  /// The time of its last packet.
  private(set) var time: UInt64

  /// The owner and the meaning of a mixed data set.
  var address: MixedDataSetAddress?

  /// The number of chunks of a mixed data set; 0 if the sender did not know it.
  private(set) var chunkCount: UInt16 = 0

  /// The current chunk of a mixed data set.
  private(set) var chunkNumber: UInt16 = 0

  /// Bytes of the chunk that are still missing.
  private(set) var chunkRest = 0

  init(time: UInt64) {
    self.time = time
  }

  /// Appends bytes of a packet, starting at `index` of its 16 bytes.
  mutating func append(_ ump: UMP, from index: Int, count: Int, at time: UInt64) {
    for index in index..<index + count { bytes.append(PackedBytes.byte(index, of: ump)) }
    chunkRest -= min(count, chunkRest)
    self.time = time
  }

  /// Begins the chunk of a header; returns false if it is not the next one.
  mutating func begin(chunk ump: UMP, at time: UInt64) -> Bool {
    let number = UInt16(truncatingIfNeeded: ump.word1)
    let count = UInt16(truncatingIfNeeded: ump.word1 >> 16)
    let isNext = chunkRest == 0 && number > chunkNumber && number - chunkNumber == 1
    guard isNext, count == 0 || number <= count, chunkCount == 0 || count == chunkCount else {
      return false
    }
    chunkNumber = number
    chunkCount = count
    chunkRest = Int(UInt16(truncatingIfNeeded: ump.word0))
    self.time = time
    return true
  }

  /// Whether the last chunk is complete.
  var isLastChunkWhole: Bool {
    chunkRest == 0 && chunkCount != 0 && chunkNumber == chunkCount
  }
}
