internal import Glibc
internal import Synchronization
public import TenutoSystem

/// Writes what an engine plays to sound files, on a thread of its own.
///
/// What is played once is a *take*: it is kept whatever happens, in as many files as it takes
/// (`init(take:format:sampleRate:channelCount:)`). What can be rendered again is a file that is
/// there whole or not at all (`init(_:)`).
@safe public final class Recorder: @unchecked Sendable {  // the sink is the writer thread's
  package let ring: AudioRing
  private let sink: Sink
  private let ending = Atomic<Int>(Ending.none.rawValue)
  private let failure = Mutex<HostError?>(nil)
  private let ended = Signal()

  /// Where the sound goes.
  private enum Sink {
    case whole(SoundFileWriter)
    case take(TakeWriter)
  }

  /// How it ends.
  private enum Ending: Int {
    case none, finish, cancel
  }

  /// Two seconds at 192 kHz, ten at 48 kHz: disks stall.
  private static let frameCapacity = 1 << 19
  /// Frames that are worth a call of the system.
  private static let blockFrameCount = 4096
  /// Seconds of silence that stand for what a disk was too slow for; a longer gap begins a file.
  private static let longestSilence = 60

  /// Begins to write to `file`, which must have as many channels as the engine.
  ///
  /// When it cannot be written, nothing is.
  public convenience init(_ file: SoundFileWriter) {
    self.init(.whole(file), channelCount: file.channelCount, sampleRate: file.sampleRate)
  }

  /// Begins a recording that no full disk and no kill takes away.
  ///
  /// It is in `PATH.part` until it ends, then in `PATH`. Where that is there already, or a disk was
  /// full in between, there are `NAME-2.wav` and so on; no file is replaced. What a host that was
  /// killed has left there is repaired first.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - format: The kind of file.
  ///   - sampleRate: Frames per second, 8000...192000 Hz.
  ///   - channelCount: Audio channels, as many as the engine has.
  /// - Throws: `formatOutOfRange`, or why no file can be made there.
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

  /// Waits until `frameCount` frames find room.
  ///
  /// Thread: control, before a cycle of an engine without a deadline: then nothing is lost.
  ///
  /// - Throws: Why writing has failed.
  func makeRoom(frameCount: Int) throws(HostError) {
    while ring.freeFrames < frameCount {
      if let failure = error { throw failure }
      usleep(500)
    }
  }

  /// Frames after which nothing is recorded, `.max` for no limit.
  ///
  /// Thread: control, also while the engine plays.
  public var frameLimit: Int {
    get { ring.frameLimit }
    set { ring.frameLimit = newValue }
  }

  /// Writes what is left and gives the file its name; the engine must have stopped.
  ///
  /// Thread: control.
  ///
  /// - Throws: Why the end is missing. A file that was there before is untouched.
  public func finish() throws(HostError) {
    end(.finish)
    if let error { throw error }
  }

  /// Stops writing.
  ///
  /// A file that was to be whole is not made; of a take, what was recorded is kept.
  ///
  /// Thread: control. Instead of `finish`, or after it has failed.
  public func cancel() { end(.cancel) }

  /// Ends the thread and waits for it, once.
  private func end(_ how: Ending) {
    let (isFirst, _) = ending.compareExchange(
      expected: Ending.none.rawValue, desired: how.rawValue, ordering: .acquiringAndReleasing)
    if isFirst { ended.wait() }
  }

  /// Why nothing is written now, nil while all is well; of a take it may go on.
  ///
  /// Thread: control.
  public var error: HostError? {
    if case .take(let writer) = sink, let error = writer.state.withLock(\.error) { return error }
    return failure.withLock { $0 }
  }

  /// How a take fares; nil for a file that is whole or not there.
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
    // Where a file has just been ended, the next one may be begun at once.
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

  /// A file that outgrows the limit of its size (`ulimit -f`) is an error, and no death.
  private func blockFileSizeSignal() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, SIGXFSZ)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Frames that left the ring.
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
