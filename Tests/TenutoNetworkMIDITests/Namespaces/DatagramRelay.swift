import Foundation
import NetworkSimulation
import Synchronization
import TenutoCore
import TestSupport

@testable import TenutoNetworkMIDI

/// The effects of a network on datagrams.
struct Weather: Sendable, CustomStringConvertible {
  var description: String
  /// Percentages of lost, duplicated and overtaken datagrams.
  var loss = 0
  var duplicate = 0
  var reorder = 0
  /// Datagrams lost in a row, per hundred.
  var lossBurst = 0
  /// The latency range in milliseconds.
  var delay = 0.2...0.3
  /// Whether nothing passes for 2 s in the middle of each burst.
  var hasOutage = false
}

/// Passes the datagrams of two hosts on, with the given effects.
///
/// For each host it has a control and a data port, as if it were the other host.
final class DatagramRelay: Sendable {
  private struct Datagram {
    let time: UInt64
    /// The number of earlier datagrams.
    let number: Int
    let bytes: [UInt8]
    /// The sending socket.
    let socket: Int
  }

  /// The counts of the effects on datagrams.
  struct Counts: Sendable {
    var passed = 0
    var lost = 0
    var doubled = 0
    var overtaken = 0
  }

  private struct State {
    var weather = Weather(description: "fair")
    var isDown = false
    var isEnding = false
    var counts = Counts()
    var dataToListener: [[UInt8]] = []
  }

  /// Control and data towards the caller, then towards the listener.
  private let sockets: [UDPSocket]
  private let listener: NetworkAddress
  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)

  /// The port for the caller's invitation.
  var port: UInt16 { sockets[0].port }

  /// Starts to pass datagrams from a caller to a listener, in the router's namespace.
  init(to listener: NetworkAddress, seed: UInt64) throws {
    self.listener = listener
    var pairs: [UDPSocket] = []
    while pairs.count < 4 {
      let control = try UDPSocket(port: 0, interface: nil)
      guard control.port < .max, let data = try? UDPSocket(port: control.port + 1, interface: nil)
      else { continue }
      pairs += [control, data]
    }
    sockets = pairs
    Thread.detachNewThread { [self] in
      run(SeededRandom(seed: seed))
      end.signal()
    }
  }

  func change(_ weather: Weather) { state.withLock { $0.weather = weather } }

  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  var counts: Counts { state.withLock { $0.counts } }

  /// All datagrams from the caller to the listener's data port that were passed on.
  var dataToListener: [[UInt8]] { state.withLock { $0.dataToListener } }

  func stop() {
    state.withLock { $0.isEnding = true }
    end.wait()
  }

  private func run(_ random: SeededRandom) {
    var random = random
    let batch = DatagramBatch()
    var waiting: [Datagram] = []
    var callers: [NetworkAddress?] = [nil, nil]
    var count = 0
    while true {
      let (weather, isDown, isEnding) = state.withLock { ($0.weather, $0.isDown, $0.isEnding) }
      if isEnding { return }
      let now = NetworkClock.now
      let due = waiting.filter { $0.time <= now }
      for datagram in due.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
        let address =
          datagram.socket < 2
          ? callers[datagram.socket]
          : datagram.socket == 2 ? listener : listener.dataAddress
        if let address { sockets[datagram.socket].send(datagram.bytes, to: address) }
        note(datagram, waiting)
      }
      waiting.removeAll { $0.time <= now }
      for (index, socket) in sockets.enumerated() {
        for number in 0..<batch.receive(from: socket.descriptor) {
          guard let (bytes, from) = batch.datagram(number) else { continue }
          if index < 2 { callers[index] = from }
          count += 1
          if isDown || random.chance(weather.loss) || count % 100 < weather.lossBurst {
            state.withLock { $0.counts.lost += 1 }
            continue
          }
          let isDoubled = random.chance(weather.duplicate)
          if isDoubled { state.withLock { $0.counts.doubled += 1 } }
          for _ in 0...(isDoubled ? 1 : 0) {
            var milliseconds = Double.random(in: weather.delay, using: &random)
            if random.chance(weather.reorder) { milliseconds += 5 }
            waiting.append(
              Datagram(
                time: now + UInt64(milliseconds * 1e6), number: count, bytes: bytes,
                socket: (index + 2) % 4))
          }
        }
      }
      usleep(200)
    }
  }

  /// Counts a datagram that is passed on, and notes whether it overtakes another one.
  private func note(_ datagram: Datagram, _ waiting: [Datagram]) {
    let isOvertaking = waiting.contains {
      $0.socket == datagram.socket && $0.number < datagram.number && $0.time > datagram.time
    }
    state.withLock { state in
      state.counts.passed += 1
      state.counts.overtaken += isOvertaking ? 1 : 0
      if datagram.socket == 3 { state.dataToListener.append(datagram.bytes) }
    }
  }
}
