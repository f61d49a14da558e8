import TenutoExtension

extension DelayKernel {
  /// Whether nothing is left to repeat.
  var isEmpty: Bool { @_noLocks get { quietFrameCount >= left.capacity } }

  /// Returns how many frames can be rendered at once, `limit` at most.
  @_noLocks mutating func pieceLength(atMost limit: Int) -> Int {
    let length = min(min(limit, DelayPiece.capacity), min(time.pieceLimit, left.framesToEnd(time)))
    return isEmpty ? length : min(length, left.capacity - quietFrameCount)
  }

  /// Moves on over silence in and out.
  @_noLocks mutating func skip() {
    piece.silence()
    left.advance(by: piece.length)
    right.advance(by: piece.length)
    feedback.advance(by: piece.length)
    mix.advance(by: piece.length)
  }

  /// Puts all parameters where they belong, at once: for when nothing sounds.
  @_noLocks mutating func settle() {
    time.settle()
    feedback.settle()
    mix.settle()
  }

  /// Repeats one piece.
  @_noLocks mutating func process() {
    left.read(&piece.leftEcho, time: time, length: piece.length)
    right.read(&piece.rightEcho, time: time, length: piece.length)
    piece.process(feedback: feedback, mix: mix)
    let quietLeft = left.write(&piece.leftEcho, length: piece.length)
    let quietRight = right.write(&piece.rightEcho, length: piece.length)
    advance(by: piece.length, quiet: min(quietLeft, quietRight))
  }

  /// Moves on by a piece whose last `quiet` frames put silence into the memories.
  @_noLocks private mutating func advance(by frameCount: Int, quiet: Int) {
    left.advance(by: frameCount)
    right.advance(by: frameCount)
    time.advance(by: frameCount)
    feedback.advance(by: frameCount)
    mix.advance(by: frameCount)
    guard quiet == frameCount else { return quietFrameCount = quiet }
    guard !isEmpty else { return }
    quietFrameCount += quiet
    if isEmpty { settle() }
  }
}
