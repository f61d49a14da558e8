import TenutoExtension

/// The voice of one note: its sound, its position and speed in it, and its loudness.
@safe struct SampleVoice: BitwiseCopyable {
  /// MIDI channel, 0...15.
  var channel: UInt8 = 0
  /// Note number, 0...127.
  var note: UInt8 = 0
  /// Counts the notes, so that the oldest can be found.
  var serial: UInt64 = 0
  /// The gain of the velocity, 0...1.
  var velocityGain: Float = 0
  /// The pitch wheel of the note alone, -1...1.
  var bend = 0.0
  /// Whether the voice sounds.
  var isActive = false
  /// Whether the voice has ended.
  private(set) var hasEnded = false
  /// Whether its key or pedal is down.
  var isHeld = false
  /// Whether only the pedal holds it.
  var isPedalled = false
  /// Whether the voice ignores a note off.
  var isOneShot = false
  var envelope = Envelope()
  var left = ParameterRamp(0)
  var right = ParameterRamp(0)

  private var sound: UnsafePointer<SoundReader>?
  private var isLooped = false
  /// In frames of the sound.
  private var position = 0.0
  /// Frames of the sound per frame.
  private var step = 0.0
  private var level = 0
  private var scale = 1.0
  private var table = 0

  @_noLocks init() { unsafe sound = nil }

  /// The address of the sound that the voice reads.
  var soundAddress: UInt { @_noLocks get { UInt(bitPattern: unsafe sound) } }

  /// Starts to read the sound at `address`.
  ///
  /// - Parameters:
  ///   - address: The address of a `SoundReader` that outlives the voice.
  ///   - start: The part of the sound to leave out, 0...1.
  ///   - wantsLoop: Whether the loop, if there is one, is repeated.
  @_noLocks mutating func start(_ address: UInt, at start: Double, wantsLoop: Bool) {
    unsafe sound = UnsafePointer(bitPattern: address)
    guard let reader = unsafe sound else { return }
    isLooped = unsafe wantsLoop && reader.pointee.loopLength > 0
    position = unsafe start * Double(reader.pointee.frameCount)
  }

  /// Writes or reads the voice; its sound is at another address in each process.
  mutating func exchange(with snapshot: inout KernelSnapshot, sound address: UInt) {
    var own = soundAddress
    var isReading = own != 0
    unsafe sound = nil
    snapshot.exchange(&self, &isReading)
    if snapshot.isRestoring { own = isReading ? address : 0 }
    unsafe sound = UnsafePointer(bitPattern: own)
  }

  /// Sets the pitch.
  ///
  /// - Parameters:
  ///   - note: The note, with fractions.
  ///   - sampleRate: Of the output, in Hz.
  @_noLocks mutating func setPitch(_ note: Double, sampleRate: Double) {
    guard let reader = unsafe sound else { return }
    let octaves = unsafe (note - reader.pointee.rootNote) / 12
    let ratio = unsafe DSP.exp2(octaves) * reader.pointee.sampleRate / sampleRate
    step = min(ratio, 64)
    level = 0
    scale = 1
    while step * scale > 2 && level < 5 {
      level += 1
      scale *= 0.5
    }
    table = Interpolator.table(forRatio: step * scale)
  }

  /// Adds some frames to the mix.
  @_noLocks mutating func render(
    _ mix: inout InlineArray<16, SIMD2<Float>>, count: Int, times: EnvelopeTimes,
    interpolator: borrowing Interpolator
  ) {
    guard let reader = unsafe sound else {
      hasEnded = true
      return
    }
    let samples = unsafe isLooped ? reader.pointee.looped[level] : reader.pointee.plain[level]
    let isStereo = unsafe reader.pointee.isStereo
    let end = unsafe Double(isLooped ? reader.pointee.loopEnd + SoundReader.lead : samples.count)
    let length = unsafe Double(reader.pointee.loopLength)
    for frame in 0..<count {
      let sample = interpolator.frame(
        samples, at: position * scale, table: table, isStereo: isStereo)
      mix[frame & 15] += sample * SIMD2(left.value, right.value) * envelope.next(times)
      left.advance(by: 1)
      right.advance(by: 1)
      position += step
      if isLooped { while position >= end { position -= length } }
    }
    if envelope.isOver || !isLooped && position * scale >= end { hasEnded = true }
  }
}
