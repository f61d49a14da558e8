internal import TenutoTransport

/// The sources of a channel: direct, delayed, fading in or out.
extension Renderer {
  /// Sums the sources of one channel.
  @_noLocks
  func addUp(
    _ table: SourceTable, channel: Int, to destination: UnsafeMutablePointer<Float>,
    frameCount: Int
  ) {
    let range = table.range(channel)
    guard !range.isEmpty else {
      return unsafe Samples.clear(destination, count: frameCount)
    }
    for index in range {
      let source = table.source(index)
      let isFirst = index == range.lowerBound
      if unsafe isEntering || isLeading || source.history != nil {
        unsafe addShaped(
          source, index: index, to: destination, isFirst: isFirst, frameCount: frameCount)
      } else if isFirst {
        unsafe Samples.copy(source.samples, to: destination, count: frameCount)
      } else {
        unsafe Samples.add(source.samples, to: destination, count: frameCount)
      }
    }
  }

  /// Whether a channel has exactly one source, without fade or delay, so that its samples can be
  /// used directly.
  @_noLocks
  func isDirect(_ range: Range<Int>, _ source: PlanSource) -> Bool {
    unsafe range.count == 1 && !isEntering && !isLeading && source.history == nil
  }

  /// Adds a source that is delayed or fading.
  @_noLocks
  private func addShaped(
    _ source: PlanSource, index: Int, to destination: UnsafeMutablePointer<Float>,
    isFirst: Bool, frameCount: Int
  ) {
    let target = unsafe isFirst ? destination : tap
    if let history = unsafe source.history {
      unsafe history.pointee.read(
        target, channel: 0, count: frameCount, behind: frameCount &+ source.delay)
    } else {
      unsafe Samples.copy(source.samples, to: target, count: frameCount)
    }
    if isEntering, source.entry >= 0 {
      unsafe Samples.fadeIn(
        target, count: frameCount, start: age &- source.entry, total: RenderSlot.fadeFrames)
    }
    if isLeading, let leaving = unsafe next?.pointee.change.leaving, unsafe leaving[index] {
      unsafe Samples.fadeOut(
        target, count: frameCount, length: min(frameCount, RenderSlot.fadeFrames))
    }
    if !isFirst { unsafe Samples.add(tap, to: destination, count: frameCount) }
  }

  /// Writes a node's output to the histories of this plan and the next one.
  @_noLocks
  func keepOutput(
    _ role: SlotRole, _ histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?,
    _ warming: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?, frameCount: Int
  ) {
    guard unsafe histories != nil || warming != nil else { return }
    for channel in 0..<role.outputCount {
      let samples = unsafe role.outputs[channel]
      if let history = unsafe histories?[channel] {
        unsafe keep(samples, in: history, frameCount: frameCount)
      }
      if let history = unsafe warming?[channel] {
        unsafe keep(samples, in: history, frameCount: frameCount)
      }
    }
  }

  @_noLocks
  private func keep(
    _ samples: UnsafeMutablePointer<Float>, in history: UnsafeMutablePointer<DryDelay>,
    frameCount: Int
  ) {
    unsafe history.pointee.write(samples, channel: 0, count: frameCount)
    unsafe history.pointee.advance(by: frameCount)
  }

  /// Writes the engine's input to its histories.
  @_noLocks
  func keepInputs(frameCount: Int) {
    let warming = unsafe next?.pointee.change.histories
    guard unsafe plan.histories != nil || warming != nil else { return }
    for channel in 0..<externalChannelCount {
      let samples = unsafe external + channel * frameCapacity
      if let history = unsafe plan.histories?[channel] {
        unsafe keep(samples, in: history, frameCount: frameCount)
      }
      if let history = unsafe warming?[channel] {
        unsafe keep(samples, in: history, frameCount: frameCount)
      }
    }
  }

  /// Writes a node's input; silences a channel without sources once.
  @_noLocks
  func fillInput(_ slot: Int, frameCount: Int) {
    let hasOldInput = unsafe slots[slot].hasOldInput
    unsafe slots[slot].hasOldInput = false
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      let input = unsafe slots[slot].port.inputSamples(channel)
      if unsafe slots[slot].role.inputs.range(channel).isEmpty {
        if hasOldInput {
          unsafe Samples.clear(input, count: slots[slot].port.frameCapacity)
        }
        continue
      }
      unsafe addUp(slots[slot].role.inputs, channel: channel, to: input, frameCount: frameCount)
    }
  }

  /// Fills a node's output with its input.
  ///
  /// The input is summed again, since the input buffers of a node that was not asked hold an
  /// earlier cycle.
  @_noLocks
  func fillDry(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      let samples = unsafe slots[slot].outputSamples(channel)
      let input = unsafe slots[slot].dryChannel(channel)
      if input >= 0 {
        unsafe addDry(slot, channel: input, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
    }
  }

  /// The main input of a node in the cycle that is being finished.
  @_noLocks
  func addDry(
    _ slot: Int, channel: Int, to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if unsafe slots[slot].isInputKept, let delay = unsafe slots[slot].delay {
      unsafe Samples.copy(delay.pointee.input(channel), to: destination, count: frameCount)
    } else {
      unsafe addUp(
        slots[slot].role.inputs, channel: channel, to: destination, frameCount: frameCount)
    }
  }

  /// Sums the engine's output.
  @_noLocks
  func mixOutput(frameCount: Int) {
    for channel in 0..<outputChannelCount {
      unsafe addUp(
        plan.mix, channel: channel, to: mix + channel * frameCapacity, frameCount: frameCount)
    }
    noteOutputs(frameCount: frameCount)
  }
}

extension RenderSlot {
  /// Stores the last samples that were heard, from which a fade may start.
  ///
  /// Thread: render.
  @_noLocks
  func noteHeard(frameCount: Int) {
    for channel in 0..<role.outputCount {
      unsafe heardSamples[channel] = role.outputs[channel][frameCount &- 1]
    }
  }
}
