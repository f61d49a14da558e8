internal import TenutoCore
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

/// The host nodes, which run on the render thread itself.
extension Renderer {
  /// Runs the nodes whose inputs are complete once the levels before `level` are done.
  @_noLocks
  mutating func runHosts(level: Int, frameCount: Int) {
    let first = unsafe plan.hostStarts[level]
    let end = unsafe plan.hostStarts[level &+ 1]
    for index in first..<end { run(unsafe plan.hosts[index], frameCount: frameCount) }
  }

  @_noLocks
  private mutating func run(_ slot: Int, frameCount: Int) {
    switch unsafe hosts[slot].work {
    case .port: break
    case .midiInput: unsafe hosts[slot].passMIDI()
    case .placeholder: passDry(slot, frameCount: frameCount)
    case .mixer: mix(slot, frameCount: frameCount)
    case .fileInput: play(slot, frameCount: frameCount)
    case .fileOutput: record(slot, frameCount: frameCount)
    case .monitor: listen(slot, frameCount: frameCount)
    case .song: playSong(slot)
    }
    unsafe hosts[slot].pending.removeAll()
    unsafe hosts[slot].noteSound(frameCount: frameCount)
    unsafe keepOutput(
      hosts[slot].role, hosts[slot].role.histories, hosts[slot].warming, frameCount: frameCount)
  }

  /// Copies a placeholder's main input to its output.
  @_noLocks
  private func passDry(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe hosts[slot].role.outputCount) {
      let samples = unsafe hosts[slot].role.outputs[channel]
      if unsafe channel < hosts[slot].dryCount {
        unsafe addUp(
          hosts[slot].role.inputs, channel: channel, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
    }
  }

  /// Collects a node's input, without a copy if there is only one source.
  @_noLocks
  private func gather(_ slot: Int, frameCount: Int) {
    let table = unsafe hosts[slot].role.inputs
    for channel in 0..<table.channelCount {
      let range = table.range(channel)
      if range.isEmpty {
        unsafe hosts[slot].inputs[channel] = nil
      } else if isDirect(range, table.source(range.lowerBound)) {
        unsafe hosts[slot].inputs[channel] = UnsafePointer(
          table.source(range.lowerBound).samples)
      } else {
        let sum = unsafe plan.sums + channel * frameCapacity
        unsafe addUp(table, channel: channel, to: sum, frameCount: frameCount)
        unsafe hosts[slot].inputs[channel] = UnsafePointer(sum)
      }
    }
  }

  @_noLocks
  private func mix(_ slot: Int, frameCount: Int) {
    guard let mixer = unsafe hosts[slot].mixer else { return }
    gather(slot, frameCount: frameCount)
    unsafe mixer.pointee.process(
      inputs: hosts[slot].inputs, outputs: hosts[slot].role.outputs, frameCount: frameCount,
      events: hosts[slot].pending)
  }

  @_noLocks
  private func play(_ slot: Int, frameCount: Int) {
    guard let feed = unsafe hosts[slot].feed else { return }
    unsafe feed.read(into: hosts[slot].role.outputs, frameCount: frameCount)
  }

  @_noLocks
  private func record(_ slot: Int, frameCount: Int) {
    guard let tap = unsafe hosts[slot].tap else { return }
    gather(slot, frameCount: frameCount)
    unsafe tap.write(hosts[slot].inputs, silence: silence, frameCount: frameCount)
  }

  /// Passes audio and MIDI to a monitor.
  @_noLocks
  private func listen(_ slot: Int, frameCount: Int) {
    guard let monitor = unsafe hosts[slot].monitor else { return }
    if unsafe hosts[slot].role.inputs.channelCount > 0 {
      gather(slot, frameCount: frameCount)
      unsafe monitor.write(
        hosts[slot].inputs, silence: silence, frameCount: frameCount, sampleTime: sampleTime)
    }
    for index in 0..<(unsafe hosts[slot].pending.count) {
      unsafe monitor.write(hosts[slot].pending[index], sampleTime: sampleTime)
    }
    let midi = unsafe hosts[slot].role.midi
    guard midi.count > 0 else { return }
    unsafe midi.open(frameCount: frameCount, leaving: leavingMIDI)
    while true {
      let index = midi.earliest(before: .max)
      guard index >= 0 else { return }
      monitor.write(midi.take(index), sampleTime: sampleTime)
    }
  }

  /// Advances a song by the cycle's parts of the music; has no effect if the engine has set none.
  @_noLocks
  private func playSong(_ slot: Int) {
    guard let sent = unsafe hosts[slot].sent else { return }
    unsafe sent.pointee.removeAll()
    for index in 0..<partCount {
      unsafe hosts[slot].song?.play(
        parts[index], into: sent, sounding: hosts[slot].sounding)
    }
  }

  /// Measures the audio outputs, whose level is known only after summing.
  @_noLocks
  func noteOutputs(frameCount: Int) {
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let slot = unsafe plan.hosts[index]
      if unsafe hosts[slot].isOutput { unsafe hosts[slot].notePeak(frameCount: frameCount) }
    }
  }
}

extension HostSlot {
  /// Counts the cycle and measures its level.
  ///
  /// Thread: render.
  @_noLocks
  func noteSound(frameCount: Int) {
    statistics.countCycle()
    if !isOutput { notePeak(frameCount: frameCount) }
  }

  /// Measures the level of its channels.
  ///
  /// Thread: render.
  @_noLocks
  func notePeak(frameCount: Int) {
    var findings = OutputGuard.Findings()
    for channel in 0..<role.outputCount {
      findings.peak = unsafe max(
        findings.peak, Samples.peak(role.outputs[channel], count: frameCount))
    }
    statistics.note(findings)
  }
}
