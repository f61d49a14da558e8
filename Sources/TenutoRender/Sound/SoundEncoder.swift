internal import CSndFile
internal import TenutoSystem
internal import TenutoTransport

/// Encodes frames into an open file with libsndfile.
///
/// Thread: control. One thread at a time.
@safe final class SoundEncoder {
  /// What messages call the file.
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

  /// Begins a sound file in an empty file.
  ///
  /// The descriptor `number` is open to read and write as long as the encoder lives; messages call
  /// the file `path`.
  ///
  /// - Throws: Why libsndfile or the system refuses.
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
    // An answer is of no use: a format that has no such thing refuses the command.
    func set(_ command: Int, _ value: Bool) {
      _ = unsafe sf_command(handle, CInt(command), nil, value ? 1 : 0)
    }
    set(Int(SFC_SET_CLIPPING), true)
    set(Int(SFC_RF64_AUTO_DOWNGRADE), true)
    var quality = 0.6
    _ = unsafe sf_command(
      handle, CInt(SFC_SET_VBR_ENCODING_QUALITY), &quality, CInt(MemoryLayout<Double>.size))
  }

  /// Encodes whole frames, interleaved.
  ///
  /// - Throws: Why they cannot be written; nothing can be encoded from then on.
  func encode(_ samples: UnsafeBufferPointer<Float>) throws(HostError) {
    let count = sf_count_t(samples.count)
    let written = unsafe sf_write_float(handle, samples.baseAddress, count)
    if written != count || storage.errorNumber != 0 { throw refusal() }
    frameCount += samples.count / channelCount
  }

  /// Says in the header how much sound the file has, so that it is whole as it is.
  ///
  /// An Ogg file has no such header: each of its pages says where in the sound it is.
  ///
  /// - Throws: Why it cannot be written; nothing can be encoded from then on.
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

  /// Writes what the codec holds, and the header; once.
  ///
  /// - Throws: Why they cannot be written.
  func close() throws(HostError) {
    let result = unsafe sf_close(handle)
    unsafe handle = nil
    if result != 0 || storage.errorNumber != 0 { throw refusal() }
  }

  /// Lets go of the file as it is: nothing more is written.
  func abandon() {
    storage.isDetached = true
    unsafe sf_close(handle)
    unsafe handle = nil
  }

  /// Why a call of libsndfile failed.
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
