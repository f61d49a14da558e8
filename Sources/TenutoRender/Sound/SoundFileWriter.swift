public import TenutoSystem
public import TenutoTransport

/// Writes a sound file that appears only when it is complete.
///
/// Until `finish()` the sound goes to `PATH.part-XXXXXX` in the same folder. Without `finish()`, or
/// if that fails, this file is removed and a previous file at `PATH` is unchanged.
///
/// It is meant for sound that can be rendered again; `Recorder` keeps a take of sound that is
/// played once.
///
/// The same sound gives the same bytes in every run, since the file contains no time and no random
/// number. A WAV file over 4 GiB becomes RF64 (EBU Tech 3306), which most programs read as WAV.
///
/// Thread: control. One thread at a time.
@safe public final class SoundFileWriter {
  /// The path of the finished file.
  public let path: String
  /// The format of the file.
  public let format: SoundFileFormat
  /// Frames per second, in Hz.
  public let sampleRate: Int
  /// Audio channels.
  public let channelCount: Int
  /// The SHA-256 that the finished file must have, in 64 small hexadecimal digits; nil for any.
  public var expectedDigest: String?
  /// Frames written so far.
  public private(set) var frameCount = 0

  private var file: TemporaryFile?
  private var encoder: SoundEncoder?
  private let number: CInt
  private var failure: HostError?
  /// Interleaved samples that are not written yet.
  private var pending: [Float] = []
  /// Frames after `pendingFrameCount` of which some channels are prepared.
  private var preparedFrameCount = 0

  /// Frames that are collected before encoding.
  private static let blockFrameCount = 4096

  /// Starts a sound file.
  ///
  /// - Parameters:
  ///   - path: The path of the finished file; an existing file stays until `finish()`.
  ///   - format: The format of the file, such as `SoundFileFormat(path:)` selects it.
  ///   - sampleRate: Frames per second, 8000...192000 Hz.
  ///   - channelCount: Audio channels, within `format.channelCounts`.
  /// - Throws: `formatOutOfRange`, or an error if no file can be created there.
  public init(
    path: String, format: SoundFileFormat, sampleRate: Int, channelCount: Int
  ) throws(HostError) {
    try format.check(sampleRate: sampleRate, channelCount: channelCount, path: path)
    let file = try TemporaryFile(for: path)
    number = file.descriptor.number
    encoder = try SoundEncoder(
      number, path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
    self.file = consume file
    (self.path, self.format) = (path, format)
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
  }
}

// MARK: - Writing

extension SoundFileWriter {
  /// Writes interleaved frames: `[frame][channel]`.
  ///
  /// - Parameter samples: Complete frames; other counts are a programmer error and trap at runtime.
  /// - Throws: `fileWriteFailed`, for instance on a full disk, and again in every later call.
  public func write(interleaved samples: Span<Float>) throws(HostError) {
    try unsafe samples.withUnsafeBufferPointer { buffer throws(HostError) in
      try unsafe write(interleaved: buffer)
    }
  }

  /// Writes interleaved frames: `[frame][channel]`.
  ///
  /// - Parameter samples: Complete frames; other counts are a programmer error and trap at runtime.
  /// - Throws: `fileWriteFailed`, for instance on a full disk, and again in every later call.
  public func write(interleaved samples: UnsafeBufferPointer<Float>) throws(HostError) {
    precondition(samples.count % channelCount == 0, "samples are not whole frames")
    try check()
    frameCount += samples.count / channelCount
    guard samples.count >= Self.blockFrameCount * channelCount else {
      unsafe pending.append(contentsOf: samples)
      return try flush(atLeast: Self.blockFrameCount)
    }
    try flush(atLeast: 1)
    try unsafe encode(samples)
  }

  /// Writes non-interleaved frames: `[channel][frame]`.
  ///
  /// - Parameter block: As many channels as the file has; another number is a programmer error and
  ///   traps.
  /// - Throws: `fileWriteFailed`, for instance on a full disk, and again in every later call.
  public func write(_ block: borrowing AudioBlock) throws(HostError) {
    precondition(block.channelCount == channelCount, "the file has other channels")
    for channel in 0..<channelCount { prepare(channel: channel, block.channel(channel)) }
    try writePrepared()
  }

