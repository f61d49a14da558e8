internal import CSndFile
internal import TenutoSystem
internal import TenutoTransport

/// Encodes frames into an open file with libsndfile.
///
/// Thread: control. One thread at a time.
@safe final class SoundEncoder {
  /// The file's path for messages.
  let path: String
  let format: SoundFileFormat
  /// Frames per second, in Hz.
  let sampleRate: Int
  /// Audio channels.
  let channelCount: Int
  /// Frames that were encoded; the codec may still hold some of them.
  private(set) var frameCount = 0

  private let storage: SoundFileStorage
  private var handle: OpaquePointer?

  /// Starts a sound file in an empty file.
  ///
  /// The descriptor `number` must stay open for reading and writing as long as the encoder lives;
  /// `path` is used in messages.
  ///
  /// - Throws: An error of libsndfile or the system.
  init(
    _ number: CInt, path: String, format: SoundFileFormat, sampleRate: Int, channelCount: Int
  ) throws(HostError) {
    storage = SoundFileStorage(number)
    (self.path, self.format) = (path, format)
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    var info = SF_INFO()
    info.samplerate = CInt(sampleRate)
    info.channels = CInt(channelCount)
    info.format = format.libraryFormat
    unsafe handle = storage.open(mode: CInt(SFM_WRITE), info: &info)
    guard unsafe handle != nil, storage.errorNumber == 0 else { throw refusal() }
    configure()
  }

  deinit { abandon() }

  private func configure() {
    // The result is ignored, since a format without the feature refuses the command.
    func set(_ command: Int, _ value: Bool) {
      _ = unsafe sf_command(handle, CInt(command), nil, value ? 1 : 0)
    }
    set(Int(SFC_SET_CLIPPING), true)
    set(Int(SFC_RF64_AUTO_DOWNGRADE), true)
    var quality = 0.6
    _ = unsafe sf_command(
      handle, CInt(SFC_SET_VBR_ENCODING_QUALITY), &quality, CInt(MemoryLayout<Double>.size))
  }

  /// Encodes complete interleaved frames.
  ///
  /// - Throws: An error if they cannot be written; no frames can be encoded after that.
  func encode(_ samples: UnsafeBufferPointer<Float>) throws(HostError) {
    let count = sf_count_t(samples.count)
    let written = unsafe sf_write_float(handle, samples.baseAddress, count)
    if written != count || storage.errorNumber != 0 { throw refusal() }
    frameCount += samples.count / channelCount
  }

  /// Writes the current length to the header, so that the file is complete at this point.
  ///
  /// An Ogg file has no header to update: each page states its position in the sound.
  ///
  /// - Throws: An error if it cannot be written; no frames can be encoded after that.
  func updateHeader() throws(HostError) {
    switch format {
    case .wavFloat32, .wavInt24:
      _ = unsafe sf_command(handle, CInt(SFC_UPDATE_HEADER_NOW), nil, 0)
      if storage.errorNumber != 0 { throw refusal() }
    case .flacInt24:
      do throws(SystemError) {
        try FLACRepair.noteFrames(FileBytes(storage.number), encoded: frameCount)
      } catch {
        throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
      }
    case .oggVorbis: break
    }
  }

  /// Writes the codec's remaining data and the header; call it once.
  ///
  /// - Throws: An error if they cannot be written.
  func close() throws(HostError) {
    let result = unsafe sf_close(handle)
    unsafe handle = nil
    if result != 0 || storage.errorNumber != 0 { throw refusal() }
  }

  /// Closes the encoder without writing anything more.
  func abandon() {
    storage.isDetached = true
    unsafe sf_close(handle)
    unsafe handle = nil
  }

  /// The error of a failed libsndfile call.
  private func refusal() -> HostError {
    let number = storage.errorNumber
    if number != 0 {
      return HostError(.fileWriteFailed, path: path, "cannot be written", errorNumber: number)
    }
    let reason = unsafe String(cString: sf_strerror(handle))
    return HostError(
      .fileWriteFailed,
      "\(path) cannot be written at \(sampleRate) Hz with \(channelCount) channels: "
        + "\(reason.trimmingPeriod); choose another format.")
  }
}
