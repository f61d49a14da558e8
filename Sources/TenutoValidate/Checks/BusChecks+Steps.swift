internal import TenutoCore
internal import TenutoTransport

extension BusChecks {
  /// Layouts to try: the component's own, others of the main busses, and without optional busses.
  static func layouts(of description: ComponentDescription) -> [BusLayout] {
    let own = description.defaultLayout
    var layouts = [own]
    let counts = [1, 2, 3, 4, 6, 8, 64]
    func variants(_ list: [Int]) -> [[Int]] {
      list.isEmpty ? [list] : counts.map { [$0] + list.dropFirst() }
    }
    for inputs in variants(own.inputs) {
      for outputs in variants(own.outputs) {
        layouts.append(BusLayout(inputs: inputs, outputs: outputs))
      }
    }
    var bare = own
    for (index, bus) in description.inputs.enumerated() where bus.isOptional {
      bare.inputs[index] = 0
    }
    for (index, bus) in description.outputs.enumerated() where bus.isOptional {
      bare.outputs[index] = 0
    }
    return layouts + (bare == own ? [] : [bare])
  }

  static func text(_ layout: BusLayout) -> String {
    "\(layout.inputs) to \(layout.outputs) channels"
  }

  static func allocate(_ bench: Bench, _ layout: BusLayout) throws(BenchFault) {
    do {
      try bench.allocate(layout)
    } catch let fault as BenchFault {
      throw fault
    } catch {
      throw .system("\(error)")
    }
  }

  static func isTaken(_ bench: Bench, _ layout: BusLayout) throws -> Bool {
    do throws(BenchFault) {
      try allocate(bench, layout)
      return true
    } catch {
      if case .refused = error { return false }
      throw error
    }
  }

  /// All busses, then each optional one omitted alone, all of them omitted, and all present again.
  private static func switched(_ description: ComponentDescription) -> [BusLayout] {
    let own = description.defaultLayout
    var bare = own
    var layouts = [own]
    for index in description.inputs.indices where description.inputs[index].isOptional {
      var one = own
      one.inputs[index] = 0
      bare.inputs[index] = 0
      layouts += [one, own]
    }
    for index in description.outputs.indices where description.outputs[index].isOptional {
      var one = own
      one.outputs[index] = 0
      bare.outputs[index] = 0
      layouts += [one, own]
    }
    return layouts + [bare, own]
  }

  static func optionalBusses(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    let layouts = switched(bench.description)
    let wanted = bench.randomValues(&context.random)
    try bench.set(wanted)
    for layout in layouts {
      try allocate(bench, layout)
      for frames in [512, 64, 509] {
        let noise = try bench.noise(frames, &context.random)
        if let fault = try bench.render(frames, inputs: noise, events: bench.chord).fault {
          return .failed("with \(text(layout)) \(fault)")
        }
      }
      if let fault = try StateChecks.difference(bench, wanted) {
        return .failed("after a change to \(text(layout)) \(fault)")
      }
    }
    return .passed("\(layouts.count) changes")
  }

  static func latency(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    try bench.allocate()
    let first = (bench.latency, bench.tail)
    try bench.allocate()
    guard first == (bench.latency, bench.tail) else {
      return .failed("a second allocation has another latency or tail")
    }
    let reported = "latency \(first.0) frames, tail \(first.1) s"
    guard !bench.description.inputs.isEmpty, !bench.description.outputs.isEmpty else {
      return .passed(reported)
    }
    let length = first.0 + 48000
    let silent = try bench.renderLong(length)
    if silent.peak > 1e-4 { return .passed("\(reported); it sounds by itself") }
    _ = try bench.subject.call(ResetRequest())
    var impulse = try bench.silence(length)
    for channel in impulse.indices { impulse[channel][0] = 1 }
    let answer = try bench.renderLong(length, inputs: impulse)
    let peak = answer.peak
    guard peak > 1e-6 else { return .passed("\(reported); an impulse gives no output") }
    let onset =
      answer.compactMap { $0.firstIndex { abs($0) > peak * 0.001 } }.min() ?? 0
    if onset + 1 < first.0 {
      return .failed("\(reported), and an impulse comes out after \(onset) frames")
    }
    return onset > first.0 + 1
      ? .warned("\(reported), and an impulse comes out after \(onset) frames") : .passed(reported)
  }
}

extension Bench {
  /// The values that the extension has written to the header of its segment.
  func outputHeader() throws -> (channelCount: Int, frameCapacity: Int) {
    let samples = unsafe try UnsafeRawPointer(port.outputSamples(0))
    let header = unsafe samples.advanced(by: -128)
    return unsafe (
      Int(header.load(fromByteOffset: 12, as: UInt32.self)),
      Int(header.load(fromByteOffset: 20, as: UInt32.self))
    )
  }
}
