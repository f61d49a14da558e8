import KernelTestSupport
import SawtoothKernel
import TenutoExtension
import Testing

@Suite struct PresetTests {
  private func take(_ preset: FactoryPreset) -> Take {
    var take = Take()
    for value in SawtoothKernel.component.values(of: preset) {
      take.events.append((0, .parameter(address: value.address, value: value.value)))
    }
    return take
  }

  @Test func presetsAreNamedNumberedAndInRange() {
    let component = SawtoothKernel.component
    let presets = component.presets
    #expect(Set(["Bass", "Lead", "Pad", "Pluck"]).isSubset(of: Set(presets.map(\.name))))
    #expect(Set(presets.map(\.number)).count == presets.count)
    for value in presets.flatMap(\.values) {
      #expect(component.parameter(at: value.address)?.range.contains(value.value) == true)
    }
    let groups = Set(component.groups.map(\.path))
    #expect(component.parameters.allSatisfy { groups.contains($0.group) })
  }

  /// A chord of four notes at velocity 100 of 127: audible, and not clipped.
  @Test(arguments: SawtoothKernel.component.presets.map(\.number))
  func aChordIsLoudEnoughAndDoesNotClip(number: Int32) throws {
    let preset = try #require(SawtoothKernel.component.presets.first { $0.number == number })
    var take = take(preset)
    for note in [48, 52, 55, 60] as [UInt8] { take.play(1, note, velocity: 51602) }
    let peak = take.render(96000).peak(0..<96000)
    #expect(peak > 0.1 && peak < 1, "\(preset.name): \(peak)")
  }

  /// The sound after the tail is inaudible.
  @Test func theTailIsTheRelease() {
    var runner = KernelRunner<SawtoothKernel>(sampleRate: 48000, maximumFrameCount: 512)
    #expect(abs(runner.tail - 0.25) < 1e-6)
    let set = [TimedEvent(frameOffset: 0, payload: .parameter(address: 4, value: 4000))]
    runner.render(frameCount: 64, events: set.span)
    #expect(abs(runner.tail - 4) < 1e-6)
  }

  @Test func afterAResetItSoundsAsIfNew() {
    func render(_ runner: inout KernelRunner<SawtoothKernel>, _ events: [TimedEvent]) -> [Float] {
      runner.render(frameCount: 512, events: events.span)
      return (0..<512).map { runner.output(0)[$0] }
    }
    func note(_ note: UInt8) -> TimedEvent {
      let message = VoiceEvent.noteOn(channel: 0, note: note, velocity: 60000)
      return TimedEvent(frameOffset: 3, payload: .midi(message.ump))
    }
    var used = KernelRunner<SawtoothKernel>(sampleRate: 48000, maximumFrameCount: 512)
    let pedal = VoiceEvent.controlChange(channel: 0, controller: 64, value: .max)
    _ = render(&used, [TimedEvent(frameOffset: 0, payload: .midi(pedal.ump)), note(40), note(90)])
    used.render(frameCount: 7)
    used.reset()
    #expect(render(&used, []).allSatisfy { $0 == 0 })
    used.reset()
    var new = KernelRunner<SawtoothKernel>(sampleRate: 48000, maximumFrameCount: 512)
    #expect(render(&used, [note(60)]) == render(&new, [note(60)]))
  }
}
