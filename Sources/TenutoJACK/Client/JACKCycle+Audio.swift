extension JACKCycle {
  /// The samples that arrived at an audio input.
  ///
  /// Thread: render. Valid until the end of the cycle.
  @inlinable @_noLocks @_lifetime(borrow self)
  public func audioInput(_ port: JACKPort) -> JACKAudioInput {
    let base = unsafe buffer(port, .audio, .input)
    let view = unsafe JACKAudioInput(base: base, count: frameCount)
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// The samples of an audio output, to write; every one must be written in every cycle.
  ///
  /// Thread: render. Valid until the end of the cycle.
  @inlinable @_noLocks @_lifetime(&self)
  public mutating func audioOutput(_ port: JACKPort) -> MutableSpan<Float> {
    let base = unsafe buffer(port, .audio, .output)
    let span = unsafe MutableSpan<Float>(
      _unsafeStart: UnsafeMutableRawPointer.samples(base), count: base == nil ? 0 : frameCount)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The memory of an audio port, for code that fills it from another thread's memory.
  ///
  /// Unsafe: valid until the end of the cycle, `frameCount` samples; two ports may share it.
  ///
  /// Thread: render.
  @inlinable @_noLocks @unsafe
  public func unsafeSamples(_ port: JACKPort) -> UnsafeMutablePointer<Float>? {
    guard let base = unsafe buffer(port, .audio, port.direction) else { return nil }
    return unsafe base.assumingMemoryBound(to: Float.self)
  }
}

/// The samples that arrived at an audio input in one cycle.
///
/// Not a `Span`, because `@_noLocks` refuses a span in a local variable (Swift 6.3.1).
@safe public struct JACKAudioInput: ~Copyable, ~Escapable {
  @usableFromInline let base: UnsafePointer<Float>
  /// Frames of the cycle.
  public let count: Int

  @_lifetime(immortal)
  @inlinable @_noLocks
  init(base: UnsafeMutableRawPointer?, count: Int) {
    unsafe self.base = UnsafePointer(UnsafeMutableRawPointer.samples(base))
    unsafe self.count = base == nil ? 0 : count
  }

  /// One sample; a frame outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: render.
  @inlinable public subscript(frame: Int) -> Float {
    @_noLocks get {
      precondition(frame >= 0 && frame < count)
      return unsafe base[frame]
    }
  }

  /// Copies the samples to the start of `destination`; a shorter destination traps.
  ///
  /// Thread: render.
  @inlinable @_noLocks
  public func copy(to destination: inout MutableSpan<Float>) {
    precondition(destination.count >= count)
    for frame in 0..<count { destination[frame] = unsafe base[frame] }
  }
}

extension UnsafeMutableRawPointer {
  /// Wraps the samples at `base`; without one, an aligned address that is never read.
  @inlinable @_noLocks
  static func samples(_ base: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Float> {
    guard let base = unsafe base else {
      return unsafe UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
    }
    return unsafe base.assumingMemoryBound(to: Float.self)
  }
}
