/// Read-only samples of several channels over a range of frames.
///
/// Shape: `[channel][frame]`, Float32, non-interleaved. Valid until the end of the cycle.
@safe public struct AudioBlock: ~Copyable, ~Escapable {
  @usableFromInline let base: UnsafePointer<Float>
  @usableFromInline let stride: Int
  /// Audio channels.
  public let channelCount: Int
  /// Frames in each channel.
  public let frameCount: Int

  /// Views memory whose channels start `stride` samples apart.
  @_lifetime(immortal)
  @inlinable @_noLocks
  public init(
    unsafeBase base: UnsafePointer<Float>, stride: Int, channelCount: Int, frameCount: Int
  ) {
    unsafe self.base = base
    self.stride = stride
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// The samples of one channel; a channel that does not exist is a programmer error and traps.
  ///
  /// Thread: render.
  @inlinable @_noLocks @_lifetime(borrow self)
  public func channel(_ channel: Int) -> Span<Float> {
    precondition(channel >= 0 && channel < channelCount)
    // One expression: a span in a local is retained, which @_noLocks refuses (Swift 6.3.1).
    return unsafe _overrideLifetime(
      Span(_unsafeStart: base + channel * stride, count: frameCount), borrowing: self)
  }

  /// One sample; a channel or a frame that does not exist is a programmer error and traps.
  ///
  /// Thread: render.
  @inlinable public subscript(channel: Int, frame: Int) -> Float {
    @_noLocks get {
      precondition(channel >= 0 && channel < channelCount && frame >= 0 && frame < frameCount)
      return unsafe base[channel * stride + frame]
    }
  }
}

/// Writable samples of several channels over a range of frames.
///
/// Shape: `[channel][frame]`, Float32, non-interleaved. Valid until the end of the cycle.
@safe public struct MutableAudioBlock: ~Copyable, ~Escapable {
  @usableFromInline let base: UnsafeMutablePointer<Float>
  @usableFromInline let stride: Int
  /// Audio channels.
  public let channelCount: Int
  /// Frames in each channel.
  public let frameCount: Int

  /// Views memory whose channels start `stride` samples apart.
  @_lifetime(immortal)
  @inlinable @_noLocks
  public init(
    unsafeBase base: UnsafeMutablePointer<Float>, stride: Int, channelCount: Int, frameCount: Int
  ) {
    unsafe self.base = base
    self.stride = stride
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// The samples of one channel; a channel that does not exist is a programmer error and traps.
  ///
  /// Thread: render.
  @inlinable @_noLocks @_lifetime(&self)
  public mutating func channel(_ channel: Int) -> MutableSpan<Float> {
    precondition(channel >= 0 && channel < channelCount)
    let span = unsafe MutableSpan(_unsafeStart: base + channel * stride, count: frameCount)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The samples of the first two channels at once; fewer channels are a programmer error.
  ///
  /// Thread: render.
  @inlinable @inline(__always) @_noLocks @_lifetime(&self)
  public mutating func stereo() -> StereoSpans {
    precondition(channelCount >= 2)
    let spans = unsafe StereoSpans(
      left: MutableSpan(_unsafeStart: base, count: frameCount),
      right: MutableSpan(_unsafeStart: base + stride, count: frameCount))
    return unsafe _overrideLifetime(spans, mutating: &self)
  }
}

/// Writable samples of two channels, borrowed at the same time.
///
/// Valid until the end of the cycle.
public struct StereoSpans: ~Copyable, ~Escapable {
  /// The first channel.
  public var left: MutableSpan<Float>
  /// The second channel, with as many frames as the first.
  public var right: MutableSpan<Float>

  /// Joins two channels of the same length.
  @_lifetime(copy left, copy right)
  @inlinable @_noLocks
  public init(left: consuming MutableSpan<Float>, right: consuming MutableSpan<Float>) {
    self.left = left
    self.right = right
  }
}
