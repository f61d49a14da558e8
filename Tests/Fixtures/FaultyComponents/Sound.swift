import Glibc
import TenutoCore
import TenutoMIDI
import TenutoTransport

/// The sound of all components: sine voices, a delay of 32 frames, or notes an octave higher.
final class Sound {
  static let latency = 32

  struct Voice {
    var note: UInt8
    var channel: UInt8
    var phase = 0.0
    var level: Float = 0
    var isHeld = true
  }

  let component: ComponentDescription
  let isEffect: Bool
  let shared: Shared
  let sampleRate: Double
  let channelCount: Int
  var voices: [Voice] = []
  var lines: [[Float]]
  var gain = Ramp(value: 0.5)
  var pending: [(UMP, Int)] = []
  var eventCount = 0
  var isSpoiled = false
  var hasSysEx = 0
  /// Notes that a sloppy instrument delays to the next cycle.
  var lateNotes: [(UInt8, UInt8)] = []

  struct Ramp {
    var value: Float
    var target: Float = 0
    var step: Float = 0
    var remaining = 0

    mutating func start(to value: Float, frames: Int) {
      target = value
      remaining = frames
      step = (value - self.value) / Float(frames)
    }

    mutating func next() -> Float {
      guard remaining > 0 else { return value }
      remaining -= 1
      value = remaining == 0 ? target : value + step
      return value
    }
  }

  init(_ component: ComponentDescription, _ request: AllocateRequest, _ shared: Shared) {
    self.component = component
    isEffect = component.code.kind == .effect
    self.shared = shared
    sampleRate = request.format.sampleRate
    channelCount = request.format.outputChannelCount
    lines = Array(repeating: Array(repeating: 0, count: Self.latency), count: channelCount)
    voices.reserveCapacity(256)
  }

  func begin() {
    eventCount = 0
    shared.setCycle()
    for (channel, note) in lateNotes { play(channel, note) }
    lateNotes.removeAll(keepingCapacity: true)
    misbehaveOncePerCycle()
  }

  func set(_ address: UInt64, _ value: Float) {
    if address == Catalogue.Address.gain { gain = Ramp(value: value) }
  }

  func reset() {
    voices.removeAll(keepingCapacity: true)
    for channel in lines.indices { for index in 0..<Self.latency { lines[channel][index] = 0 } }
  }

  func handle(_ payload: TimedEvent.Payload) {
    eventCount += 1
    if Fault.is("M08") && eventCount > 1000 { _exit(8) }
    switch payload {
    case .parameter(let address, let value): take(address, value)
    case .ramp(let address, let value, let frameCount): ramp(address, value, Int(frameCount))
    case .midi(let packet): receive(packet)
    case .gesture: break
    }
  }

  private func clamped(_ address: UInt64, _ value: Float) -> Float? {
    guard let parameter = component.parameter(at: address), !parameter.flags.contains(.readOnly)
    else { return nil }
    return Fault.is("P07") ? value : parameter.clamped(value)
  }

  private func take(_ address: UInt64, _ value: Float) {
    guard let value = clamped(address, value) else { return }
    if address != Catalogue.Address.gain || Fault.is("P15") { set(address, value) }
    if !Fault.is("P06") { shared.set(address, value) }
    if address == Catalogue.Address.gain && !Fault.is("P15") { gain.start(to: value, frames: 480) }
  }

  private func ramp(_ address: UInt64, _ value: Float, _ frameCount: Int) {
    guard let value = clamped(address, value) else { return }
    shared.set(address, value)
    guard address == Catalogue.Address.gain else { return }
    if Fault.is("P08") {
      gain = Ramp(value: value)
    } else {
      if Fault.is("X05") && frameCount > 100_000 { raise(SIGFPE) }
      gain.start(to: value, frames: frameCount)
    }
  }
}
