internal import TenutoCore
internal import TenutoTransport

/// The nodes that run on the render thread itself.
extension Renderer {
  /// Runs those that have all they need when the levels before `level` are through.
  @_noLocks
  mutating func runHosts(level: Int, frameCount: Int) {
    let first = unsafe plan.hostStarts[level]
    let end = unsafe plan.hostStarts[level &+ 1]
    for index in first..<end { run(unsafe plan.hosts[index], frameCount: frameCount) }
  }

  @_noLocks
  private mutating func run(_ seat: Int, frameCount: Int) {
    switch unsafe hosts[seat].work {
    case .port: break
    case .midiInput: unsafe hosts[seat].passMIDI()
    case .placeholder: passDry(seat, frameCount: frameCount)
    case .mixer: mix(seat, frameCount: frameCount)
    case .fileInput: play(seat, frameCount: frameCount)
    case .fileOutput: record(seat, frameCount: frameCount)
    case .monitor: listen(seat, frameCount: frameCount)
    case .song: playSong(seat)
    }
    unsafe hosts[seat].pending.removeAll()
    unsafe hosts[seat].noteSound(frameCount: frameCount)
    unsafe keepOutput(
      hosts[seat].role, hosts[seat].role.histories, hosts[seat].warming, frameCount: frameCount)
  }

  /// Gives a placeholder's main input out as it is.
  @_noLocks
  private func passDry(_ seat: Int, frameCount: Int) {
    for channel in 0..<(unsafe hosts[seat].role.outputCount) {
      let samples = unsafe hosts[seat].role.outputs[channel]
      if unsafe channel < hosts[seat].dryCount {
        unsafe addUp(
          hosts[seat].role.inputs, channel: channel, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
    }
  }

  /// Finds what flows into a node: as it is, where there is nothing to add up.
  @_noLocks
  private func gather(_ seat: Int, frameCount: Int) {
    let table = unsafe hosts[seat].role.inputs
    for channel in 0..<table.channelCount {
      let range = table.range(channel)
      if range.isEmpty {
        unsafe hosts[seat].inputs[channel] = nil
      } else if isDirect(range, table.source(range.lowerBound)) {
        unsafe hosts[seat].inputs[channel] = UnsafePointer(
          table.source(range.lowerBound).samples)
      } else {
        let sum = unsafe plan.sums + channel * frameCapacity
        unsafe addUp(table, channel: channel, to: sum, frameCount: frameCount)
        unsafe hosts[seat].inputs[channel] = UnsafePointer(sum)
      }
    }
  }

  @_noLocks
  private func mix(_ seat: Int, frameCount: Int) {
    guard let mixer = unsafe hosts[seat].mixer else { return }
    gather(seat, frameCount: frameCount)
    unsafe mixer.pointee.process(
      inputs: hosts[seat].inputs, outputs: hosts[seat].role.outputs, frameCount: frameCount,
      events: hosts[seat].pending)
  }

  @_noLocks
  private func play(_ seat: Int, frameCount: Int) {
    guard let feed = unsafe hosts[seat].feed else { return }
    unsafe feed.read(into: hosts[seat].role.outputs, frameCount: frameCount)
  }

  @_noLocks
  private func record(_ seat: Int, frameCount: Int) {
    guard let tap = unsafe hosts[seat].tap else { return }
    gather(seat, frameCount: frameCount)
    unsafe tap.write(hosts[seat].inputs, silence: silence, frameCount: frameCount)
  }

  /// Keeps the audio and the MIDI that a monitor gets.
  @_noLocks
  private func listen(_ seat: Int, frameCount: Int) {
    guard let monitor = unsafe hosts[seat].monitor else { return }
    if unsafe hosts[seat].role.inputs.channelCount > 0 {
      gather(seat, frameCount: frameCount)
      unsafe monitor.write(
        hosts[seat].inputs, silence: silence, frameCount: frameCount, sampleTime: sampleTime)
    }
    for index in 0..<(unsafe hosts[seat].pending.count) {
      unsafe monitor.write(hosts[seat].pending[index])
    }
    let midi = unsafe hosts[seat].role.midi
    guard midi.count > 0 else { return }
    unsafe midi.open(frameCount: frameCount, leaving: leavingMIDI)
    while true {
      let index = midi.earliest(before: .max)
      guard index >= 0 else { return }
      monitor.write(midi.take(index))
    }
  }

  /// Lets a song go on by the cycle's parts of the music, none where no engine has said them.
  @_noLocks
  private func playSong(_ seat: Int) {
    guard let sent = unsafe hosts[seat].sent else { return }
    unsafe sent.pointee.removeAll()
    for index in 0..<partCount {
      unsafe hosts[seat].song?.play(
        parts[index], into: sent, sounding: hosts[seat].sounding)
    }
  }

  /// Notes how loud the audio outputs are, which is known when everything is added up.
  @_noLocks
  func noteOutputs(frameCount: Int) {
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let seat = unsafe plan.hosts[index]
      if unsafe hosts[seat].isOutput { unsafe hosts[seat].notePeak(frameCount: frameCount) }
    }
  }
}

extension HostSlot {
  /// Counts the cycle, and how loud it was.
  ///
  /// Thread: render.
  @_noLocks
  func noteSound(frameCount: Int) {
    statistics.countCycle()
    if !isOutput { notePeak(frameCount: frameCount) }
  }

  /// Notes how loud its channels are.
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
