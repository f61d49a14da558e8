import CBench
import Foundation
import Synchronization
import TenutoMIDI
import TenutoNetworkMIDI
import TenutoTransport

/// The cost of network MIDI sessions on the loopback interface.
struct NetworkMIDISpeed {
  let seconds: Int
  /// Whether to measure only the latency: sessions take ten seconds to connect.
  let isQuick: Bool
  private static let sessionCount = 10

  func run(into report: inout Report) throws {
    try measureLatency(into: &report)
    if isQuick { return }
    try measureJitter(into: &report)
    for packetSize in [1, 3] { try measureLoad(packetSize, into: &report) }
  }

  private static func session(port: UInt16 = 0) throws -> MIDINetworkSession {
    let session = MIDINetworkSession(name: "bench", port: port, interface: "lo", contactsFile: "")
    session.connectionPolicy = .anyone
    try session.enable()
    return session
  }

  private static func connect(_ session: MIDINetworkSession, to port: UInt16) throws {
    session.addConnection(
      MIDINetworkConnection(host: MIDINetworkHost(name: "", address: "127.0.0.1", port: port)))
    for _ in 0..<2000 {
      if session.peers.contains(where: \.isConnected) { return }
      usleep(10_000)
    }
    throw BenchError.hangs
  }

  /// A control change that carries its number.
  private static func message(_ number: Int) -> UMP {
    UMP(0x20B0_1000 | UInt32(number >> 7 & 0x7) << 16 | UInt32(number & 0x7F))
  }

  /// Two sessions of this process; the second records arrival times.
  private func pair(
    delay: ClosedRange<Double>, count: Int, interval: (Int) -> UInt64,
    note: @escaping @Sendable (_ sent: UInt64, _ packet: HostTimedUMP, _ heard: UInt64) -> Double
  ) throws -> [Double] {
    let (first, second) = try (Self.session(), Self.session())
    defer { for session in [first, second] { session.disable() } }
    second.delayRange = delay
    let sent = Mutex<[UInt64]>([])
    let values = Mutex<[Double]>([])
    second.setReceiver { packets, _ in
      let heard = MonotonicTime.now.nanoseconds
      values.withLock { values in
        for packet in packets {
          let time = sent.withLock { $0[values.count] }
          values.append(note(time, packet, heard))
        }
      }
    }
    try Self.connect(first, to: second.networkPort)
    // The six initial clock exchanges.
    sleep(10)
    for number in 0..<count {
      usleep(UInt32(interval(number) / 1000))
      let now = MonotonicTime.now.nanoseconds
      sent.withLock { $0.append(now) }
      first.send([HostTimedUMP(hostTime: now, ump: Self.message(number))])
    }
    for _ in 0..<500 where values.withLock({ $0.count }) < count { usleep(10_000) }
    return values.withLock { $0 }
  }

  /// In rounds, since a shared machine stalls now and then.
  private func measureLatency(into report: inout Report) throws {
    let count = seconds * 200
    let values = try pair(
      delay: 0.002...0.002, count: count, interval: { UInt64($0 % 37) * 100_000 + 2_000_000 },
      note: { sent, _, heard in Double(heard - sent) / 1e6 })
    report.add(
      "network MIDI, \(count) messages, from send to receiver", "ms", Spread(values), bar: 0.3)
    report.add("the same, 99 of 100, by rounds", "ms", Self.late(values), bar: 0.3)
    report.add("the same, the latest", "ms", values.percentile(100))
    let floor = try BareDatagrams(count: count).latencies()
    report.add("bare datagrams between two threads, 99 of 100", "ms", Self.late(floor))
  }

  private func measureJitter(into report: inout Report) throws {
    let count = seconds * 200
    let times = try pair(
      delay: 0.002...0.002, count: count, interval: { UInt64($0 % 41) * 100_000 + 2_000_000 },
      note: { sent, packet, heard in (Double(max(packet.hostTime, heard)) - Double(sent)) / 1e6 })
    let median = Spread(times).median
    let deviations = times.map { ($0 - median).magnitude }
    report.add(
      "network MIDI, jitter with 2 ms held back, 99 of 100", "ms", Self.late(deviations), bar: 0.2)
  }

  /// The 99th percentile in each of five rounds.
  private static func late(_ values: [Double]) -> Spread {
    let length = max(1, values.count / 5)
    let rounds = stride(from: 0, to: values.count, by: length).map {
      Array(values[$0..<min($0 + length, values.count)])
    }
    return Spread(rounds.map { $0.percentile(99).median })
  }
}

// MARK: - Ten sessions

extension NetworkMIDISpeed {
  /// The processor time of this process's network thread, and the number of delivered messages.
  private final class ThreadClock: Sendable {
    private let state = Mutex<(clock: clockid_t?, count: Int)>((nil, 0))

