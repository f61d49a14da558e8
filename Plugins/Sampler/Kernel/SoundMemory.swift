import TenutoExtension

/// A sound prepared for reading at any pitch, immutable and shared by unit and kernel.
///
/// Level n is the sound at 2⁻ⁿ of its rate, so that a high pitch reads few samples. A looped sound
/// is stored a second time with the loop repeated after its end, so that reads across the end see
/// the exact continuation.
@safe final class SoundMemory {
  /// The handle for the render thread, valid for the lifetime of the memory.
  private let reader: UnsafeMutablePointer<SoundReader>
  /// The address of the reader.
  var address: UInt { UInt(bitPattern: unsafe reader) }
  private var buffers: [SoundBuffer] = []

  /// The repeated frames after the end of a loop.
  static let overhang = 8192

  init(_ sound: RecordedSound) {
    unsafe reader = .allocate(capacity: 1)
    unsafe reader.initialize(to: SoundReader())
    let frames = sound.channels[0].count
    var plain = InlineArray<6, SoundLevel>(repeating: SoundLevel())
    var looped = plain
    fill(&plain, sound.channels)
    if !sound.loop.isEmpty { fill(&looped, sound.channels.map { Self.unroll($0, sound.loop) }) }
    unsafe reader.pointee = SoundReader(
      plain: plain, looped: looped, isStereo: sound.channels.count > 1,
      sampleRate: Double(sound.sampleRate), rootNote: Double(sound.rootNote),
      frameCount: frames, loopEnd: sound.loop.upperBound, loopLength: sound.loop.count)
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    unsafe reader.deallocate()
  }

  private static func unroll(_ samples: [Float], _ loop: Range<Int>) -> [Float] {
    Array(samples[..<loop.upperBound])
      + (0..<overhang).map { samples[loop.lowerBound + $0 % loop.count] }
  }

  private func fill(_ levels: inout InlineArray<6, SoundLevel>, _ channels: [[Float]]) {
    var channels = channels
    for level in 0..<6 {
      if level > 0 { channels = channels.map(Self.halved) }
      let left = unsafe keep(channels[0])
      let right = unsafe channels.count > 1 ? keep(channels[1]) : left
      levels[level] = unsafe SoundLevel(left: left, right: right, count: channels[0].count)
    }
  }

  /// Copies samples between stretches of silence, so that the filter can read beyond both ends.
  private func keep(_ samples: [Float]) -> UnsafePointer<Float> {
    let margin = Interpolator.tapCount
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: samples.count + 2 * margin)
    unsafe buffer.initialize(repeating: 0, count: samples.count + 2 * margin)
    for index in samples.indices { unsafe buffer[margin + index] = samples[index] }
    buffers.append(unsafe SoundBuffer(buffer))
    return unsafe UnsafePointer(buffer)
  }

  /// Returns the sound at half the rate, low-passed so that reads are free of aliases.
  private static func halved(_ samples: [Float]) -> [Float] {
    let taps = (0..<97).map { Interpolator.weight(Double($0) - 48, cutoff: 0.232, reach: 49) }
    return (0..<(samples.count + 1) / 2).map { frame in
      var sum = 0.0
      for tap in 0..<97 {
        let index = 2 * frame + tap - 48
        if samples.indices.contains(index) { sum += Double(samples[index]) * taps[tap] }
      }
      return Float(sum)
    }
  }
}

/// Memory to free.
@safe private struct SoundBuffer {
  private let base: UnsafeMutablePointer<Float>

  init(_ base: UnsafeMutablePointer<Float>) { unsafe self.base = base }

  func deallocate() { unsafe base.deallocate() }
}

/// The samples of one level.
@safe struct SoundLevel: BitwiseCopyable {
  /// `Interpolator.tapCount` samples of silence, the left channel, and silence again.
  let left: UnsafePointer<Float>?
  /// The same for the right channel, which may be the left one.
  let right: UnsafePointer<Float>?
  let count: Int

  init() {
    unsafe left = nil
    unsafe right = nil
    count = 0
  }

  init(left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int) {
    unsafe self.left = left
    unsafe self.right = right
    self.count = count
  }
}

/// The render thread's view of a sound.
struct SoundReader: BitwiseCopyable {
  var plain = InlineArray<6, SoundLevel>(repeating: SoundLevel())
  var looped = InlineArray<6, SoundLevel>(repeating: SoundLevel())
  var isStereo = false
  var sampleRate = 48000.0
  var rootNote = 60.0
  var frameCount = 0
  /// The end of the loop in frames of level 0, or 0 without a loop.
  var loopEnd = 0
  var loopLength = 0

  /// The distance after the end of a loop at which a voice jumps back.
  static var lead: Int { @_noLocks get { 4096 } }
}
