internal import Synchronization
internal import TenutoCore
internal import TenutoSystem

/// Plays the file of a `FileInput`, which it reads ahead on a thread of its own.
///
/// Where the file is too slow there is silence, which is counted; what comes too late is left out,
/// so that the sound stays in time.
final class FileFeed: Sendable {
  /// What the render thread reads from.
  let ring: FeedRing
  /// Frames of the file, as its header says.
  let frameCount: Int
  private let work: FileFeedWork

  /// Opens the file and reads its beginning.
  ///
  /// Thread: control.
  ///
  /// - Throws: Why the file cannot be read; `.formatRefused` where its sample rate is another one,
  ///   `.graphInvalid` where its channels are.
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

  /// Reads until the next `frameCount` frames are there, or the file ends.
  ///
  /// Thread: control, before a cycle of an engine without a deadline: then nothing is missed.
  ///
  /// - Parameter frameCount: At most `maximumFillCount`.
  /// - Throws: Why the file cannot be read on.
  func fill(frameCount: Int) throws(HostError) {
    work.fill(frameCount: frameCount)
    if let error { throw error }
  }

  /// Frames that can be filled at once.
  var maximumFillCount: Int { ring.capacity - FileFeedWork.blockFrames }

  /// The frame of the file that is heard next.
  ///
  /// Thread: any.
  var position: Int { frameCount > 0 && !hasEnded ? ring.position % frameCount : frameCount }

  /// Whether all of it has been heard.
  ///
  /// Thread: any.
  var hasEnded: Bool { ring.position >= ring.end }

  /// Why it was not read to its end; nil while all is well.
  ///
  /// Thread: any.
  var error: HostError? { work.error }
}
