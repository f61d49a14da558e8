import TenutoExtension

extension DelayKernel {
  /// Whether the memories are silent.
  var isEmpty: Bool { @_noLocks get { quietFrameCount >= left.capacity } }

  /// Returns the number of frames that can be rendered at once, at most `limit`.
  @_noLocks mutating func pieceLength(atMost limit: Int) -> Int {
    let length = min(min(limit, DelayPiece.capacity), min(time.pieceLimit, left.framesToEnd(time)))
    return isEmpty ? length : min(length, left.capacity - quietFrameCount)
  }

  /// Advances over silence at input and output.
  @_noLocks mutating func skip() {
    piece.silence()
    left.advance(by: piece.length)
    right.advance(by: piece.length)
    feedback.advance(by: piece.length)
    mix.advance(by: piece.length)
  }

  /// Jumps to the target values of all parameters, for use during silence.
  @_noLocks mutating func settle() {
    time.settle()
    feedback.settle()
    mix.settle()
  }

  /// Renders one piece.
  @_noLocks mutating func process() {
    left.read(&piece.leftEcho, time: time, length: piece.length)
    right.read(&piece.rightEcho, time: time, length: piece.length)
    piece.process(feedback: feedback, mix: mix)
    let quietLeft = left.write(&piece.leftEcho, length: piece.length)
    let quietRight = right.write(&piece.rightEcho, length: piece.length)
    advance(by: piece.length, quiet: min(quietLeft, quietRight))
  }

  /// Advances by a piece whose last `quiet` frames wrote silence into the memories.
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
