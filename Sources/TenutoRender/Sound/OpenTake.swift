internal import TenutoSystem
internal import TenutoTransport

/// A file of a recording that is being written.
///
/// Thread: the recorder's.
@safe final class OpenTake {
  private let file: TakeFile
  private let encoder: SoundEncoder
  /// The end of the reserved space, in bytes.
  private var roomEnd = 0

  /// Frames that were encoded.
  var frameCount: Int { encoder.frameCount }
  /// The final path.
  var path: String { file.path }
  /// The path during the recording.
  var partPath: String { file.partPath }

  /// Bytes that a codec may need to end the file: two pages of Ogg.
  private static let endByteCount = 1 << 17

  /// Creates a file.
  ///
  /// If it `needsRoom`, there must be space for a second of sound.
  ///
  /// - Throws: An error if it cannot be created; no file is left then.
  init(
    for path: String, format: SoundFileFormat, sampleRate: Int, channelCount: Int, needsRoom: Bool
  ) throws(HostError) {
    let file = try TakeFile.make(for: path)
    self.file = file
    do throws(HostError) {
      if needsRoom {
        do throws(SystemError) {
          try FileBytes(file.number).keepRoom(
            at: 0, count: sampleRate * channelCount * 4 + Self.endByteCount)
        } catch {
          throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
        }
      }
      encoder = try SoundEncoder(
        file.number, path: file.path, format: format, sampleRate: sampleRate,
        channelCount: channelCount)
    } catch {
      file.removeEmpty()
      throw error
    }
  }

  /// Encodes whole frames.
  ///
  /// A codec that compresses gets samples only if there is space for them and for the end of the
  /// file, so the file can always be ended with all samples that the codec got.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(HostError) {
    if encoder.format.isCompressed {
      try keepRoom(frameCount: samples.count / encoder.channelCount)
    }
    try unsafe encoder.encode(samples)
  }

  private func keepRoom(frameCount: Int) throws(HostError) {
    let bytes = FileBytes(file.number)
    // Earlier samples may still be in the codec.
    let block = (frameCount + TakeWriter.blockFrameCount) * encoder.channelCount * 4
    do throws(SystemError) {
      let length = try bytes.count
      let need = length + block + Self.endByteCount
      guard need > roomEnd else { return }
      try bytes.keepRoom(at: length, count: need - length)
      roomEnd = need
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
  }

  /// Writes header and sound to the disk.
  ///
  /// - Throws: A write error, or an error because the file was removed.
  func update() throws(HostError) {
    try encoder.updateHeader()
    do throws(SystemError) {
      try FileBytes(file.number).synchronize()
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
    guard file.isThere else {
      throw HostError(
        .fileNotFound, "\(partPath) was removed or renamed; leave it while it is recorded.")
    }
  }

  /// Finishes the file.
  func close() throws(HostError) { try encoder.close() }

  /// Ends a file that cannot be written any further.
  ///
  /// - Returns: The number of its frames, or why it cannot be determined.
  func salvage() -> Result<Int, HostError> {
    // The reserved space suffices to end a compressed file.
    if encoder.format.isCompressed, (try? encoder.close()) != nil { return .success(frameCount) }
    encoder.abandon()
    return Result { () throws(HostError) in
      try SoundRepair.repair(file.number, path: partPath).frameCount
    }
  }

  /// Gives the file its final name; removes an empty file.
  ///
  /// - Returns: The file's state, or nil for an empty one.
  func place(_ kept: Result<Int, HostError>) -> Result<RecordingState.File?, HostError> {
    Result { () throws(HostError) in
      let count = try kept.get()
      // A removed file is not restored.
      guard count > 0, !file.isRemoved else {
        if file.isThere { file.removeEmpty() }
        return nil
      }
      do throws(SystemError) {
        return RecordingState.File(path: try file.moveIntoPlace(), frameCount: count, isWhole: true)
      } catch {
        throw HostError(.fileWriteFailed, path: partPath, "cannot get its name", because: error)
      }
    }
  }
}

extension SoundFileFormat {
  /// Whether its codec holds sound back before writing it.
  fileprivate var isCompressed: Bool { self == .flacInt24 || self == .oggVorbis }
}
