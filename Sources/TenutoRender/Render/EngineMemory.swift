/// The samples that the engine takes in and puts out, for as long as the graph.
@safe struct EngineMemory: BitwiseCopyable, @unchecked Sendable {  // one render thread at a time
  /// `[channel][frame]`, `frameCapacity` samples from one channel to the next.
  let external: UnsafeMutablePointer<Float>
  let mix: UnsafeMutablePointer<Float>
  let frameCapacity: Int

  static func allocate(_ format: EngineFormat) -> EngineMemory {
    unsafe EngineMemory(
      external: silence(format.inputChannelCount * format.frameCapacity),
      mix: silence(format.outputChannelCount * format.frameCapacity),
      frameCapacity: format.frameCapacity)
  }

  func deallocate() {
    unsafe external.deallocate()
    unsafe mix.deallocate()
  }

  static func silence(_ count: Int) -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    unsafe samples.initialize(repeating: 0, count: max(1, count))
    return unsafe samples
  }
}
