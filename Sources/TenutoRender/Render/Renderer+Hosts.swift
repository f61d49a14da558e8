internal import TenutoCore
internal import TenutoTransport

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
      unsafe monitor.write(hosts[slot].pending[index])
    }
    let midi = unsafe hosts[slot].role.midi
    guard midi.count > 0 else { return }
    unsafe midi.open(frameCount: frameCount, leaving: leavingMIDI)
    while true {
      let index = midi.earliest(before: .max)
      guard index >= 0 else { return }
      monitor.write(midi.take(index))
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
