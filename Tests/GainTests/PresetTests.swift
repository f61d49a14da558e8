import KernelTestSupport
import GainKernel
import TenutoExtension
import Testing

@Suite struct PresetTests {
  @Test func everyPresetIsWithinTheRangesAndSounds() {
    let component = GainKernel.component
    #expect(Set(component.presets.map(\.number)).count == component.presets.count)
    for preset in component.presets {
      var take = Take<GainKernel>()
      for value in component.values(of: preset) {
        guard let parameter = component.parameter(at: value.address) else {
          Issue.record("\(preset.name) sets what there is not")
          continue
        }
        #expect(parameter.clamped(value.value) == value.value, "\(preset.name)")
        take.set(parameter.identifier, value.value)
      }
      take.input = { channel, frame in noiseSample(frame * 2 + channel) }
      let sound = take.render(24000)
      #expect(sound.channels.allSatisfy { $0.allSatisfy { $0.isFinite } })
      #expect(preset.name == "Off" || sound.channels[0].contains { abs($0) > 0.01 })
    }
  }
}
