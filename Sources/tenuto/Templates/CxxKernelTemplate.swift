extension Template {
  /// The Swift part of an instrument in C++.
  static let cxxInstrumentKernel = #"""
    import TenutoExtension
    import «NAME»DSP

    /// An instrument whose sound is the C++ class `«NAME»DSPKernel`.
    @safe public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "16 sine voices with an envelope.", license: "NOASSERTION",
        contact: "https://example.org", tags: ["Synthesizer"],
        parameters: [
          Parameter(0, "gain", name: "Gain", range: -60...6, unit: .decibels, default: -18),
          Parameter(
            1, "release", name: "Release", range: 5...5000, unit: .milliseconds, default: 300,
            flags: .logarithmic),
        ],
        presets: [
          FactoryPreset(0, name: "Organ", values: [ParameterValue(1, 30)]),
          FactoryPreset(1, name: "Bells", values: [ParameterValue(0, -15), ParameterValue(1, 3000)]),
        ],
        isDeterministic: true)

      /// The C++ object.
      private let kernel: OpaquePointer
      private let channelCount: Int

      public init(_ setup: KernelSetup) {
        channelCount = setup.layout.outputChannelCount
        unsafe kernel = «NAME»DSPKernelMake(
          0, Int32(channelCount), setup.sampleRate, UInt32(setup.maximumFrameCount))
      }

      deinit { unsafe tenuto_kernel_destroy(kernel) }

      /// The time until an ended voice is silent.
      public var tail: Double { 10 }

      @_noLocks public mutating func receive(_ packet: UMP) {
        unsafe tenuto_kernel_receive(
          kernel, packet.word0, packet.word1, packet.word2, packet.word3)
      }

      @_noLocks public mutating func handle(_ event: Event) {
        if case .parameter(let address, let value) = event {
          unsafe tenuto_kernel_set_parameter(kernel, address, value)
        }
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
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

      @_noLocks public mutating func reset() { unsafe tenuto_kernel_reset(kernel) }
    }

    """#

  /// The Swift part of an effect in C++.
  static let cxxEffectKernel = #"""
    import TenutoExtension
    import «NAME»DSP

    /// A stereo effect whose sound is the C++ class `«NAME»DSPKernel`.
    @safe public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "A low-pass of the first order with a gain.", license: "NOASSERTION",
        contact: "https://example.org", tags: ["Filter"], inputs: [.stereo],
        parameters: [
          Parameter(
            0, "cutoff", name: "Cutoff", range: 20...20000, unit: .hertz, default: 1000,
            flags: .logarithmic),
          Parameter(1, "gain", name: "Gain", range: -60...12, unit: .decibels, default: 0),
        ],
        presets: [
          FactoryPreset(0, name: "Open", values: [ParameterValue(0, 20000)]),
          FactoryPreset(1, name: "Dark", values: [ParameterValue(0, 300), ParameterValue(1, 3)]),
        ],
        isDeterministic: true)

      /// The C++ object.
      private let kernel: OpaquePointer

      public init(_ setup: KernelSetup) {
        unsafe kernel = «NAME»DSPKernelMake(
          2, 2, setup.sampleRate, UInt32(setup.maximumFrameCount))
      }

      deinit { unsafe tenuto_kernel_destroy(kernel) }

      /// The time until the filter has decayed at its lowest cut-off.
      public var tail: Double { 0.2 }

      @_noLocks public mutating func handle(_ event: Event) {
        if case .parameter(let address, let value) = event {
          unsafe tenuto_kernel_set_parameter(kernel, address, value)
        }
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
        for channel in 0..<2 {
          let samples = unsafe tenuto_kernel_input(kernel, channel)
          for frame in 0..<cycle.frameCount {
            unsafe samples[frame] = cycle.input[channel, frame]
          }
        }
        unsafe tenuto_kernel_process(kernel, cycle.sampleTime, UInt32(cycle.frameCount))
        for channel in 0..<2 {
          let samples = unsafe tenuto_kernel_output(kernel, channel)
          var output = cycle.output.channel(channel)
          for frame in output.indices { output[frame] = unsafe samples[frame] }
        }
      }

      @_noLocks public mutating func reset() { unsafe tenuto_kernel_reset(kernel) }
    }

    """#
}
