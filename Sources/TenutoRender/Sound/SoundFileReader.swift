internal import CSndFile
internal import Glibc
public import TenutoSystem
internal import TenutoTransport

/// Reads a sound file of any format that libsndfile recognizes by its content.
///
/// Thread: control. One thread at a time.
@safe public final class SoundFileReader {
  /// The file's path.
  public let path: String
  /// Frames per second, in Hz.
  public let sampleRate: Int
  /// Audio channels, 1...1024.
  public let channelCount: Int
  /// Frames in the file, according to its header; a damaged file may hold fewer.
  public let frameCount: Int

  private let descriptor: Descriptor
  private let storage: SoundFileStorage
  private let handle: OpaquePointer

  /// Opens a sound file.
  ///
  /// - Throws: `fileNotFound`, `permissionDenied`, or `fileInvalid` if it is not a sound file.
  public init(path: String) throws(HostError) {
    do throws(SystemError) {
      descriptor = try FileCalls.openRegular(path)
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
    storage = SoundFileStorage(descriptor.number)
    var info = SF_INFO()
    guard let handle = unsafe storage.open(mode: CInt(SFM_READ), info: &info) else {
      let reason = unsafe String(cString: sf_strerror(nil)).trimmingPeriod
      throw HostError(.fileInvalid, "\(path) is not a sound file: \(reason); give another file.")
    }
    guard info.channels > 0, info.samplerate > 0, info.frames >= 0 else {
      unsafe sf_close(handle)
      throw HostError(.fileInvalid, "\(path) is a damaged sound file; give another file.")
    }
    unsafe self.handle = unsafe handle
    self.path = path
    sampleRate = Int(info.samplerate)
    channelCount = Int(info.channels)
    frameCount = Int(info.frames)
  }

  deinit { unsafe sf_close(handle) }
}

extension SoundFileReader {
  /// Reads the next frames: `[frame][channel]`, nominal range -1...1.
  ///
  /// - Parameter samples: Room for whole frames; other counts are a programmer error and trap.
  /// - Returns: The number of frames read; 0 at the end of the file.
  /// - Throws: `fileReadFailed` if the system cannot read any further.
  public func read(interleaved samples: inout MutableSpan<Float>) throws(HostError) -> Int {
    precondition(samples.count % channelCount == 0, "no room for whole frames")
    let count = unsafe samples.withUnsafeMutableBufferPointer {
      unsafe sf_read_float(handle, $0.baseAddress, sf_count_t($0.count))
    }
    if storage.errorNumber != 0 {
      throw HostError(
        .fileReadFailed, path: path, "cannot be read", errorNumber: storage.errorNumber)
    }
    return max(0, Int(count)) / channelCount
  }

  /// Seeks to a frame, which is read next.
  ///
  /// - Parameter frame: 0 to `frameCount`.
  /// - Throws: `fileReadFailed` if the frame is beyond the end, or the file cannot seek.
  public func seek(to frame: Int) throws(HostError) {
    guard unsafe sf_seek(handle, sf_count_t(frame), SEEK_SET) != sf_count_t(frame) else { return }
    throw HostError(
      .fileReadFailed, path: path, "cannot be read from frame \(frame)",
      errorNumber: storage.errorNumber)
  }

  /// Reads the rest of the file: `[channel][frame]`, nominal range -1...1.
  ///
  /// - Parameter maximumFrameCount: The most frames to read; ten minutes at 192 kHz by default.
  /// - Returns: One array for each channel of the file, all of the same length.
  /// - Throws: `formatOutOfRange` if there are more frames, `fileReadFailed` if the system cannot
  ///   read any further.
  public func readAll(maximumFrameCount: Int = 115_200_000) throws(HostError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: channelCount)
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      var span = block.mutableSpan
      let count = try read(interleaved: &span)
      if count == 0 { return channels }
      guard channels[0].count + count <= maximumFrameCount else {
        throw HostError(
          .formatOutOfRange,
          "\(path) is longer than \(maximumFrameCount) frames; cut it or read it in blocks.")
      }
      for channel in channels.indices {
        channels[channel].append(
          contentsOf: stride(from: channel, to: count * channelCount, by: channelCount).lazy
            .map { block[$0] })
      }
    }
  }
}
