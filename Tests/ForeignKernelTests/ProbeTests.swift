internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport
import Testing

/// CTenutoExtension's services for a kernel that echoes its input.
struct ProbeTests {
  private static let code: ComponentCode = "aumf cprb Test"

  private func probe(maximum: Int = 64, capacity: Int = 64) throws -> ForeignKernel {
    let probe = try ForeignKernel.built("CProbe", Self.code)
    try probe.allocate(inputs: [1, 1], outputs: [4], maximum: maximum, capacity: capacity)
    return probe
  }

  @Test func theDescriptionIsTheAuthors() throws {
    var expected = ComponentDescription(
      Self.code, name: "CProbe", manufacturerName: "Tenuto", version: "1.2.3",
      contact: "https://example.org",
      inputs: [
        BusDescription("Main", channelCount: 1),
        BusDescription("Side", channelCount: 1, isOptional: true),
      ], outputs: [BusDescription("Main", channelCount: 4)],
      groups: [ParameterGroup("all", name: "All")], overview: [2, 1], stateVersion: 7,
      midiOutputs: ["Echo"])
    expected.parameters = [
      Parameter(3, "meter", name: "meter", range: 0...64, default: 0, flags: .readOnly),
      // Without its own `ramp` it cannot ramp, regardless of its flags.
      Parameter(
        1, "stepped", name: "Stepped", group: "all", range: 0...1, unit: .custom,
        unitName: "bar", default: 0, dependents: [2]),
      Parameter(2, "whole", name: "whole", choices: ["Low", "Mid", "High"], default: 1),
    ]
    #expect(try ForeignKernel.built("CProbe", Self.code).description() == expected)
  }

  @Test func aRampOfAParameterThatCannotGoesInStepsOf32() throws {
    let probe = try probe(maximum: 256, capacity: 256)
    let take = try probe.render(256, events: [ramp(1, 1, frames: 100, at: 10)])
    let expected = (0..<256).map { frame -> Float in
      let elapsed = max(0, frame - 10)
      return elapsed >= 100 ? 1 : Float(elapsed / 32 * 32) / 100
    }
    #expect(zip(take.channels[0], expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func aRampContinuesInTheNextCycleAndEndsWhereTheParameterIsSet() throws {
    let probe = try probe()
    _ = try probe.render(events: [ramp(1, 1, frames: 128)])
    let take = try probe.render(events: [parameter(1, 0.25, at: 40)]).channels[0]
    #expect(take[0] == 0.5 && take[32] == 0.75)
    #expect(take[40...].allSatisfy { $0 == 0.25 })
    #expect(try probe.render().channels[0].allSatisfy { $0 == 0.25 })
  }

  @Test func valuesArePutIntoTheirRange() throws {
    let probe = try probe()
    let events = [
      parameter(1, 7), parameter(2, 1.6), parameter(99, 1, at: 5), parameter(3, 9, at: 6),
    ]
    let take = try probe.render(events: events).channels
    #expect(take[0].allSatisfy { $0 == 1 } && take[3].allSatisfy { $0 == 2 })
    let all = [ParameterValue(1, 1), ParameterValue(2, 2), ParameterValue(3, 0)]
    #expect(try probe.parameters() == all)
    try probe.ask(
      SetParametersRequest(
        values: [ParameterValue(1, -3), ParameterValue(3, 5), ParameterValue(98, 1)]))
    #expect(try probe.parameters()[0] == ParameterValue(1, 0))
    #expect(try probe.render().channels[0].allSatisfy { $0 == 0 })
  }

  @Test func parametersAreGivenAgainAtAllocate() throws {
    let probe = try probe()
    _ = try probe.render(events: [parameter(1, 0.75)])
    try probe.ask(DeallocateRequest())
    try probe.allocate(inputs: [1, 0], outputs: [4])
    #expect(try probe.render().channels[0].allSatisfy { $0 == 0.75 })
  }

  @Test func aResetComesBeforeTheNextCycle() throws {
    let probe = try probe()
    try probe.ask(ResetRequest())
    #expect(try probe.render().channels[3].allSatisfy { $0 == 101 })
    #expect(try probe.render().channels[3].allSatisfy { $0 == 101 })
  }

  @Test func midiReturnsAtItsFrames() throws {
    let probe = try probe()
    let events = [noteOn(60, at: 3), noteOn(64, at: 3), noteOff(60, at: 50)]
    let take = try probe.render(events: events)
    let midi = take.events.filter { if case .midi = $0.payload { true } else { false } }
    #expect(midi == events)
    let meter = TimedEvent(frameOffset: 3, payload: .parameter(address: 3, value: 2))
    #expect(take.events.contains(meter))
    #expect(try probe.parameters()[2] == ParameterValue(3, 1))
    #expect(try probe.render().events.isEmpty)
  }

