import Glibc
import TenutoCore
import TenutoMIDI
import TenutoTransport

extension Sound {
  func render(_ receiver: inout CycleReceiver, _ start: Int, _ count: Int) {
    let time = receiver.musicalTime(atFrame: start).context
    let isOffline = receiver.isOffline
    let input = unsafe receiver.input(start: start, count: count)
    var output = unsafe receiver.output(start: start, count: count)
    let spoil = spoils(time, count)
    for frame in 0..<writtenCount(count) {
      let level = gain.next()
      let voiced = component.code == Catalogue.instrument ? nextVoiceSample() : 0
      for channel in 0..<channelCount {
        var sample: Float
        if isEffect {
          let line = Int((receiver.sampleTime(ofFrame: start) &+ Int64(frame)) & 31)
          sample = lines[channel][line] * level
          lines[channel][line] = kept(input[channel, frame])
        } else {
          sample = voiced * level
        }
        sample = spoil ? .nan : spoiled(sample, frame: start + frame, isOffline: isOffline)
        var samples = output.channel(channel)
        samples[frame] = sample
      }
    }
    if Fault.is("A06") { writeBehind(&output, count) }
    send(receiver.sink, start, count)
  }

  private func writtenCount(_ count: Int) -> Int {
    if Fault.is("A05") { return count - 1 }
    if Fault.is("A03") && count > 200 && count % 2 == 1 { return count - 1 }
    return count
  }

  private func nextVoiceSample() -> Float {
    var sum: Float = 0
    let fade = Float(1 / (0.005 * sampleRate))
    for index in voices.indices {
      let frequency = 440 * exp2((Double(voices[index].note) - 69) / 12)
      voices[index].level =
        voices[index].isHeld
        ? min(1, voices[index].level + fade) : max(0, voices[index].level - fade)
      voices[index].phase += frequency / sampleRate
      sum += 0.05 * voices[index].level * Float(cos(2 * .pi * voices[index].phase))
    }
    voices.removeAll { !$0.isHeld && $0.level <= 0 }
    return sum
  }

  /// The input of the delay line.
  private func kept(_ sample: Float) -> Float {
    if Fault.is("A10") && !sample.isFinite { isSpoiled = true }
    if Fault.is("A09") && sample.isSubnormal { Fault.spin(microseconds: 3) }
    return sample
  }

  private func spoils(_ time: MusicalContext, _ count: Int) -> Bool {
    if Fault.is("T02") && time.beatPosition < 0 { return true }
    if Fault.is("T01") && !time.isPlaying { return true }
    if Fault.is("P09") && (gain.value == 0 || gain.value == 1) { return true }
    if Fault.is("P10") && eventCount > 200 { return true }
    if Fault.is("B07") && channelCount == 64 { return true }
    return isSpoiled
  }

  private func spoiled(_ sample: Float, frame: Int, isOffline: Bool) -> Float {
    switch Fault.name {
    case "A01": frame == 7 ? Float(bitPattern: 0x10) : sample
    case "A04": frame == 0 ? sample * 0.5 : sample
    case "A07": sample + 0.001
    case "A08": sample * 1000
    case "A11", "A15": sample + Float(getpid() % 1000 + 1) / 100_000
    case "A12": isOffline ? sample : sample * 0.9
    default: sample
    }
  }

  private func writeBehind(_ output: inout MutableAudioBlock, _ count: Int) {
    var samples = output.channel(0)
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe base[count] = 1 }
    }
  }

  private func send(_ sink: EventSink, _ start: Int, _ count: Int) {
    for (packet, frame) in pending {
      sink.insert(TimedEvent(frameOffset: UInt32(start + frame), payload: .midi(packet)))
    }
    pending.removeAll(keepingCapacity: true)
    if Fault.is("D08") { sink.insert(TimedEvent(frameOffset: 0, payload: .midi(UMP(0x2090_3C40)))) }
    if Fault.is("M06") && start == 0 {
      var sender = EventSender(socket: 4)
      sender.append(
        TimedEvent(frameOffset: 100_000, payload: .midi(UMP(0x2090_3C40))), cycle: 1)
      sender.flush(cycle: 1)
    }
  }

  func misbehaveOncePerCycle() {
    switch Fault.name {
    case "R01":
      let page = unsafe mmap(
        nil, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if let page = unsafe page {
        unsafe memset(page, 1, 65536)
        unsafe munmap(page, 65536)
      }
    case "R02": _ = getppid()
    case "spin": while true { Fault.spin(microseconds: 1000) }
    case "stall": usleep(1_500_000)
    case "R04": Fault.divide(400_000)
    case "Z03":
      Fault.leak(65536)
    default: break
    }
  }
}
