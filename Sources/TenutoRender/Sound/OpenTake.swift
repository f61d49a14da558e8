internal import TenutoSystem
internal import TenutoTransport

/// A file of a recording while it is written.
///
/// Thread: the recorder's.
@safe final class OpenTake {
  private let file: TakeFile
  private let encoder: SoundEncoder
  /// Bytes up to which room is kept.
  private var roomEnd = 0

  /// Frames that were encoded.
  var frameCount: Int { encoder.frameCount }
  /// What it is to be called.
  var path: String { file.path }
  /// What it is called.
  var partPath: String { file.partPath }

  /// Bytes that a codec may need at its end beside the sound: two pages of Ogg.
  private static let endByteCount = 1 << 17

  /// Begins a file.
  ///
  /// Where it `needsRoom` there must be room for a second of sound.
  ///
  /// - Throws: The reason why it cannot be made; then no file is left.
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
  /// A codec that compresses is given nothing unless there is room for it and for the end of the
  /// file: so the file can always be ended with all that was given.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(HostError) {
    if encoder.format.isCompressed {
      try keepRoom(frameCount: samples.count / encoder.channelCount)
    }
    try unsafe encoder.encode(samples)
  }

  private func keepRoom(frameCount: Int) throws(HostError) {
    let bytes = FileBytes(file.number)
    // What was given before may still be in the codec.
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

  /// Has header and sound on the disk.
  ///
  /// - Throws: A write error, or an error that says that the file was removed.
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

  /// Ends the file in order.
  func close() throws(HostError) { try encoder.close() }

  /// Ends a file that cannot be written on.
  ///
  /// - Returns: Frames that are in it, or why that cannot be known.
  func salvage() -> Result<Int, HostError> {
    // The room that was kept is enough for the end of what is compressed.
    if encoder.format.isCompressed, (try? encoder.close()) != nil { return .success(frameCount) }
    encoder.abandon()
    return Result { () throws(HostError) in
      try SoundRepair.repair(file.number, path: partPath).frameCount
    }
  }

  /// Gives it its name; an empty one is taken away.
  ///
  /// - Returns: What it is then, nil for an empty one.
  func place(_ kept: Result<Int, HostError>) -> Result<RecordingState.File?, HostError> {
    Result { () throws(HostError) in
      let count = try kept.get()
      // A removed file stays removed.
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
  /// Whether a codec keeps sound back before it is in the file.
  fileprivate var isCompressed: Bool { self == .flacInt24 || self == .oggVorbis }
}
