internal import TenutoCore
internal import TenutoTransport

/// B: busses and formats.
enum BusChecks {
  static let all: [Check] = [
    Check(
      "B01", "Busses are constant", level: .quick,
      why: "Hosts connect ports by the first description.",
      fix: "Answer describe requests from constants."
    ) { context in
      let bench = try context.bench()
      guard
        let index = try bench.subject.descriptions().firstIndex(where: {
          $0.code == context.target.code
        })
      else { return .failed("the second answer does not describe the component") }
      let again = try bench.subject.descriptions()[index]
      guard again.inputs == bench.description.inputs, again.outputs == bench.description.outputs
      else { return .failed("the second answer has other busses") }
      let names = (again.inputs + again.outputs).map(\.name)
      return names.contains("") ? .warned("a bus has no name") : .passed()
    },
    Check(
      "B02", "Accepts every declared layout", level: .quick,
      why: "Hosts build graphs from declared layouts.",
      fix: "Accept in allocate every layout that ComponentDescription.accepts returns true for."
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
      "B03", "Refuses every undeclared layout", level: .usual,
      why: "Otherwise the host plays noise or silence.",
      fix: "Refuse in allocate every layout that ComponentDescription.accepts returns false for."
    ) { context in
      let bench = try context.bench()
      let layouts = BusChecks.layouts(of: bench.description)
        .filter { !bench.description.accepts($0) }
      for layout in layouts where try BusChecks.isTaken(bench, layout) {
        return .failed("it accepted the undeclared \(BusChecks.text(layout))")
      }
      return .passed("\(layouts.count) layouts")
    },
    Check(
      "B04", "Reports the allocated layout", level: .usual, for: .outputs,
      why: "Other processes read the header of the segment.",
      fix: "Write the header from the format of the allocate request."
    ) { context in
      let bench = try context.bench()
      for layout in BusChecks.layouts(of: bench.description)
      where bench.description.accepts(layout) && layout.outputChannelCount > 0 {
        try BusChecks.allocate(bench, layout)
        _ = try bench.render(512)
        let header = try bench.outputHeader()
        guard header.channelCount == layout.outputChannelCount, header.frameCapacity == 512 else {
          return .failed(
            "given \(BusChecks.text(layout)), it reports \(header.channelCount) output channels of "
              + "\(header.frameCapacity) frames")
        }
      }
      return .passed()
    },
    Check(
      "B05", "Refuses unknown busses", level: .usual,
      why: "Sessions of another version may contain them.",
      fix: "Compare the number of busses in allocate with the component's."
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
          return .failed("it accepted \(BusChecks.text(layout))")
        }
      }
      return .passed()
    },
    Check(
      "B06", "Optional busses can be removed and restored", level: .usual, limit: 20,
      for: .optionalBusses,
      why: "Users connect and disconnect side chains.",
      fix: "Accept 0 channels for optional busses in any allocate, and keep the parameters."
    ) { context in try BusChecks.optionalBusses(context) },
    Check(
      "B07", "Renders with every channel count", level: .usual, limit: 20,
      why: "Accepted layouts must also render.",
      fix: "Size every buffer by the layout in the kernel's setup."
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
      why: "Interfaces run at 44.1 to 192 kHz, archives at 768 kHz.",
      fix: "Compute every coefficient from the rate in the kernel's setup."
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
      "B09", "Latency and tail are reported correctly", level: .usual,
      why: "Hosts delay other tracks by the reported latency.",
      fix: "Report as latency the frames from an impulse to its first output sample."
    ) { context in try BusChecks.latency(context) },
  ]
}
