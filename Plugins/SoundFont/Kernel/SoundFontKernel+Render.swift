public import TenutoExtension

extension SoundFontKernel {
  /// Renders in pieces that end with FluidSynth's blocks.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    takeSynth()
    if unreported != 0 { reportPrograms(&cycle) }
    var output = cycle.output.stereo()
    guard divisor == 1 else { return renderBetween(&output) }
    let frameCount = output.left.count
    var start = 0
    while start < frameCount {
      let count = min(Self.block - phase, frameCount - start)
      renderPiece(count)
      for frame in 0..<count {
        output.left[start + frame] = unsafe scratch[frame]
        output.right[start + frame] = unsafe scratch[Self.block + frame]
      }
      start += count
    }
  }

  /// Frames that FluidSynth computes at once.
  private static var block: Int { @_noLocks get { 64 } }
  /// The duration of the fade of an old synthesizer in frames.
  private static var fade: Int { @_noLocks get { 256 } }

  /// Renders some frames of one block into the scratch memory.
  @_noLocks private mutating func renderPiece(_ count: Int) {
    if let synth {
      unsafe synth.render(scratch, scratch + Self.block, count: count)
    } else {
      for frame in 0..<Self.block * 2 { unsafe scratch[frame] = 0 }
    }
    phase = (phase + count) & (Self.block - 1)
    guard fadeFrames > 0, let fading else { return settle() }
    let old = unsafe scratch + 2 * Self.block
    unsafe fading.render(old, old + Self.block, count: count)
    for frame in 0..<count where fadeFrames > 0 {
      let gain = Float(fadeFrames) / Float(Self.fade)
      unsafe scratch[frame] += gain * old[frame]
      unsafe scratch[Self.block + frame] += gain * old[Self.block + frame]
      fadeFrames -= 1
    }
  }

  /// Interpolates linearly between two frames, for sample rates that FluidSynth does not support.
  @_noLocks private mutating func renderBetween(_ output: inout StereoSpans) {
    for frame in 0..<output.left.count {
      if between.step == 0 {
        between.last = between.next
        renderPiece(1)
        between.next = unsafe SIMD2(scratch[0], scratch[Self.block])
      }
      let share = Float(between.step) / Float(divisor)
      let sample = between.last + (between.next - between.last) * share
      output.left[frame] = sample.x
      output.right[frame] = sample.y
      between.step = (between.step + 1) % divisor
    }
  }

  /// Adopts the synthesizer published by the unit; the sound of the old one fades.
  @_noLocks private mutating func takeSynth() {
    let address = exchange.current
    guard address != synth?.address ?? 0 else { return }
    let next = SynthVoice(address: address)
    // A synthesizer that already fades is cut after two changes within some ms.
    fading = synth
    fadeFrames = synth == nil ? 0 : Self.fade
    if synth == nil { exchange.settle(address) }
    if let next {
      give(next, besides: true)
      if let fading { next.copyControllers(of: fading) }
    }
    synth = next
    phase = 0
  }

  /// Releases the old synthesizer.
  @_noLocks private mutating func settle() {
    guard fading != nil else { return }
    fading = nil
    exchange.settle(synth?.address ?? 0)
  }

  /// Reports the programs chosen by MIDI to the host.
  @_noLocks private mutating func reportPrograms(_ cycle: inout RenderCycle) {
    for part in programs.indices where unreported & (1 << UInt16(part)) != 0 {
      let address = ParameterAddress(part)
      cycle.setParameter(Control.programs + address, to: Float(programs[part].program), at: 0)
      cycle.setParameter(Control.banks + address, to: Float(programs[part].bank), at: 0)
    }
    unreported = 0
  }
}
