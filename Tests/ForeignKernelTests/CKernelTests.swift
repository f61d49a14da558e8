internal import Foundation
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport
internal import TestSupport
import Testing

/// CKernel: an instrument entirely in C.
struct CKernelTests {
  private static let code: ComponentCode = "aumu ckrn Tnto"

  private func piano() throws -> ForeignKernel { try .built("CKernel", Self.code) }

  /// The pure tone at brightness 0, as stated in the example's article.
  private func tone(_ frame: Int, frequency: Double = 440, decay: Double = 2) -> Double {
    let seconds = Double(frame) / 48000
    return 0.25 * exp(-seconds / decay) * sin(2 * .pi * frequency * seconds)
  }

  @Test func itSoundsLikeTheFormula() throws {
    let piano = try piano()
    try piano.ask(SetParametersRequest(values: [ParameterValue(1, 0)]))
    try piano.allocate()
    let samples = try piano.play(50, events: [noteOn(69)])
    // The attack takes 2 ms, 96 frames.
    for frame in stride(from: 96, to: samples.count, by: 7) {
      #expect(abs(Double(samples[frame]) - tone(frame)) < 2e-4, "frame \(frame)")
    }
    #expect(samples[..<96].allSatisfy { abs($0) <= 0.25 })
  }

  @Test(arguments: [33, 60, 69, 96] as [UInt8]) func notesHaveTheirPitch(note: UInt8) throws {
    let piano = try piano()
    try piano.allocate()
    let samples = try piano.play(500, events: [parameter(1, 0), noteOn(note)])
    let expected = 440 * exp2((Double(note) - 69) / 12)
    #expect(abs(frequency(samples) / expected - 1) < 1e-4)
  }

  @Test func anEventTakesEffectAtItsFrame() throws {
    let piano = try piano()
    try piano.allocate(maximum: 16)
    let samples = try piano.render(events: [noteOn(69, at: 37)]).channels[0]
    #expect(samples[...37].allSatisfy { $0 == 0 } && samples[38...].allSatisfy { $0 != 0 })
  }

  @Test func aNoteEndsWhenItIsReleasedAndNotBeforeThePedalIs() throws {
    let piano = try piano()
    try piano.allocate()
    let pedal = VoiceEvent.controlChange(channel: 0, controller: 64, value: .max)
    let down = TimedEvent(frameOffset: 0, payload: .midi(pedal.ump))
    _ = try piano.play(20, events: [down, noteOn(69)])
    let held = try piano.play(200, events: [noteOff(69)])
    #expect(level(held.suffix(640)) > 0.05)
    let up = VoiceEvent.controlChange(channel: 0, controller: 64, value: 0)
    _ = try piano.play(600, events: [TimedEvent(frameOffset: 0, payload: .midi(up.ump))])
    #expect(try piano.play(10).allSatisfy { $0 == 0 })
  }

  @Test func aRampIsAStraightLineInDecibels() throws {
    let piano = try piano()
    try piano.ask(SetParametersRequest(values: [ParameterValue(1, 0)]))
    try piano.allocate()
    let samples = try piano.play(50, events: [noteOn(69), ramp(3, -40, frames: 1600)])
    for frame in stride(from: 100, to: samples.count, by: 11) {
      let decibels = -40 * min(1, Double(frame) / 1600)
      let expected = tone(frame) * pow(10, decibels / 20)
      #expect(abs(Double(samples[frame]) - expected) < 2e-4, "frame \(frame)")
    }
  }

  @Test func theTuningIsPartOfTheState() throws {
    let piano = try piano()
    var cents = [Float](repeating: 0, count: 12)
    cents[9] = 50
    let bytes = cents.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }
    try piano.upload(bytes)
    #expect(try piano.ask(MessageRequest()).byteCount == 0)
    #expect(piano.notices == [.stateChanged])
    try piano.ask(SetParametersRequest(values: [ParameterValue(1, 0), ParameterValue(2, 5)]))
    let state = try piano.state()
    #expect(state.data == bytes && state.code == Self.code)
    #expect(
      state.parameters == [ParameterValue(1, 0), ParameterValue(2, 5), ParameterValue(3, 0)])

    let other = try self.piano()
    try other.load(state)
    #expect(try other.state() == state)
    try other.allocate()
    let samples = try other.play(500, events: [noteOn(69)])
    #expect(abs(frequency(samples) / (440 * exp2(50.0 / 1200)) - 1) < 1e-4)
  }

  @Test func anInvalidStateIsRefusedWithoutEffect() throws {
    let piano = try piano()
    let before = try piano.state()
    var wrong: [[UInt8]] = [[], [1, 2, 3]]
    var damaged = before.encoded()
    damaged[30] ^= 1
    wrong.append(damaged)
    wrong.append(before.encoded().dropLast())
    let changed = [ParameterValue(1, 1)]
    wrong.append(
      ComponentState(code: "aumu othr Tnto", version: 1, parameters: changed).encoded())
    wrong.append(ComponentState(code: Self.code, version: 2, parameters: changed).encoded())
    wrong.append(
      ComponentState(code: Self.code, version: 1, parameters: changed, data: [1]).encoded())
    for bytes in wrong {
      try piano.upload(bytes)
      #expect(throws: ControlError.self) { try piano.ask(LoadStateRequest()) }
      #expect(try piano.state() == before)
    }
  }

  @Test func presetsSetTheirParametersAndTheRestToDefaults() throws {
    let piano = try piano()
    try piano.ask(SetParametersRequest(values: [ParameterValue(3, -20)]))
    let before = try piano.parameters()
    let bytes = try piano.download(piano.ask(PresetStateRequest(number: 0)))
    let preset = try ComponentState(decoding: bytes)
    #expect(try piano.parameters() == before)
    try piano.ask(SelectPresetRequest(number: 0))
    let values = [ParameterValue(1, 0.1), ParameterValue(2, 4), ParameterValue(3, 0)]
    #expect(try piano.parameters() == values)
    #expect(preset.parameters == values)
    #expect(throws: ControlError.refused("there is no such preset")) {
      try piano.ask(SelectPresetRequest(number: 7))
    }
  }

  @Test func aCompilerAndItsLibraryAreAllThatItNeeds() throws {
    let folder = "\(NSTemporaryDirectory())tenuto-ckernel-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    try FileManager.default.copyItem(atPath: "\(sources)/Examples/CKernel", toPath: folder)
    let result = try Program.run(
      "/usr/bin/make",
      ["-C", folder, "-B", "CKernel", "TENUTO=\(sources)/Sources", "CC=cc -Werror"])
    #expect(result.status == 0, "\(result.output)")
    let kernel = try ForeignKernel("\(folder)/CKernel")
    #expect(try kernel.description() == (try piano().description()))
    try kernel.ask(InstantiateRequest(code: Self.code))
    try kernel.allocate()
    #expect(try level(kernel.play(50, events: [noteOn(69)])) > 0.05)
  }
}
