internal import CJACK

/// Frames and the system clock.
extension JACKClient {
  /// The expected or past time of a frame, in microseconds of JACK's clock.
  ///
  /// - Parameter frameTime: Frames since the server started, as `JACKCycle.frameTime`.
  /// - Returns: Microseconds.
  /// - Throws: `.closed` or `.serverEnded`.
  public func microseconds(atFrameTime frameTime: UInt32) throws(JACKError) -> UInt64 {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.frames_to_time(client, frameTime)
    }
  }

  /// The frame at a time of JACK's clock.
  ///
  /// - Parameter microseconds: Of JACK's clock, see `JACKCycleTimes`.
  /// - Returns: Frames since the server started.
  /// - Throws: `.closed` or `.serverEnded`.
  public func frameTime(atMicroseconds microseconds: UInt64) throws(JACKError) -> UInt32 {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.time_to_frames(client, microseconds)
    }
  }
}
