internal import Glibc
internal import Synchronization

/// Writes what an engine plays to a sound file, on a thread of its own.
@safe public final class Recorder: @unchecked Sendable {  // the file is the writer thread's
  package let ring: AudioRing
  private let file: SoundFileWriter
  private let isEnding = Atomic<Bool>(false)
  private let failure = Mutex<HostError?>(nil)
  private let ended = Signal()

  /// Two seconds at 192 kHz: disks stall.
  private static let frameCapacity = 1 << 19

  /// Begins to write to `file`, which must have as many channels as the engine.
  public init(_ file: SoundFileWriter) {
    self.file = file
    ring = .allocate(channelCount: file.channelCount, frameCapacity: Self.frameCapacity)
    DetachedThread.startOrTrap { self.run() }
  }

  deinit { ring.deallocate() }

  private func run() {
    while true {
      let isLast = isEnding.load(ordering: .acquiring)
      let count = drain()
      if count == 0 && isLast { break }
      if count == 0 { usleep(1000) }
    }
    ended.send()
  }

  private func drain() -> Int {
    do throws(HostError) {
      return try unsafe ring.read { samples throws(HostError) in
        guard failure.withLock({ $0 == nil }) else { return }
        try unsafe file.write(interleaved: samples)
      }
    } catch {
      failure.withLock { $0 = error }
      return 0
    }
  }

  /// Takes the channels of a cycle, and waits where the file is slower than they come.
  ///
  /// Thread: control, for an engine without a deadline: it renders while the file is written.
  ///
  /// - Throws: Why writing has failed.
  public func write(_ cycle: borrowing CycleOutput) throws(HostError) {
    while ring.freeFrames < cycle.frameCount {
      if let failure = error { throw failure }
      usleep(500)
    }
    for channel in 0..<ring.channelCount {
      unsafe ring.write(
        cycle.samples(channel), channel: channel, frameCount: cycle.frameCount)
    }
    ring.publish(frameCount: cycle.frameCount)
  }

  /// Writes what is left and puts the file in its place; the engine must have stopped.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.fileWriteFailed`: then the file that was there before is untouched.
  public func finish() throws(HostError) {
    end()
    if let failure = failure.withLock({ $0 }) { throw failure }
    try file.finish()
  }

  /// Stops writing; the file that was there before is untouched.
  ///
  /// Thread: control. Instead of `finish`, or after it has failed.
  public func cancel() { end() }

  /// Ends the thread and waits for it, once.
  private func end() {
    let isFirst = !isEnding.exchange(true, ordering: .acquiringAndReleasing)
    if isFirst { ended.wait() }
  }

  /// Why writing has stopped, nil while all is well.
  ///
  /// Thread: control.
  public var error: HostError? { failure.withLock { $0 } }
}