  @Test func aCycleOfSeveralCallsIsCutWhereTheTimeOfTheMusicChanges() throws {
    let probe = try probe(maximum: 16, capacity: 160)
    let first = MusicalContext(tempo: 120, beatPosition: 4, isPlaying: true)
    let second = MusicalContext(tempo: 60, beatPosition: 8, isPlaying: true)
    let take = try probe.render(
      160, contexts: [(0, first), (40, second)], input: { _, frame in Float(frame) })
    let beats = take.channels[1]
    // Each call outputs the time of its first frame: calls start at multiples of 16, and at 40.
    for frame in 0..<160 {
      let start = frame >= 40 ? max(40, frame / 16 * 16) : frame / 16 * 16
      let context = frame < 40 ? first : second
      let elapsed = Double(frame < 40 ? start : start - 40)
      let beat = context.beatPosition + elapsed * context.tempo / (60 * 48000)
      #expect(abs(Double(beats[frame]) - beat) < 1e-5, "frame \(frame)")
    }
    #expect(take.channels[2] == (0..<160).map { Float($0) })
    #expect(take.report.renderedFrames == 160 && take.report.status == 0)
    #expect(take.report.startedAt.nanoseconds <= take.report.finishedAt.nanoseconds)
    #expect(take.report.startedAt.nanoseconds > 0)
  }

  @Test func lateCyclesAreCaughtUpWith() throws {
    let probe = try probe()
    let skipped = try probe.render(events: [parameter(1, 1, at: 20)], isAsked: false)
    #expect(skipped.report.status == RenderStatus.skipped.rawValue)
    #expect(skipped.report.renderedFrames == 0)
    #expect(try probe.render().channels[0].allSatisfy { $0 == 1 })
    let beyond = try probe.render(events: [parameter(1, 0.5, at: 1000)]).channels[0]
    #expect(beyond[62] == 1 && beyond[63] == 0.5)
  }

  @Test func aCycleOfTooManyFramesIsRefused() throws {
    let probe = try probe()
    #expect(try probe.render(65).report.status == RenderStatus.tooManyFrames.rawValue)
    #expect(try probe.render(64).report.status == 0)
  }

  @Test func malformedEventsAreReportedAndTheNextCycleIsWell() throws {
    let probe = try probe()
    let wrong: [[UInt8]] = [
      [1, 2, 3], [UInt8](repeating: 0, count: 40), [UInt8](repeating: 0xFF, count: 7000),
      // A list that announces two events and has one; an event of unknown kind; a NaN value.
      [0x55, 0x56, 0x53, 0x54, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0] + .init(repeating: 0, count: 24),
      [0x55, 0x56, 0x53, 0x54, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 9, 0, 0, 0] + .init(repeating: 0, count: 16),
      [0x55, 0x56, 0x53, 0x54, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0x7F, 0, 0, 0, 0],
    ]
    for (index, bytes) in wrong.enumerated() {
      probe.sendRawEvents(bytes)
      let take = try probe.render(strayDatagrams: UInt32(index + 1))
      #expect(take.report.status == RenderStatus.malformedEvents.rawValue, "\(index)")
      let next = try probe.render(strayDatagrams: UInt32(index + 1))
      #expect(next.report.status == 0, "\(index)")
    }
  }

  @Test func allocateAnswersLatencyAndItsThread() throws {
    let probe = try ForeignKernel.built("CProbe", Self.code)
    let response = try probe.allocate(inputs: [1, 1], outputs: [4])
    #expect(response.latency == 48 && response.tail == 0)
    #expect(
      ProcessThreads.exists(response.renderThread, of: probe.pid)
        && response.renderThread != probe.pid)
  }

  @Test func unsupportedLayoutsAreRefused() throws {
    let probe = try ForeignKernel.built("CProbe", Self.code)
    for (inputs, outputs) in [([1], [4]), ([0, 1], [4]), ([1, 2], [4]), ([1, 1], [2])] {
      #expect(throws: ControlError.self) {
        try probe.allocate(inputs: inputs, outputs: outputs)
      }
    }
    #expect(throws: ControlError.refused("the kernel cannot be made")) {
      try probe.allocate(inputs: [1, 0], outputs: [4], sampleRate: 11025)
    }
    try probe.allocate(inputs: [1, 0], outputs: [4])
  }
}
