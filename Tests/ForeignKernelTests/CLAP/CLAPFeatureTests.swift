internal import Foundation
import TenutoComponents
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport
internal import TestSupport
import Testing

/// The test synthesizer, whose output encodes its input.
struct CLAPFeatureTests {
  private static let (level, wave): (UInt64, UInt64) = (7, 8)
  private static let (ticks, tasks, wrong): (UInt64, UInt64, UInt64) = (9, 10, 11)

  private static func voice(
    _ status: UInt32, _ channel: UInt32, _ index: UInt32, _ value: UInt32, at frame: UInt32 = 0
  ) -> TimedEvent {
    TimedEvent(
      frameOffset: frame,
      payload: .midi(UMP(0x4000_0000 | status << 20 | channel << 16 | index, value)))
  }

  private static func on(_ channel: UInt32, _ key: UInt32, at frame: UInt32 = 0) -> TimedEvent {
    voice(9, channel, key << 8, 0xFFFF_0000, at: frame)
  }

  /// The second channel: semitones, hundreds of pressure, ten thousands of brightness.
  private static func expression(_ take: ForeignKernel.Take) -> Double {
    Double(take.channels[1].last ?? 0) * 1e6
  }

  @Test("Parameters have names, modules, words for values, words back, presets and channels")
  func description() throws {
    let (kernel, component, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    let description = component.description
    #expect(description.name == "Test clap" && description.version == "1.2.3")
    #expect(component.code.kind == .instrument && description.supportsMPE)
    #expect(description.tags == ["Synthesizer", "Physical Modeling"])
    #expect(description.contact == "https://example.org")
    #expect(description.summary == "It says what it was told")
    let level = try #require(description.parameter(named: "level"))
    #expect(level.address == Self.level && level.range == 0...2 && level.defaultValue == 1)
    #expect(level.group == "Sound.Voice")
    let wave = try #require(description.parameter(named: "wave"))
    #expect(wave.unit == .indexed && wave.valueNames == ["Sine", "Saw", "Pulse"])
    #expect(try #require(description.parameter(named: "ticks")).flags.contains(.readOnly))
    let text = try kernel.ask(TextRequest(parameter: ParameterValue(Self.level, 0.5)))
    #expect(text.text == "0.5 of full")
    let value = try kernel.ask(ValueRequest(address: Self.level, text: "loud"))
    #expect(value == ParameterValue(Self.level, 2))
    // A preset of another plug-in is not one of this plug-in.
    #expect(Set(description.presets.map(\.name)) == ["Loud", "Soft"])
    let loud = try #require(description.presets.first { $0.name == "Loud" })
    #expect(loud.values.contains(ParameterValue(Self.level, 2)))
    try kernel.ask(SelectPresetRequest(number: loud.number))
    #expect(try kernel.render(events: [Self.on(0, 60)]).channels[0].last == 2)
    // The same plug-in with one channel.
    let answer = try kernel.allocate(outputs: [1], maximum: 64, capacity: 64)
    #expect(answer.latency == 33 && answer.tail == 24000)
    #expect(try kernel.render(events: [Self.on(0, 60)]).channels.count == 1)
  }

  @Test("Notes begin and end at their frames, and the plug-in's output is returned")
  func notes() throws {
    let (kernel, _, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    let take = try kernel.render(events: [
      Self.on(3, 60, at: 7), parameter(Self.level, 0.5, at: 20),
      Self.voice(8, 3, 60 << 8, 0, at: 33),
    ])
    let sound = take.channels[0]
    #expect(sound[..<7].allSatisfy { $0 == 0 } && sound[7..<20].allSatisfy { $0 == 1 })
    #expect(sound[20..<33].allSatisfy { $0 == 0.5 } && sound[33...].allSatisfy { $0 == 0 })
    #expect(take.events.contains(Self.on(3, 60, at: 7)))
    // All notes off on a channel.
    _ = try kernel.render(events: [Self.on(3, 60), Self.on(4, 60)])
    let rest = try kernel.render(events: [Self.voice(11, 3, 123 << 8, 0)])
    #expect(rest.channels[0].last == 0.5)
  }

  @Test("Per-note controllers are expressions and modulation of one note")
  func perNote() throws {
    let (kernel, _, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    let note: UInt32 = 60 << 8
    _ = try kernel.render(events: [Self.on(0, 60)])
    // Half of the 48 semitones of per-note pitch bend.
    var take = try kernel.render(events: [Self.voice(6, 0, note, 0xC000_0000)])
    #expect(abs(Self.expression(take) - 24) < 0.1)
    // A pitch of 7 bits of key and 25 bits of fraction.
    take = try kernel.render(events: [Self.voice(0, 0, note | 3, 61 << 25 | 1 << 24)])
    #expect(abs(Self.expression(take) - 1.5) < 0.1)
    take = try kernel.render(events: [Self.voice(10, 0, note, .max)])
    #expect(abs(Self.expression(take) - 101.5) < 0.1)
    take = try kernel.render(events: [Self.voice(0, 0, note | 74, .max)])
    #expect(abs(Self.expression(take) - 10101.5) < 1)
    // An assignable controller modulates the parameter with its number.
    take = try kernel.render(events: [Self.voice(1, 0, note | 7, 0xC000_0000)])
    #expect(take.channels[0].last == 2)
    // A controller for another key has no effect.
    take = try kernel.render(events: [Self.voice(10, 0, 61 << 8, 0)])
    #expect(abs(Self.expression(take) - 10101.5) < 1)
  }

  @Test("MPE: bends, pressure and timbre of member channels apply to their notes")
  func polyphonicExpression() throws {
    let (kernel, _, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    // A lower zone of 5 members.
    _ = try kernel.render(events: [Self.voice(2, 0, 6, 5 << 25)])
    // A note starts with its channel's current state.
    var take = try kernel.render(events: [
      Self.voice(14, 2, 0, 0xC000_0000), Self.on(2, 60),
    ])
    #expect(abs(Self.expression(take) - 24) < 0.1)
    // The zone's own bend is added: half of 2 semitones.
    take = try kernel.render(events: [Self.voice(14, 0, 0, 0xC000_0000)])
    #expect(abs(Self.expression(take) - 25) < 0.1)
    take = try kernel.render(events: [Self.voice(13, 2, 0, .max)])
    #expect(abs(Self.expression(take) - 125) < 0.1)
    take = try kernel.render(events: [Self.voice(11, 2, 74 << 8, .max)])
    #expect(abs(Self.expression(take) - 10125) < 1)
    // Another member's bend.
    take = try kernel.render(events: [Self.voice(13, 3, 0, 0)])
    #expect(abs(Self.expression(take) - 10125) < 1)
    // A range of 24 semitones for all members.
    take = try kernel.render(events: [
      Self.voice(2, 3, 0, 24 << 25), Self.voice(14, 2, 0, 0xC000_0000),
    ])
    #expect(abs(Self.expression(take) - 10113) < 1)
  }

  @Test("MIDI 1.0 ports get bytes", arguments: ["midi", "mpe"])
  func bytes(dialect: String) throws {
    let (kernel, component, folder) = try CLAPFolder.kernel(dialect)
    defer { folder.clean() }
    #expect(component.description.midiProtocol == .midi1)
    let word = UMP(0x20B3_4A11)
    let take = try kernel.render(events: [TimedEvent(frameOffset: 9, payload: .midi(word))])
    #expect(take.channels[0][8] == 0)
    #expect(take.channels[0][9] == Float(0xB34A11) / Float(1 << 24))
    // Two packets of System Exclusive: F0, 6 and 2 bytes, F7.
    let parts = [UMP(0x3016_0102, 0x0304_0506), UMP(0x3032_0708)]
    let exclusive = try kernel.render(
      events: parts.map { TimedEvent(frameOffset: 0, payload: .midi($0)) })
    #expect(exclusive.channels[1].last == Float(10) / Float(1 << 24))
  }

  @Test("MIDI 2.0 ports get unchanged packets")
  func packets() throws {
    let (kernel, component, folder) = try CLAPFolder.kernel("midi2")
    defer { folder.clean() }
    #expect(component.description.midiProtocol == .midi2)
    let take = try kernel.render(events: [Self.voice(6, 5, 60 << 8, 0x1234_5600, at: 3)])
    #expect(take.channels[0][3] == Float(0x65_3C00) / Float(1 << 24))
    #expect(take.channels[1][3] == Float(0x12_3456) / Float(1 << 24))
  }

  @Test("A state reads the same in another process, allocated or not")
  func state() throws {
    let (kernel, component, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    _ = try kernel.render(events: [parameter(Self.level, 1.5), parameter(Self.wave, 2)])
    _ = try kernel.render()
    let state = try kernel.state()
    #expect(state.data.count == 16)
    let other = try ForeignKernel(component.executablePath)
    try other.ask(InstantiateRequest(code: component.code))
    try other.load(state)
    #expect(try other.state() == state)
    try other.allocate(outputs: [2], maximum: 64, capacity: 64)
    #expect(try other.render(events: [Self.on(0, 60)]).channels[0].last == 1.5)
    #expect(try other.state() == state)
    try other.ask(DeallocateRequest())
    // Set while nothing renders: the plug-in gets the value before it saves.
    try other.ask(SetParametersRequest(values: [ParameterValue(Self.level, 0.25)]))
    let quiet = try other.state()
    #expect(quiet.data != state.data && quiet.parameters.contains(ParameterValue(Self.level, 0.25)))
  }

  @Test("Timers, descriptors, tasks and gestures; every call comes on the thread that it is for")
  func threads() throws {
    let (kernel, _, folder) = try CLAPFolder.kernel("clap")
    defer { folder.clean() }
    func value(_ address: UInt64) throws -> Float? {
      try kernel.parameters().first { $0.address == address }?.value
    }
    var cycles: Float = 0
    let hasTicked = eventually {
      _ = try? kernel.render()
      cycles += 1
      return (try? value(Self.ticks)).flatMap { $0 }.map { $0 >= 3 } ?? false
    }
    #expect(hasTicked)
    // Four per call: those of the cycles, and the one of silence before them.
    let tasks = try #require(try value(Self.tasks))
    #expect(tasks > 0 && tasks <= 4 * (cycles + 1))
    #expect(try value(Self.wrong) == 0)
    let isTouched = eventually {
      _ = try? kernel.render()
      _ = try? kernel.parameters()
      return kernel.notices.contains(.gesture(Self.level, isTouched: true))
        && kernel.notices.contains(.gesture(Self.level, isTouched: false))
    }
    #expect(isTouched)
  }
}
