/// A system exclusive message under way.
struct OpenSysEx: Sendable {
  /// The payload so far.
  private(set) var bytes: [UInt8] = []

  /// When its last packet has come.
  private(set) var time: UInt64

  /// Whose data a mixed data set is.
  var address: MixedDataSetAddress?

  /// How many chunks a mixed data set has; 0 when the sender did not know.
  private(set) var chunkCount: UInt16 = 0

  /// The chunk of a mixed data set that is under way.
  private(set) var chunkNumber: UInt16 = 0

  /// How many bytes of the chunk are still to come.
  private(set) var chunkRest = 0

  init(time: UInt64) {
    self.time = time
  }

  /// Adds bytes of a packet, from the one at `index` of its 16 on.
  mutating func append(_ ump: UMP, from index: Int, count: Int, at time: UInt64) {
    for index in index..<index + count { bytes.append(PackedBytes.byte(index, of: ump)) }
    chunkRest -= min(count, chunkRest)
    self.time = time
  }

  /// Begins the chunk that a header tells of; false when it is not the next one.
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

  /// Whether all chunks are there.
  var isLastChunkWhole: Bool {
    chunkRest == 0 && chunkCount != 0 && chunkNumber == chunkCount
  }
}