  /// Writes non-interleaved frames: `[channel][frame]`.
  ///
  /// - Parameter channels: As many channels as the file has, all of one length; anything else is a
  ///   programmer error and traps at runtime.
  /// - Throws: `fileWriteFailed`, for instance on a full disk, and again in every later call.
  public func write(channels: [[Float]]) throws(HostError) {
    precondition(channels.count == channelCount, "the file has other channels")
    for (index, samples) in channels.enumerated() { prepare(channel: index, samples.span) }
    try writePrepared()
  }

  /// Prepares the samples of one channel for the next `writePrepared()`.
  ///
  /// Channels that are not prepared are silent.
  ///
  /// - Parameters:
  ///   - channel: The channel; a channel that does not exist is a programmer error and traps at
  ///     runtime.
  ///   - samples: As many frames as the other channels have, or a programmer error that traps.
  public func prepare(channel: Int, _ samples: Span<Float>) {
    precondition(channel >= 0 && channel < channelCount, "no such channel")
    if preparedFrameCount == 0 {
      preparedFrameCount = samples.count
      pending.append(contentsOf: repeatElement(0, count: samples.count * channelCount))
    }
    precondition(preparedFrameCount == samples.count, "channels differ in length")
    var index = pending.count - preparedFrameCount * channelCount + channel
    for frame in samples.indices {
      pending[index] = samples[frame]
      index += channelCount
    }
  }

  /// Writes the prepared frames.
  ///
  /// - Throws: `fileWriteFailed`, for instance on a full disk, and again in every later call.
  public func writePrepared() throws(HostError) {
    frameCount += preparedFrameCount
    preparedFrameCount = 0
    try check()
    try flush(atLeast: Self.blockFrameCount)
  }

  private func flush(atLeast count: Int) throws(HostError) {
    guard pending.count >= count * channelCount else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try unsafe pending.withUnsafeBufferPointer { buffer throws(HostError) in
      try unsafe encode(buffer)
    }
  }

  private func encode(_ samples: UnsafeBufferPointer<Float>) throws(HostError) {
    do throws(HostError) {
      try unsafe encoder?.encode(samples)
    } catch {
      throw noted(error)
    }
  }
}

// MARK: - Ending

extension SoundFileWriter {
  /// Writes the rest, waits until it is on the disk, and gives the file its final name.
  ///
  /// A FLAC file needs sound: a file without any gets one silent frame.
  ///
  /// - Throws: `fileWriteFailed`, or `fileInvalid` if `expectedDigest` differs, and a previous file
  ///   at `path` is unchanged then; `refused` if the file is already finished.
  public func finish() throws(HostError) {
    preparedFrameCount = 0
    try check()
    if frameCount == 0 && format == .flacInt24 { try write(channels: silentFrame) }
    try flush(atLeast: 1)
    do throws(HostError) {
      try encoder?.close()
      encoder = nil
    } catch {
      throw noted(error)
    }
    do throws(SystemError) {
      try StableBytes.settle(number, format)
    } catch {
      throw noted(HostError(.fileWriteFailed, path: path, "cannot be written", because: error))
    }
    try moveIntoPlace()
  }

  /// Gives the file its final name, unless its content is not the expected one.
  private func moveIntoPlace() throws(HostError) {
    guard let file = file.take() else { return }
    var digest = expectedDigest
    do throws(SystemError) {
      if digest != nil { digest = try FileCalls.digest(of: file.descriptor) }
      if digest == expectedDigest { return try file.moveIntoPlace() }
    } catch {
      throw noted(HostError(.fileWriteFailed, path: path, "cannot be written", because: error))
    }
    throw noted(
      HostError(
        .fileInvalid,
        "\(path) was not written: its SHA-256 is \(digest ?? "unknown"), not \(expectedDigest ?? "")."
      ))
  }

  /// libsndfile writes no header to a FLAC file without sound, which would be unreadable.
  private var silentFrame: [[Float]] { Array(repeating: [0], count: channelCount) }

  private func check() throws(HostError) {
    if let failure { throw failure }
    guard encoder != nil else {
      throw HostError(.refused, "\(path) is finished already; begin another sound file.")
    }
  }

  private func noted(_ error: HostError) -> HostError {
    failure = failure ?? error
    encoder?.abandon()
    _ = file.take()  // Removes the partial file at once.
    return error
  }
}

extension String {
  /// The text without trailing full stops and spaces, for use within a sentence.
  var trimmingPeriod: String {
    var text = Substring(self)
    while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
