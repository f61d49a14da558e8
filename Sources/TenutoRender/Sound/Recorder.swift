internal import Glibc
internal import Synchronization
public import TenutoSystem

/// Writes an engine's output to sound files, on a separate thread.
///
/// Sound that is played once is a *take*, which is kept under all circumstances, in several files
/// if needed (`init(take:format:sampleRate:channelCount:)`). Sound that can be rendered again is a
/// file that appears completely or not at all (`init(_:)`).
@safe public final class Recorder: @unchecked Sendable {  // only the writer thread uses the sink
  package let ring: AudioRing
  private let sink: Sink
  private let ending = Atomic<Int>(Ending.none.rawValue)
  private let failure = Mutex<HostError?>(nil)
  private let ended = Signal()

  /// The destination of the sound.
  private enum Sink {
    case whole(SoundFileWriter)
    case take(TakeWriter)
  }

  /// The end of the recording.
  private enum Ending: Int {
    case none, finish, cancel
  }

  /// Two seconds at 192 kHz, ten at 48 kHz, since disks stall.
  private static let frameCapacity = 1 << 19
  /// Frames that are worth a system call.
  private static let blockFrameCount = 4096
  /// The most seconds of silence that replace frames lost to a slow disk; a longer gap starts a
  /// file.
  private static let longestSilence = 60

  /// Starts writing to `file`, which must have as many channels as the engine.
  ///
  /// If it cannot be written, no file appears.
  public convenience init(_ file: SoundFileWriter) {
    self.init(.whole(file), channelCount: file.channelCount, sampleRate: file.sampleRate)
  }

  /// Starts a recording that survives a full disk and a killed process.
  ///
  /// The sound is in `PATH.part` until the recording ends, then in `PATH`. If that exists, or after
  /// a full disk, files are called `NAME-2.wav` and so on; no file is replaced. Files that a killed
  /// host has left there are repaired first.
  ///
  /// - Parameters:
  ///   - path: The path of the recording.
  ///   - format: The kind of file.
  ///   - sampleRate: Frames per second, 8000...192000 Hz.
  ///   - channelCount: Audio channels, as many as the engine has.
  /// - Throws: `formatOutOfRange`, or an error if no file can be created there.
  public convenience init(
    take path: String, format: SoundFileFormat, sampleRate: Int, channelCount: Int
  ) throws(HostError) {
    let writer = try TakeWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
    self.init(.take(writer), channelCount: channelCount, sampleRate: sampleRate)
  }

  private init(_ sink: Sink, channelCount: Int, sampleRate: Int) {
    self.sink = sink
    ring = .allocate(
      channelCount: channelCount, frameCapacity: Self.frameCapacity,
      silenceLimit: Self.longestSilence * sampleRate)
    DetachedThread.startOrTrap { self.run() }
  }

  deinit { ring.deallocate() }

  /// Waits until there is room for `frameCount` frames.
  ///
  /// Thread: control, before a cycle of an engine without a deadline, so that no frame is lost.
  ///
  /// - Throws: An error if writing failed.
  func makeRoom(frameCount: Int) throws(HostError) {
    while ring.freeFrames < frameCount {
      if let failure = error { throw failure }
      usleep(500)
    }
  }

  /// The number of frames after which recording stops; `.max` for no limit.
  ///
  /// Thread: control, also while the engine plays.
  public var frameLimit: Int {
    get { ring.frameLimit }
    set { ring.frameLimit = newValue }
  }

  /// Writes the rest and gives the file its name; the engine must have stopped.
  ///
  /// Thread: control.
  ///
  /// - Throws: An error if the end is missing. A file that existed before is unchanged.
  public func finish() throws(HostError) {
    end(.finish)
    if let error { throw error }
  }

  /// Stops writing.
  ///
  /// A file of `init(_:)` does not appear; the recorded part of a take is kept.
  ///
  /// Thread: control. In place of `finish`, or after it has failed.
  public func cancel() { end(.cancel) }

  /// Ends the thread once, and waits for it.
  private func end(_ how: Ending) {
    let (isFirst, _) = ending.compareExchange(
      expected: Ending.none.rawValue, desired: how.rawValue, ordering: .acquiringAndReleasing)
    if isFirst { ended.wait() }
  }

  /// The reason why writing is interrupted, or nil; a take may continue later.
  ///
  /// Thread: control.
  public var error: HostError? {
    if case .take(let writer) = sink, let error = writer.state.withLock(\.error) { return error }
    return failure.withLock { $0 }
  }

  /// The state of a take; nil for a file of `init(_:)`.
  ///
  /// Thread: control.
  public var state: RecordingState? {
    if case .take(let writer) = sink { writer.state.withLock { $0 } } else { nil }
  }
}

// MARK: - The thread

extension Recorder {
  private func run() {
    blockFileSizeSignal()
    // After one file has ended, the next may start at once.
    var idleRounds = 0
    while true {
      let ending = Ending(rawValue: ending.load(ordering: .acquiring)) ?? .none
      let count = drain(isLast: ending != .none)
      idleRounds = count == 0 ? idleRounds + 1 : 0
      if count == 0, ending != .none, ring.readableFrames == 0 || idleRounds > 3 {
        note { () throws(HostError) in try close(ending) }
        return ended.send()
      }
      if count == 0 { usleep(1000) }
    }
  }

  /// Turns the signal for a file above its size limit (`ulimit -f`) into an error.
  private func blockFileSizeSignal() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, SIGXFSZ)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Writes frames of the ring; returns the number of removed frames.
  private func drain(isLast: Bool) -> Int {
    if case .take(let writer) = sink {
      writer.update()
      if ring.takeCut() { writer.cut() }
      guard isLast || ring.readableFrames >= Self.blockFrameCount || ring.isCut else { return 0 }
      return unsafe ring.read { samples in unsafe writer.write(samples) }
    }
    var count = 0
    note { () throws(HostError) in
      guard failure.withLock({ $0 == nil }), case .whole(let file) = sink else { return }
      count = try unsafe ring.read { samples throws(HostError) in
        try unsafe file.write(interleaved: samples)
        return samples.count / ring.channelCount
      }
    }
    return count
  }

  private func close(_ ending: Ending) throws(HostError) {
    switch (sink, ending) {
    case (.take(let writer), _): try writer.finish(rest: ring.readableFrames)
    case (.whole(let file), .finish):
      if failure.withLock({ $0 == nil }) { try file.finish() }
    case (.whole, _): break
    }
  }

  private func note(_ body: () throws(HostError) -> Void) {
    do throws(HostError) {
      try body()
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }
}
