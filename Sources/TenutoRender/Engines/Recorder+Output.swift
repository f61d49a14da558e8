public import TenutoSystem
extension Recorder {
  /// Records the channels of a cycle, and waits if the file is slower.
  ///
  /// Thread: control, for an engine without a deadline, which renders while the file is written.
  ///
  /// - Throws: An error if writing failed.
  public func write(_ cycle: borrowing CycleOutput) throws(HostError) {
    try makeRoom(frameCount: cycle.frameCount)
    for channel in 0..<ring.channelCount {
      unsafe ring.write(
        cycle.samples(channel), channel: channel, frameCount: cycle.frameCount)
    }
    ring.publish(frameCount: cycle.frameCount)
  }
}
