internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// X05: random valid use of a component.
struct UseRound {
  private let bench: Bench
  private let layouts: [BusLayout]
  private var random: SeededRandom
  private var maximumFrameCount = 512

  static func run(_ context: CheckContext) throws -> Outcome {
    var round = try UseRound(context)
    return try round.outcome()
  }

  private init(_ context: CheckContext) throws {
    bench = try context.bench()
    layouts = BusChecks.layouts(of: bench.description).filter(bench.description.accepts)
    random = context.random
  }

  /// Performs sixty random actions, then checks the sound and the parameters.
  private mutating func outcome() throws -> Outcome {
    try allocate()
    for step in 0..<60 {
      if let fault = try stepFault() { return .failed("at step \(step) \(fault)") }
    }
    return .passed()
  }

  private mutating func pick<T>(_ list: [T]) -> T { list[Int(random.next() % UInt64(list.count))] }

  private mutating func stepFault() throws -> String? {
    switch random.next() % 16 {
    case 0: try allocate()
    case 1: _ = try bench.subject.call(ResetRequest())
    case 2: try setParameters()
    case 3: try loadState()
    case 4: try selectPreset()
    case 5: try exchangeTexts()
    default: return try renderFault()
    }
    return try valueFault()
  }

  private mutating func allocate() throws {
    maximumFrameCount = pick([1, 16, 64, 333, 1024, 4096])
    let rate: Double = pick([8000, 44100, 48000, 96000, 192_000])
    if random.next() % 2 == 0 { _ = try bench.subject.isGranted(DeallocateRequest()) }
    try bench.allocate(pick(layouts), sampleRate: rate, frames: maximumFrameCount)
  }

  /// A parameter that is out of range or NaN.
  private func valueFault() throws -> String? {
    let values = try bench.values()
    for parameter in bench.writable {
      let value = values[parameter.address] ?? .nan
      if !parameter.range.contains(value) { return "'\(parameter.identifier)' is \(value)" }
    }
    return nil
  }
}

// MARK: - The control side

extension UseRound {
  private mutating func anyValue(of parameter: Parameter) -> Float {
    switch random.next() % 8 {
    case 0: parameter.range.lowerBound
    case 1: parameter.range.upperBound
    case 2: Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    default: random.value(of: parameter)
    }
  }

  private mutating func setParameters() throws {
    var values: [ParameterValue] = []
    for parameter in bench.writable {
      values.append(ParameterValue(parameter.address, anyValue(of: parameter)))
    }
    if random.next() % 8 == 0, let first = values.first {
      values.append(ParameterValue(first.address, .nan))
    }
    _ = try bench.subject.isGranted(SetParametersRequest(values: values))
  }

  private mutating func loadState() throws {
    let bytes = try bench.save(pick(StateScope.allCases))
    switch random.next() % 3 {
    case 0: try bench.load(bytes)
    case 1:
      var damaged = bytes
      for _ in 0..<4 {
        damaged[Int(random.next() % UInt64(bytes.count))] = pick([0, 1, 0x7F, 0xFF])
      }
      _ = try bench.takes(damaged)
    default: _ = try bench.takes(changed(try ComponentState(decoding: bytes)).encoded())
    }
  }

  /// A state with a valid checksum and random content.
  private mutating func changed(_ state: ComponentState) -> ComponentState {
    var state = state
    for index in state.parameters.indices where random.next() % 2 == 0 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      state.parameters[index] = ParameterValue(state.parameters[index].address, value)
    }
    state.parameters.removeAll { _ in random.next() % 4 == 0 }
    state.parameters.append(ParameterValue(random.next(), 1))
    if random.next() % 2 == 0 { state.data = random.bytes(Int(random.next() % 4096)) }
    return state
  }

  private mutating func selectPreset() throws {
    let numbers = bench.description.presets.map(\.number)
    if !numbers.isEmpty && random.next() % 4 > 0 {
      _ = try bench.subject.call(SelectPresetRequest(number: pick(numbers)))
    } else {
      let number = Int32(truncatingIfNeeded: random.next())
      _ = try bench.subject.isGranted(SelectPresetRequest(number: number))
    }
  }

  private mutating func exchangeTexts() throws {
    guard !bench.writable.isEmpty else { return }
    let parameter = pick(bench.writable)
    let asked = ParameterValue(parameter.address, anyValue(of: parameter))
    _ = try bench.subject.isGranted(TextRequest(parameter: asked))
    let text = pick(["", "1e39", "-0", "nan", "½", String(repeating: "9", count: 255)])
    _ = try bench.subject.isGranted(ValueRequest(address: parameter.address, text: text))
  }
}

// MARK: - The render side

extension UseRound {
  private mutating func renderFault() throws -> String? {
    let frames = 1 + Int(random.next() % UInt64(maximumFrameCount))
    var events = bench.description.acceptsMIDI || !bench.writable.isEmpty ? someEvents(frames) : []
    let hasNaN = random.next() % 16 == 0 && !bench.writable.isEmpty
    if hasNaN {
      let address = pick(bench.writable).address
      events.append(
        TimedEvent(
          frameOffset: UInt32(frames - 1), payload: .parameter(address: address, value: .nan)))
    }
    let options = Bench.Options(
      contexts: contexts(frames), isOffline: random.next() % 2 == 0, milliseconds: 5000)
    let noise = try bench.noise(frames, &random)
    let cycle = try bench.render(frames, inputs: noise, events: events, options)
    // NaN may invalidate one cycle, and only that one.
    if hasNaN {
      return cycle.overwrittenCount > 0 ? "words after the samples were written" : nil
    }
    return cycle.fault
  }

  private mutating func contexts(_ frames: Int) -> [(MusicalContext, Int)] {
    let offsets = (0..<pick([0, 0, 1, 3])).map { _ in Int(random.next() % UInt64(frames)) }
    return offsets.sorted().map { (TransportChecks.context(&random), $0) }
  }

  private mutating func someEvents(_ frames: Int) -> [TimedEvent] {
    let offsets = (0..<pick([0, 1, 8, 64, 200])).map { _ in UInt32(random.next() % UInt64(frames)) }
    return offsets.sorted().map { TimedEvent(frameOffset: $0, payload: payload()) }
  }

  private mutating func payload() -> TimedEvent.Payload {
    let takesMIDI = bench.description.acceptsMIDI
    if !takesMIDI || (!bench.writable.isEmpty && random.next() % 2 == 0) {
      let parameter = pick(bench.writable)
      let value = anyValue(of: parameter)
      let number = value.isFinite ? value : parameter.defaultValue
      let frameCount = UInt32(random.next() % (random.next() % 4 == 0 ? 1 << 20 : 2000))
      return random.next() % 2 == 0 || frameCount == 0
        ? .parameter(address: parameter.address, value: number)
        : .ramp(address: parameter.address, value: number, frameCount: frameCount)
    }
    if random.next() % 2 == 0 {
      let note = UInt8(random.next() % 128)
      let channel = UInt8(random.next() % 16)
      let isOn = random.next() % 2 == 0
      return (isOn ? bench.noteOn(note, channel: channel) : bench.noteOff(note, channel: channel))
        .payload
    }
    let words = (0..<4).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    return .midi(UMP(words[0], words[1], words[2], words[3]))
  }
}
