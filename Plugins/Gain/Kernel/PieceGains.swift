import TenutoExtension

/// The gains of the frames of a piece.
struct PieceGains: BitwiseCopyable {
  /// The greatest number of frames of a piece.
  static var capacity: Int { @_noLocks get { 64 } }

  var left = InlineArray<64, Float>(repeating: 1)
  var right = InlineArray<64, Float>(repeating: 1)
  /// The share of the mean of all channels in each channel, 0...1.
  var mono = InlineArray<64, Float>(repeating: 0)
  /// Whether the gains are those of a kernel at rest, the same in every frame.
  var isValid = false
  /// Whether the gains leave the sound unchanged.
  var isNeutral: Bool {
    @_noLocks mutating get { left[0] == 1 && right[0] == 1 && mono[0] == 0 }
  }

  /// Copies the gains of the first frame to all others.
  @_noLocks mutating func spreadFirst() {
    for frame in 1..<Self.capacity {
      left[frame & 63] = left[0]
      right[frame & 63] = right[0]
      mono[frame & 63] = mono[0]
    }
  }
}
