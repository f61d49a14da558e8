internal import Glibc
internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// Writes a recording that continues after any disk fault, in several files if needed.
///
/// A file that can be written no further is finished with everything that fits, and the next one
/// starts as soon as there is space for a second of sound. Once a second the header is updated and
/// all data is flushed to the disk.
///
/// Thread: the recorder's.
final class TakeWriter {
  /// The state of the recording.
  let state: Mutex<RecordingState>
  private let path: String
  private let format: SoundFileFormat
  private let sampleRate: Int
  private let channelCount: Int
  private var open: OpenTake?
  private var nextTry = MonotonicTime(nanoseconds: 0)
  private var nextUpdate = MonotonicTime(nanoseconds: 0)

  /// Frames that are encoded at once.
  static let blockFrameCount = 16_384
  /// Milliseconds between two attempts to create a file, and between two updates of its header.
  private static let interval: UInt64 = 1000

  /// Starts a recording.
  ///
  /// - Throws: `formatOutOfRange`, or an error if no file can be created there.
  init(
    path: String, format: SoundFileFormat, sampleRate: Int, channelCount: Int
  ) throws(HostError) {
    try format.check(sampleRate: sampleRate, channelCount: channelCount, path: path)
    (self.path, self.format) = (path, format)
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    state = Mutex(RecordingState(sampleRate: sampleRate))
    for sentence in TakeRecovery.recoverLeft(path) { report(sentence) }
    try begin(isFirst: true)
    guard let first = open?.path, first != path else { return }
    report("\(path) is there already; it is recorded to \(first)")
  }

  /// Writes as many complete frames as fit.
  ///
  /// - Returns: The number of frames written; 0 while writing is impossible.
  func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    guard isOpen, let take = open else { return 0 }
    let count = min(samples.count / channelCount, Self.blockFrameCount)
    do throws(HostError) {
      try unsafe take.write(UnsafeBufferPointer(rebasing: samples[..<(count * channelCount)]))
      return count
    } catch {
      return end(take, because: error)
    }
  }

  /// Updates the header once a second.
  func update() {
    guard let take = open, MonotonicTime.now >= nextUpdate else { return }
    nextUpdate = .after(milliseconds: Self.interval)
    do throws(HostError) {
      try take.update()
      state.withLock { $0.count(take.frameCount) }
    } catch {
      _ = end(take, because: error)
    }
  }

  /// Ends a file when there is a gap before the next frames.
  func cut() {
    guard let take = open, take.frameCount > 0 else { return }
    close(take)
    report(
      "More than a minute is missing; the recording continues in another file than \(take.path)")
  }

  /// Ends the recording.
  ///
  /// - Parameter rest: The number of frames that were never written.
  /// - Throws: An error if its end is missing.
  func finish(rest: Int) throws(HostError) {
    if let take = open { close(take) }
    if rest > 0 { state.withLock { $0.lostFrames += rest } }
    if let error = state.withLock(\.error) { throw error }
  }

  private func report(_ sentence: String) { state.withLock { $0.report(sentence) } }
}

// MARK: - One file after the other

extension TakeWriter {
  /// Whether a file is open; tries to create one once a second.
  private var isOpen: Bool {
    if open != nil { return true }
    guard MonotonicTime.now >= nextTry else { return false }
    nextTry = .after(milliseconds: Self.interval)
    do throws(HostError) {
      try begin(isFirst: false)
      return true
    } catch {
      state.withLock { $0.error = $0.error ?? error }
      return false
    }
  }

  private func begin(isFirst: Bool) throws(HostError) {
    let take = try OpenTake(
      for: path, format: format, sampleRate: sampleRate, channelCount: channelCount,
      needsRoom: !isFirst)
    open = take
    nextUpdate = .after(milliseconds: Self.interval)
    state.withLock { state in
      if let error = state.error {
        let reason = error.message.trimmingPeriod
        state.report("\(reason). The recording continues in \(take.path)")
      }
      state.error = nil
      state.files.append(RecordingState.File(path: take.partPath))
    }
  }

  /// Ends a file that cannot be written any further, with its sound so far.
  ///
  /// - Returns: How many of the last frames it contains.
  private func end(_ take: OpenTake, because error: HostError) -> Int {
    let before = take.frameCount
    let kept = take.salvage()
    let found = settle(take, kept)
    state.withLock { state in
      state.interruptions += 1
      state.error = error
      state.lostFrames += max(0, before - found)
    }
    return max(0, found - before)
  }

  private func close(_ take: OpenTake) {
    let before = take.frameCount
    do throws(HostError) {
      try take.close()
      _ = settle(take, .success(before))
    } catch {
      _ = end(take, because: error)
    }
  }

  /// Gives a file its final name; returns the number of its frames.
  private func settle(_ take: OpenTake, _ kept: Result<Int, HostError>) -> Int {
    open = nil
    nextTry = .now
    let place = take.place(kept)
    return state.withLock { state in
      switch place {
      case .success(let file):
        if let file { state.files[state.files.count - 1] = file } else { state.files.removeLast() }
        return file?.frameCount ?? 0
      case .failure(let error):
        // All written sound is still in the file with the old name.
        state.count(take.frameCount)
        state.interruptions += 1
        state.report(
          "\(error.message.trimmingPeriod). 'tenuto recover \(take.partPath)' tries again")
        return take.frameCount
      }
    }
  }
}
