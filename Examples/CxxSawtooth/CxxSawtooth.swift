internal import CxxSawtoothKernel
internal import TenutoExtension

/// A sawtooth whose kernel is a C++ class in the form of Apple's Audio Unit template.
@main
@safe struct CxxSawtooth: Kernel, ~Copyable {
  static var component: ComponentDescription {
    ComponentDescription(
      "aumu cxsw Tnto", name: "CxxSawtooth", manufacturerName: "Tenuto", version: "1.0.0",
      summary: "A sawtooth with a C++ kernel", license: "Apache-2.0",
      contact: "Tenuto authors", tags: ["Synthesizer"],
      parameters: [
        Parameter(0, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 1),
        Parameter(
          1, "release", name: "Release", range: 0...5, unit: .seconds, default: 0.05),
      ], presets: [FactoryPreset(0, name: "Quiet", values: [ParameterValue(0, 0.25)])],
      isDeterministic: true)
  }

  private let kernel: OpaquePointer
  private let channelCount: Int

  init(_ setup: KernelSetup) {
    channelCount = setup.layout.outputChannelCount
    unsafe kernel = CxxSawtoothKernelMake(
      Int32(channelCount), setup.sampleRate, UInt32(setup.maximumFrameCount))
  }

  deinit { unsafe tenuto_kernel_destroy(kernel) }

  @_noLocks mutating func receive(_ packet: UMP) {
    unsafe tenuto_kernel_receive(
      kernel, packet.word0, packet.word1, packet.word2, packet.word3)
  }

  @_noLocks mutating func handle(_ event: Event) {
    if case .parameter(let address, let value) = event {
      unsafe tenuto_kernel_set_parameter(kernel, address, value)
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let music = cycle.musicalContext
    unsafe tenuto_kernel_set_musical_context(
      kernel, music.tempo, Double(music.meterNumerator), Int64(music.meterDenominator),
      music.beatPosition, music.measureDownbeat)
    unsafe tenuto_kernel_process(kernel, cycle.sampleTime, UInt32(cycle.frameCount))
    for channel in 0..<channelCount {
      let samples = unsafe tenuto_kernel_output(kernel, channel)
      var output = cycle.output.channel(channel)
      for frame in output.indices { output[frame] = unsafe samples[frame] }
    }
  }

  mutating func exchange(with snapshot: inout KernelSnapshot) {
    let count = unsafe tenuto_kernel_snapshot_bytes(kernel)
    if count == 0 { snapshot.refuse() }
    let isRestoring = snapshot.isRestoring
    unsafe snapshot.exchange(byteCount: count) {
      unsafe tenuto_kernel_exchange(kernel, $0, isRestoring)
    }
  }

  @_noLocks mutating func reset() { unsafe tenuto_kernel_reset(kernel) }
}
