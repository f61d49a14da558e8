/// What flows into a channel: from elsewhere, from earlier, coming in or going away.
extension Renderer {
  /// Adds up what flows into one channel.
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

  /// Whether a channel has nothing but one source, as it is; then its samples may be used as they
  /// are.
  @_noLocks
  func isDirect(_ range: Range<Int>, _ source: PlanSource) -> Bool {
    unsafe range.count == 1 && !isEntering && !isLeading && source.history == nil
  }

  /// Adds what is taken later, or fades.
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

  /// Keeps what a node has put out, where somebody takes it later in this plan or the next one.
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

  /// Keeps what the engine takes in, where somebody takes it later.
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
}

extension RenderSlot {
  /// Keeps the last samples that were heard, from which a fade may begin.
  ///
  /// Thread: render.
  @_noLocks
  func noteHeard(frameCount: Int) {
    for channel in 0..<role.outputCount {
      unsafe heardSamples[channel] = role.outputs[channel][frameCount &- 1]
    }
  }
}
