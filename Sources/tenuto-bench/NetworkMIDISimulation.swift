import NetworkSimulation
import TenutoMIDI
import TenutoNetworkMIDI

/// What network sessions keep in a simulated network, by simulated clocks.
struct NetworkMIDISimulation {
  private typealias Network = SimulatedNetwork<AppleMIDICore>

  /// The simulated seconds of messages, a day unless the run is quick.
  let seconds: Int

  func run(into report: inout Report) {
    measureSystemExclusive(into: &report)
    let errors = [-200.0, 200].map(error)
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

  /// The worst error of a message's time in milliseconds, without what a timestamp leaves out.
  private func error(skew: Double) -> Double {
    var network = Network(seed: 12)
    network.skew = skew
    for side in 0..<2 { network.sides[side].bufferRange = 5_000_000...5_000_000 }
    network.conditions.delay = 100_000...200_000
    network.connect()
    network.leap(200 * Network.second)
    return (0..<seconds / 5).reduce(0) { worst, number in
      network.leap(4_999_000_000 + UInt64(number % 97) * 1031)
      return max(worst, network.timeError(of: number, from: number & 1).magnitude / 1e6)
    }
  }
}
