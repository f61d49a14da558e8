internal import TenutoMIDI

/// The packets in a sequence of words; an incomplete packet at the end is ignored.
struct UMPWords<Words: RandomAccessCollection<UInt32>>: Sequence, IteratorProtocol
where Words.Index == Int {
  private let words: Words
  private var index: Int

  init(_ words: Words) {
    self.words = words
    index = words.startIndex
  }

  /// Returns the next packet, nil after the last.
  mutating func next() -> UMP? {
    guard index < words.endIndex else { return nil }
    let count = UMP(words[index]).wordCount
    guard count <= words.endIndex - index else { return nil }
    defer { index += count }
    func word(_ offset: Int) -> UInt32 { offset < count ? words[index + offset] : 0 }
    return UMP(word(0), word(1), word(2), word(3))
  }
}
