import TenutoExtension

/// A two-channel all-pass that turns one echo into many (Schroeder).
struct Diffuser: BitwiseCopyable {
  /// The delay in frames.
  private let frameCount: Int

  /// Creates a diffuser with a delay in frames.
  init(frameCount: Int) { self.frameCount = frameCount }

  /// Samples of one diffuser's memory in each channel, a power of two.
  static func stride(sampleRate: Double) -> Int {
    var count = 16
    while count < Int(0.0127 * sampleRate) + 2 { count *= 2 }
    return count
  }

  /// Filters one frame and returns it diffused.
  ///
  /// - Parameters:
  ///   - frame: Both channels.
  ///   - memory: The memory of all diffusers.
  ///   - start: The start of this diffuser's memory.
  ///   - position: Frames since the start.
  ///   - feedback: The amount of diffusion, 0...0.7.
  /// - Returns: Both channels.
  @inline(__always) @_noLocks func next(
    _ frame: SIMD2<Float>, memory: inout SampleBuffer, start: Int, position: Int, feedback: Float
  ) -> SIMD2<Float> {
    let mask = memory.count / 8 - 1
    let write = start + 2 * (position & mask)
    let read = start + 2 * ((position - frameCount) & mask)
    let old = SIMD2(memory[read], memory[read + 1])
    var new = frame - old * feedback
    new.replace(with: 0, where: (new .< 1e-8) .& (new .> -1e-8))
    memory[write] = new.x
    memory[write + 1] = new.y
    return old + new * feedback
  }
}
