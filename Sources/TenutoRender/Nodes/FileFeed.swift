internal import Glibc
internal import Synchronization
internal import TenutoCore
public import TenutoSystem

/// Plays the file of a `FileInput`, reading ahead on a separate thread.
///
/// If the file is too slow, missing frames are silent and counted; late frames are dropped,
/// so that the sound stays in time.
final class FileFeed: Sendable {
  /// The ring that the render thread reads.
  let ring: FeedRing
  /// Frames of the file, according to its header.
  let frameCount: Int
  private let work: FileFeedWork

  /// Opens the file and reads its beginning.
  ///
  /// Thread: control.
  ///
  /// - Throws: An error if the file cannot be read; `.formatRefused` if its sample rate differs,
  ///   `.graphInvalid` if its channel count differs.
  init(_ input: FileInput, sampleRate: Double) throws(HostError) {
    let reader = try SoundFileReader(path: input.path)
    guard Double(reader.sampleRate) == sampleRate else {
      throw HostError(
        .formatRefused,
        "\(input.path) is of \(reader.sampleRate) Hz and the engine of \(Int(sampleRate)) Hz; "
          + "convert the file or start the engine at its rate.")
    }
    guard reader.channelCount == input.channelCount else {
      throw HostError(
        .graphInvalid,
        "\(input.path) has \(reader.channelCount) channels and its node \(input.channelCount); "
          + "give the node those of the file.")
    }
    frameCount = reader.frameCount
    work = FileFeedWork(reader, isLooped: input.isLooped, sampleRate: reader.sampleRate)
    ring = work.ring
    work.fill(frameCount: FileFeedWork.blockFrames)
    DetachedThread.startOrTrap { [work] in work.run() }
  }

  deinit { work.cancel() }

  /// Reads until the next `frameCount` frames are available, or the file ends.
  ///
  /// Thread: control, before a cycle of an engine without a deadline: no frame is missed then.
  ///
  /// - Parameter frameCount: At most `maximumFillCount`.
  /// - Throws: An error if reading failed.
  func fill(frameCount: Int) throws(HostError) {
    work.fill(frameCount: frameCount)
    if let error { throw error }
  }

  /// The most frames per fill.
  var maximumFillCount: Int { ring.capacity - FileFeedWork.blockFrames }

  /// The next frame of the file to play.
  ///
  /// Thread: any.
  var position: Int { frameCount > 0 && !hasEnded ? ring.position % frameCount : frameCount }

  /// Whether the whole file has been played.
  ///
  /// Thread: any.
  var hasEnded: Bool { ring.position >= ring.end }

  /// The error that ended reading early; nil without an error.
  ///
  /// Thread: any.
  var error: HostError? { work.error }
}

/// The reading of a `FileFeed`, as long as it or its thread needs it.
final class FileFeedWork: Sendable {
  let ring: FeedRing
  private let isCancelled = Atomic<Bool>(false)
  private let state: Mutex<State>

  /// Frames per read.
  static let blockFrames = 4096
  /// The interval at which the thread checks for room.
  private static let pauseMicroseconds: UInt32 = 20_000

  private struct State {
    let reader: SoundFileReader
    let isLooped: Bool
    var block: [Float]
    /// Whether reading has ended.
    var isDone = false
    /// Whether nothing has been read since the start of the file.
    var isFresh = true
    var error: HostError?
  }

  /// Reads two seconds ahead: disks stall.
  init(_ reader: sending SoundFileReader, isLooped: Bool, sampleRate: Int) {
    ring = .allocate(
      channelCount: reader.channelCount, capacity: max(2 * sampleRate, 8 * Self.blockFrames))
    let block = [Float](repeating: 0, count: Self.blockFrames * reader.channelCount)
    state = Mutex(State(reader: reader, isLooped: isLooped, block: block))
  }

  deinit { ring.deallocate() }

  var error: HostError? { state.withLock { $0.error } }

  /// Asks the thread to stop.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Keeps the ring full until the file ends.
  func run() {
    while !isCancelled.load(ordering: .acquiring) {
      fill(frameCount: ring.capacity - Self.blockFrames)
      if state.withLock({ $0.isDone }) { return }
      usleep(Self.pauseMicroseconds)
    }
  }

  /// Reads until `frameCount` frames are available, or reading has ended.
  func fill(frameCount: Int) {
    precondition(frameCount <= ring.capacity - Self.blockFrames, "more than the ring can hold")
    while state.withLock({ ring.lead < frameCount && step(&$0) }) {
      if isCancelled.load(ordering: .relaxed) { return }
    }
  }

  /// Reads a block; false if reading has ended.
  private func step(_ state: inout State) -> Bool {
    if state.isDone { return false }
    do throws(HostError) {
      let reader = state.reader
      var span = state.block.mutableSpan
      let count = try reader.read(interleaved: &span)
      if count > 0 {
        deliver(state.block.span.extracting(first: count * ring.channelCount))
        state.isFresh = false
        return true
      }
      if state.isLooped && !state.isFresh {
        try state.reader.seek(to: 0)
        state.isFresh = true
        return true
      }
    } catch {
      state.error = error
    }
    state.isDone = true
    ring.finish()
    return false
  }

  /// Writes frames to the ring, except those that the reader has already passed.
  private func deliver(_ frames: Span<Float>) {
    let count = frames.count / ring.channelCount
    let late = min(count, max(0, -ring.lead))
    ring.skip(late)
    ring.write(frames.extracting(droppingFirst: late * ring.channelCount))
  }
}

/// The state of a node with a sound file.
public struct FileNodeState: Sendable, Equatable {
  /// The reason why reading or writing stopped; nil without an error.
  public var error: HostError?
  /// Frames lost to a slow disk: silent during playback, missing in a
  /// recording.
  public var lostFrames = 0
  /// The files of a recording that survives faults; nil for other nodes.
  public var recording: RecordingState?
}
