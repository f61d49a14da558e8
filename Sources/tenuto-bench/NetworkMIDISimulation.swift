import NetworkSimulation
import TenutoMIDI
import TenutoNetworkMIDI

/// The precision of network sessions in a simulated network with simulated clocks.
struct NetworkMIDISimulation {
  private typealias Network = SimulatedNetwork<AppleMIDICore>

  /// The simulated seconds of messages, a day unless the run is quick.
  let seconds: Int

  func run(into report: inout Report) {
    measureSystemExclusive(into: &report)
    let errors = [-200.0, 200].map { skew in
      var network = Network(seed: 12)
      return network.worstTimeError(skew: skew, messages: seconds / 5) / 1e6
    }
    report.add(
      "network MIDI, clocks apart by 200 ppm for \(seconds / 3600) h, worst", "ms", Spread(errors),
      bar: 0.1)
  }

  /// A mebibyte at 5 % loss: how much of it is missing or wrong, and how long it takes.
  private func measureSystemExclusive(into report: inout Report) {
    var network = Network(seed: 9)
    network.connect()
    network.leap(2 * Network.second)
    network.conditions.loss = 5
    let data = (0..<1 << 20).map { UInt8($0 * 7 & 0x7F) }
    let start = network.now
    network.send(sysEx: data)
    while network.synths[1].sysEx.isEmpty, network.now < start + 600 * Network.second {
      network.leap(Network.second / 10)
    }
    let heard = network.synths[1].sysEx.first ?? []
    let wrong = zip(heard, data).count { $0 != $1 } + abs(heard.count - data.count)
    report.add(
      "1 MiB of System Exclusive at 5 % loss, missing or wrong", "bytes",
      Spread([Double(wrong)]), bar: 0)
    report.add(
      "the same, at 0.5 ms one way", "s",
      Spread([Double(network.now - start) / 1e9]))
  }
}
