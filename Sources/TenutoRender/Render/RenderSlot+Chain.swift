internal import TenutoTransport

/// Whether a node can be part of a chain in this cycle.
extension RenderSlot {
  /// Whether what it puts out is heard as it is, whatever it will be.
  ///
  /// Thread: render. Not where the host may fade, delay or replace it.
  @_noLocks
  func soundsAsItIs(frameCount: Int) -> Bool {
    wasHeard && fadePosition >= Self.fadeFrames && !isBypassActive && !isChangingTiming
      && isPlain && mute.isAtEase(frameCount: frameCount)
  }

  /// Whether it is waited for until the engine's deadline, in the same cycle.
  var isPlain: Bool { @_noLocks get { unsafe delay == nil && leadPerFrame == 0 && !isNew } }
}
