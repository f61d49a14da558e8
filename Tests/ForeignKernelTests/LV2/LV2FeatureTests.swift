#if canImport(CLV2Oracle)
internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoTransport
internal import TestSupport
import Testing

/// A plug-in for each LV2 feature.
struct LV2FeatureTests {
  private func kernel(_ uri: String, frameCount: Int = 64) throws -> (ForeignKernel, Component) {
    let component = try LV2Plugins.component(uri)
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component, frameCount: frameCount)
    return (kernel, component)
  }

  @Test("Atom sequences carry MIDI both ways, each event at its frame")
  func atoms() throws {
    let (kernel, component) = try kernel("http://lv2plug.in/plugins/eg-fifths")
    #expect(component.code.kind == .midiProcessor && component.description.midiOutputs.count == 1)
    let take = try kernel.render(events: [
      LV2SoundTests.midi([0x90, 60, 100], at: 7), LV2SoundTests.midi([0x90, 64, 90], at: 33),
    ])
    let expected = [(60, 100, 7), (67, 100, 7), (64, 90, 33), (71, 90, 33)].map {
      LV2SoundTests.midi([0x90, UInt8($0.0), UInt8($0.1)], at: UInt32($0.2))
    }
    #expect(take.events == expected)
  }

  @Test("time:Position contains tempo, position and speed")
  func position() throws {
    let (kernel, _) = try kernel("http://lv2plug.in/plugins/eg-metro", frameCount: 256)
    var stopped: [Float] = []
    for _ in 0..<20 { stopped += try kernel.render(256).channels[0] }
    #expect(stopped.allSatisfy { $0 == 0 })
    var samples: [Float] = []
    for cycle in 0..<400 {
      var context = MusicalContext()
      context.tempo = 120
      context.isPlaying = true
      context.samplePosition = Int64(cycle * 256)
      context.beatPosition = Double(cycle * 256) / 24000
      samples += try kernel.render(256, contexts: [(0, context)]).channels[0]
    }
    // A click at each beat: every 24000 frames.
    for beat in 0..<4 {
      #expect(level(samples[beat * 24000..<beat * 24000 + 2400]) > 0.01, "beat \(beat)")
      #expect(level(samples[beat * 24000 + 12000..<beat * 24000 + 20000]) < 1e-4, "beat \(beat)")
    }
  }

  @Test("patch:writable properties are parameters, and are part of the state")
  func properties() throws {
    let uri = "http://lv2plug.in/plugins/eg-params"
    let (kernel, component) = try kernel(uri)
    let float = try #require(component.description.parameter(named: "\(uri)#float"))
    _ = try kernel.render(events: [parameter(float.address, 0.75)])
    _ = try kernel.render()
    let state = try kernel.state()
    #expect(String(decoding: state.data, as: UTF8.self).contains("0.75"))

    let other = try ForeignKernel.lv2(component)
    try other.load(state)
    #expect(try other.state() == state)
    try other.allocateAll(component)
    #expect(try other.state() == state)
  }

  @Test("A worker loads a file that a message names, off the render thread")
  func worker() throws {
    let uri = "http://lv2plug.in/plugins/eg-sampler"
    let (kernel, _) = try kernel(uri)
    let sample = "/usr/lib/lv2/eg-sampler.lv2/click.wav"
    try kernel.upload(Array("\(uri)#sample \(sample)".utf8))
    try kernel.ask(MessageRequest())
    let isLoaded = eventually {
      _ = try? kernel.render()
      let text = (try? kernel.state().data).map { String(decoding: $0, as: UTF8.self) }
      return text?.contains("click.wav") == true
    }
    #expect(isLoaded)
    let samples = try kernel.render(events: [LV2SoundTests.midi([0x90, 60, 127], at: 0)])
    #expect(level(samples.channels[0]) > 0)
  }

  @Test("Presets are factory presets")
  func presets() throws {
    let component = try LV2Plugins.component("http://drobilla.net/plugins/mda/Piano")
    let preset = try #require(
      component.description.presets.first { $0.name == "Concert Piano" })
    let kernel = try ForeignKernel.lv2(component)
    try kernel.ask(SelectPresetRequest(number: preset.number))
    #expect(
      try kernel.state().parameters == component.description.values(of: preset))
  }

  @Test("Scale points name values, properties of ports make units and flags")
  func ports() throws {
    let filter = try LV2Plugins.component("http://gareus.org/oss/lv2/midifilter#channelfilter")
    #expect(filter.description.parameters.allSatisfy { !$0.identifier.isEmpty })
    let delay = try LV2Plugins.component("urn:zamaudio:ZamDelay")
    let isInverted = try #require(delay.description.parameter(named: "inv"))
    #expect(isInverted.unit == .boolean)
    let meter = try LV2Plugins.component("urn:zamaudio:ZamComp")
    #expect(meter.description.parameters.contains { $0.flags.contains(.readOnly) })
    #expect(meter.description.parameters.contains { $0.unit == .decibels })
  }

  @Test("The latency of a port is the component's")
  func latency() throws {
    let component = try LV2Plugins.component("http://gareus.org/oss/lv2/dpl#mono")
    let kernel = try ForeignKernel.lv2(component)
    #expect(try kernel.allocateAll(component).latency > 0)
    #expect(component.description.parameter(named: "latency") == nil)
  }

  @Test("A plug-in keeps its state across reallocation")
  func reallocation() throws {
    let uri = "http://lv2plug.in/plugins/eg-params"
    let (kernel, component) = try kernel(uri)
    let integer = try #require(component.description.parameter(named: "\(uri)#int"))
    _ = try kernel.render(events: [parameter(integer.address, 7)])
    _ = try kernel.render()
    let state = try kernel.state()
    try kernel.ask(DeallocateRequest())
    #expect(try kernel.state() == state)
    try kernel.allocateAll(component, frameCount: 128)
    #expect(try kernel.state() == state)
  }
}
#endif
