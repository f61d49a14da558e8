internal import CALSA
internal import Synchronization
internal import TenutoMIDI
internal import TenutoSystem
internal import TenutoTransport

/// The thread of a client, and what it knows of ports.
final class ALSAClientCore: Sendable {
  let sequencer: ALSASequencer
  private let onArrival: @Sendable (ALSAClient.Arrival) -> Void
  private let onChange: @Sendable (ALSAClient.Change) -> Void
  private let inputs = Mutex(ALSAConnections())
  private let outputs: ALSAOutputs
  private let isStopped = Atomic(false)
  private let isToLook = Atomic(false)
  private let isWaitedFor = Atomic(false)
  private let ended = Signal()

  init(
    _ sequencer: ALSASequencer, onArrival: @escaping @Sendable (ALSAClient.Arrival) -> Void,
    onChange: @escaping @Sendable (ALSAClient.Change) -> Void
  ) {
    self.sequencer = sequencer
    outputs = ALSAOutputs(sequencer)
    (self.onArrival, self.onChange) = (onArrival, onChange)
  }

  // MARK: - Own ports

  func addPort(
    _ name: String, _ direction: ALSAClient.Direction,
    _ wants: @escaping @Sendable (ALSAPort) -> Bool
  ) throws(ALSAError) -> Int32 {
    let number = try sequencer.addPort(name, direction)
    if direction == .output { outputs.open(number) }
    inputs.withLock { $0.add(number, direction, wants) }
    lookAgain()
    return number
  }

  func removePort(_ number: Int32) {
    outputs.close(number)
    sequencer.removePort(number)
    let ends = inputs.withLock { $0.remove(number) }
    for packets in ends { pass(packets, to: number, at: MonotonicTime.now.nanoseconds) }
  }

  func lookAgain() {
    isToLook.store(true, ordering: .sequentiallyConsistent)
    sequencer.wake()
  }

  func send(_ packets: some Sequence<HostTimedUMP>, from number: Int32) -> Int {
    outputs.send(packets, from: number)
  }

  func clear(_ number: Int32) { outputs.clear(number) }

  // MARK: - The thread

  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    sequencer.wake()
    guard !isWaitedFor.exchange(true, ordering: .sequentiallyConsistent) else { return }
    ended.wait()
  }

  /// Nanoseconds after which the clocks are compared again.
  private static let clockPatience: UInt64 = 1_000_000_000

  func run() {
    var compared = MonotonicTime.now.nanoseconds
    look()
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      let status = sequencer.wait(milliseconds: patience())
      let now = MonotonicTime.now.nanoseconds
      if now - compared > Self.clockPatience {
        sequencer.synchronize()
        compared = now
      }
      guard status >= 0, status == 0 || takeAll() else {
        onChange(.ended)
        break
      }
      flushLate(now)
      if isToLook.exchange(false, ordering: .sequentiallyConsistent) { look() }
    }
    outputs.end()
    releaseAll()
    ended.send()
  }

  /// Sends what is due; returns the milliseconds until more is, or a half of a controller counts as
  /// missing, or −1.
  private func patience() -> Int32 {
    let times = [outputs.sendDue(), inputs.withLock { $0.deadline }].compactMap(\.self)
    guard let first = times.min() else { return -1 }
    let now = MonotonicTime.now.nanoseconds
    return first <= now ? 0 : Int32(min((first - now) / 1_000_000 + 1, 1000))
  }

  private func flushLate(_ now: UInt64) {
    for (number, packets) in inputs.withLock({ $0.late(at: now) }) {
      pass(packets, to: number, at: now)
    }
  }

  /// Takes all that waits; returns false if the sequencer has gone.
  private func takeAll() -> Bool {
    var hasChanged = false
    var event = unsafe calsa_event()
    while true {
      guard unsafe sequencer.take(&event) else { return false }
      switch unsafe event.kind {
      case CALSA_MIDI: unsafe take(event)
      case CALSA_ENDED:
        hasChanged = true
        // One that is there again at the next look has lost its connections.
        unsafe forget(ALSAAddress(client: event.client, port: event.port))
      case CALSA_CHANGED: hasChanged = true
      case CALSA_LOST:
        // The ends of notes may be among them.
        releaseAll()
        onChange(.lost)
      default:
        guard hasChanged else { return true }
        look()
        onChange(.ports)
        return true
      }
    }
  }

  private func take(_ event: calsa_event) {
    let bytes = unsafe Array(UnsafeBufferPointer(start: event.bytes, count: event.count))
    let time = unsafe event.nanoseconds
    let source = unsafe ALSAAddress(client: event.client, port: event.port)
    let number = unsafe event.own_port
    let packets = inputs.withLock { $0.take(bytes, from: source, to: number, at: time) }
    pass(packets, to: number, at: time)
  }

  // MARK: - Connections

  /// Connects ports that came, and releases those that went.
  private func look() {
    let (ports, addresses) = sequencer.read()
    report(inputs.withLock { $0.removeMissing(ports, addresses) })
    for wish in inputs.withLock({ $0.wishes }) {
      for port in ports where wish.isMissing(port) {
        guard sequencer.connect(wish.number, wish.direction, to: port.address) else { continue }
        inputs.withLock { $0.note(port, of: wish.number) }
        onChange(.connected(port, to: Int(wish.number)))
      }
    }
  }

  private func forget(_ address: ALSAAddress) {
    report(inputs.withLock { $0.forget(address) })
  }

  private func report(_ lost: [ALSAConnections.Loss]) {
    for loss in lost {
      pass(loss.ends, to: loss.number, at: MonotonicTime.now.nanoseconds)
      if let port = loss.port { onChange(.disconnected(port, from: Int(loss.number))) }
    }
  }

  private func releaseAll() {
    let now = MonotonicTime.now.nanoseconds
    for (number, packets) in inputs.withLock({ $0.releaseAll() }) {
      pass(packets, to: number, at: now)
    }
  }

  private func pass(_ packets: [UMP], to number: Int32, at nanoseconds: UInt64) {
    for packet in packets {
      onArrival(
        ALSAClient.Arrival(packet: packet, nanoseconds: nanoseconds, port: Int(number)))
    }
  }
}
