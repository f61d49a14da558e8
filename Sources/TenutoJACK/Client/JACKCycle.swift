internal import CJACK

/// One call of the process callback, through which all access to port data goes.
///
/// It is lent for the call, like all views taken from it. A port of the wrong direction or kind is
/// a programmer error and traps. A port without memory, because its client was closed, reads as
/// zero frames.
@safe public struct JACKCycle: ~Copyable, ~Escapable {
  /// Frames in this cycle.
  public let frameCount: Int
  @usableFromInline let client: OpaquePointer

  /// Creates the cycle for a process callback of the client `unsafeHandle`.
  ///
  /// Unsafe: only inside that callback, with its frame count, and not beyond its end.
  /// `JACKProcess.run` does this for you.
  ///
  /// Thread: render.
  @_lifetime(immortal)
  @inlinable @_noLocks @unsafe
  public init(unsafeHandle: JACKRenderHandle, frameCount: UInt32) {
    unsafe client = unsafeHandle.client
    self.frameCount = Int(frameCount)
  }

  /// Time of the first frame, in frames since the server started; wraps after 2³² frames.
  ///
  /// Thread: render. The corresponding JACK call is `jack_last_frame_time`.
  public var frameTime: UInt32 {
    @_noLocks get { unsafe cjack_last_frame_time(client) }
  }

  /// Frames that have passed since the server began the cycle.
  ///
  /// Thread: render. The corresponding JACK call is `jack_frames_since_cycle_start`.
  public var framesSinceStart: UInt32 {
    @_noLocks get { unsafe cjack_frames_since_cycle_start(client) }
  }

  /// The cycle's times, or nil if the server does not know them yet.
  ///
  /// Thread: render. The corresponding JACK call is `jack_get_cycle_times`.
  public var times: JACKCycleTimes? {
    @_noLocks get {
      var times = cjack_cycle_times()
      guard unsafe cjack_get_cycle_times(client, &times) == 0 else { return nil }
      return JACKCycleTimes(
        frameTime: times.current_frames, startMicroseconds: times.current_microseconds,
        nextMicroseconds: times.next_microseconds, periodMicroseconds: times.period_microseconds)
    }
  }

  @usableFromInline @_noLocks
  func buffer(
    _ port: JACKPort, _ kind: JACKPortKind, _ direction: JACKPortDirection
  ) -> UnsafeMutableRawPointer? {
    // Patterns, because @_noLocks refuses the generic == of enumerations with raw values.
    switch (port.kind, kind) {
    case (.audio, .audio), (.midi, .midi): break
    default: preconditionFailure("the port carries something else")
    }
    switch (port.direction, direction) {
    case (.input, .input), (.output, .output): break
    default: preconditionFailure("the port has the other direction")
    }
    return unsafe cjack_port_get_buffer(port.handle, UInt32(truncatingIfNeeded: frameCount))
  }
}

/// The start and end of a cycle, in microseconds of JACK's clock.
///
/// JACK 1.9 uses `CLOCK_MONOTONIC_RAW`, PipeWire `CLOCK_MONOTONIC`.
public struct JACKCycleTimes: Sendable, BitwiseCopyable {
  /// Time of the first frame, in frames since the server started.
  public let frameTime: UInt32
  /// Start of this cycle, in microseconds.
  public let startMicroseconds: UInt64
  /// Expected start of the next cycle, in microseconds.
  public let nextMicroseconds: UInt64
  /// The measured length of a period, in microseconds.
  public let periodMicroseconds: Float
}

/// A client's handle for its render thread, for `JACKCycle(unsafeHandle:frameCount:)`.
@safe public struct JACKRenderHandle: Sendable, BitwiseCopyable {
  @usableFromInline nonisolated(unsafe) let client: OpaquePointer  // only handed to libjack
}
