internal import TenutoCore
internal import TenutoTransport

/// B: busses and formats.
enum BusChecks {
  static let all: [Check] = [
    Check(
      "B01", "Busses stay the same", level: .quick,
      why: "A host connects by what it was told.",
      mend: "Answer describe from constants."
    ) { context in
      let bench = try context.bench()
      guard
        let index = try bench.subject.descriptions().firstIndex(where: {
          $0.code == context.target.code
        })
      else { return .failed("asked again, it has not described the component") }
      let again = try bench.subject.descriptions()[index]
      guard again.inputs == bench.description.inputs, again.outputs == bench.description.outputs
      else { return .failed("asked again, it has other busses") }
      let names = (again.inputs + again.outputs).map(\.name)
      return names.contains("") ? .warned("a bus has no name") : .passed()
    },
    Check(
      "B02", "Takes each layout that it declares", level: .quick,
      why: "A host builds its graph on what is declared.",
      mend: "Take in allocate whatever ComponentDescription.accepts takes."
    ) { context in
      let bench = try context.bench()
      let layouts = BusChecks.layouts(of: bench.description).filter(bench.description.accepts)
      for layout in layouts {
        do throws(BenchFault) {
          try BusChecks.allocate(bench, layout)
        } catch {
          guard case .refused(let reason) = error else { throw error }
          return .failed("it declares \(BusChecks.text(layout)) and \(reason)")
        }
      }
      return .passed("\(layouts.count) layouts")
    },
    Check(
      "B03", "Refuses each layout that it does not declare", level: .usual,
      why: "A host that is not refused plays noise, or silence.",
      mend: "Refuse in allocate whatever ComponentDescription.accepts does not take."
    ) { context in
      let bench = try context.bench()
      let layouts = BusChecks.layouts(of: bench.description)
        .filter { !bench.description.accepts($0) }
      for layout in layouts where try BusChecks.isTaken(bench, layout) {
        return .failed("it does not declare \(BusChecks.text(layout)) and took it")
      }
      return .passed("\(layouts.count) layouts")
    },
    Check(
      "B04", "Reports the layout that it was given", level: .usual, for: .outputs,
      why: "The header of the segment is what others read.",
      mend: "Write the header from the format of the allocate request."
    ) { context in
      let bench = try context.bench()
      for layout in BusChecks.layouts(of: bench.description)
      where bench.description.accepts(layout) && layout.outputChannelCount > 0 {
        try BusChecks.allocate(bench, layout)
        _ = try bench.render(512)
        let header = try bench.outputHeader()
        guard header.channelCount == layout.outputChannelCount, header.frameCapacity == 512 else {
          return .failed(
            "given \(BusChecks.text(layout)), it says \(header.channelCount) output channels of "
              + "\(header.frameCapacity) frames")
        }
      }
      return .passed()
    },
    Check(
      "B05", "Refuses busses that are not there", level: .usual,
      why: "A session of another version may name them.",
      mend: "Compare the number of busses in allocate with the component's."
    ) { context in
      let bench = try context.bench()
      let own = bench.description.defaultLayout
      let others = [
        BusLayout(inputs: own.inputs + [2], outputs: own.outputs),
        BusLayout(inputs: own.inputs, outputs: own.outputs + [2]),
        BusLayout(inputs: [], outputs: []),
      ]
      for layout in others where layout != own {
        if try BusChecks.isTaken(bench, layout) {
          return .failed("it took \(BusChecks.text(layout))")
        }
      }
      return .passed()
    },
    Check(
      "B06", "Optional busses go and come back", level: .usual, limit: 20, for: .optionalBusses,
      why: "A side chain is unplugged and plugged in again while one works on the sound.",
      mend: "Take 0 channels for an optional bus at any allocate, and keep the parameters."
    ) { context in try BusChecks.optionalBusses(context) },
    Check(
      "B07", "Renders with each number of channels", level: .usual, limit: 20,
      why: "What is accepted must also sound.",
      mend: "Size every buffer by the layout in the kernel's setup."
    ) { context in
      let bench = try context.bench()
      for layout in BusChecks.layouts(of: bench.description).filter(bench.description.accepts) {
        try BusChecks.allocate(bench, layout)
        for _ in 0..<4 {
          let noise = try bench.noise(512, &context.random)
          if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
            return .failed("with \(BusChecks.text(layout)) \(fault)")
          }
        }
      }
      return .passed()
    },
    Check(
      "B08", "Renders at all sample rates", level: .strict, limit: 30,
      why: "Interfaces run at 44.1 kHz and at 192; archives at 768.",
      mend: "Compute every coefficient from the rate in the kernel's setup."
    ) { context in
      let bench = try context.bench()
      for rate in [8000, 11025, 22050, 44100, 44100.5, 48000, 96000, 192_000, 768_000] {
        try bench.allocate(sampleRate: rate)
        for _ in 0..<8 {
          let noise = try bench.noise(512, &context.random)
          if let fault = try bench.render(512, inputs: noise, events: bench.chord).fault {
            return .failed("at \(rate) Hz \(fault)")
          }
        }
      }
      return .passed()
    },
    Check(
      "B09", "Latency and tail are what they are said to be", level: .usual,
      why: "A host moves other tracks by the latency that it is told.",
      mend: "Answer latency with the frames from an impulse to its first sample out."
    ) { context in try BusChecks.latency(context) },
  ]
}