    /// Counts messages, on the network thread.
    func note(_ count: Int) {
      state.withLock { state in
        if state.clock == nil {
          var clock = clockid_t()
          unsafe pthread_getcpuclockid(pthread_self(), &clock)
          state.clock = clock
        }
        state.count += count
      }
    }

    private struct Reading {
      var processor: UInt64 = 0
      var time: UInt64 = 0
      var count = 0
    }

    /// Reads the thread's clock from outside, so that the thread does not pay for it.
    private var reading: Reading {
      let (clock, count) = state.withLock { $0 }
      var time = timespec()
      if let clock { unsafe clock_gettime(clock, &time) }
      return Reading(
        processor: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec),
        time: MonotonicTime.now.nanoseconds, count: count)
    }

    /// Percent of a core, and messages a second, in the next second.
    func load() -> (percent: Double, rate: Double) {
      let first = reading
      sleep(1)
      let last = reading
      let duration = Double(last.time - first.time)
      return (
        Double(last.processor - first.processor) / duration * 100,
        Double(last.count - first.count) / duration * 1e9
      )
    }
  }

  /// With one message per packet, and with three, as a JACK port has in 128 frames.
  private func measureLoad(_ packetSize: Int, into report: inout Report) throws {
    let clock = ThreadClock()
    let sessions = try (0..<Self.sessionCount).map { _ in try Self.session() }
    defer { for session in sessions { session.disable() } }
    for session in sessions { session.setReceiver { packets, _ in clock.note(packets.count) } }
    let sender = Process()
    sender.executableURL = URL(fileURLWithPath: BenchEnvironment.path(of: "tenuto-bench"))
    sender.arguments =
      ["--network-sender", "\(packetSize)"] + sessions.map { "\($0.networkPort)" }
    try sender.run()
    defer { sender.terminate() }
    for _ in 0..<20 where clock.load().rate < 9000 {}
    var loads: [Double] = []
    var rates: [Double] = []
    for _ in 0..<seconds {
      let (percent, rate) = clock.load()
      loads.append(percent)
      rates.append(rate)
    }
    let name = "\(Self.sessionCount) sessions at 1000 messages/s, \(packetSize) a packet"
    report.add("\(name): received", "/s", Spread(rates), bar: 9900, isFloor: true)
    report.add("\(name): network thread", "% of a core", Spread(loads), bar: 2)
    // The same number of datagrams of similar length, in a C thread with the same pauses.
    let rate = Int32(1000 * Self.sessionCount / packetSize)
    let pause: UInt64 = packetSize == 1 ? 4_000_000 : 3_500_000
    let floor = (0..<3).map { _ in cbench_datagram_load(rate, 60, pause, 1) }
    report.add("\(name): bare datagrams in C", "% of a core", Spread(floor))
  }

  /// Whether this process is the sender of another one: it sends 1000 messages a second to each
  /// port until it is ended.
  static func answer(_ arguments: ArraySlice<String>) throws -> Bool {
    guard arguments.first == "--network-sender" else { return false }
    let numbers = arguments.dropFirst().compactMap { UInt16($0) }
    guard let packetSize = numbers.first.map(Int.init), packetSize > 0 else { return true }
    let ports = numbers.dropFirst()
    let sessions = try ports.map { port in
      let session = try Self.session()
      try connect(session, to: port)
      return session
    }
    var next = MonotonicTime.now.nanoseconds
    for number in 0... {
      // Peers are not synchronized.
      for session in sessions {
        next += UInt64(packetSize) * 1_000_000 / UInt64(sessions.count)
        let now = MonotonicTime.now.nanoseconds
        if next > now { usleep(UInt32((next - now) / 1000)) }
        session.send(
          (0..<packetSize).map {
            HostTimedUMP(hostTime: 0, ump: message(number * packetSize + $0))
          })
      }
      if getppid() == 1 { break }
    }
    return true
  }
}

/// Datagrams between two threads without a session: the machine's own share.
struct BareDatagrams {
  let count: Int

  /// The latency of each datagram, in milliseconds.
  func latencies() throws -> [Double] {
    var sockets: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &sockets) == 0 else {
      throw BenchError.hangs
    }
    let (near, far) = (sockets[0], sockets[1])
    defer { for socket in [near, far] { close(socket) } }
    let values = Mutex<[Double]>([])
    let count = count
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var parameter = sched_param(sched_priority: 20)
      _ = unsafe sched_setscheduler(0, SCHED_FIFO, &parameter)
      for _ in 0..<count {
        var time: UInt64 = 0
        guard unsafe recv(far, &time, 8, 0) == 8 else { break }
        let now = MonotonicTime.now.nanoseconds
        values.withLock { $0.append(Double(now - time) / 1e6) }
      }
      ended.signal()
    }
    for number in 0..<count {
      usleep(UInt32(number % 37) * 100 + 2000)
      var now = MonotonicTime.now.nanoseconds
      unsafe send(near, &now, 8, 0)
    }
    ended.wait()
    return values.withLock { $0 }
  }
}
