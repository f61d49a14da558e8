internal import Glibc
internal import Synchronization

/// Runs a session's core on a thread of its own, with two sockets and the system's clock.
///
/// Thread: any but render.
final class SessionRunner: Sendable {
  /// Takes what a session does but for datagrams, on the runner's thread.
  typealias Handler = @Sendable (SessionCore.Effect) -> Void

  private let core: Mutex<SessionCore>
  private let control: UDPSocket
  private let data: UDPSocket
  private let bell: Bell
  private let isEnding = Atomic<Bool>(false)
  /// What other threads have asked for, which the runner's thread does.
  private let requests = Mutex<[@Sendable (inout SessionCore, UInt64) -> Void]>([])
  private let handler: Handler
  private let thread = Mutex<pthread_t?>(nil)

  /// The most datagrams of a socket that are taken before the other one has its turn.
  private static let maximumBatch = 64

  /// Binds the ports and begins.
  init(
    core: SessionCore, port: UInt16, interface: String?, handler: @escaping Handler
  ) throws(NetworkMIDIError) {
    (control, data) = try Self.sockets(port: port, interface: interface)
    self.core = Mutex(core)
    self.handler = handler
    bell = try Bell()
    start()
  }

  /// The control port; the data port is the next one.
  var port: UInt16 { control.port }

  /// Two ports side by side; where any will do, some are tried.
  private static func sockets(
    port: UInt16, interface: String?
  ) throws(NetworkMIDIError) -> (UDPSocket, UDPSocket) {
    guard port < .max else {
      throw NetworkMIDIError(.port, "Port 65535 has no next one for the data; choose a lower one.")
    }
    guard port == 0 else {
      return try (
        UDPSocket(port: port, interface: interface), UDPSocket(port: port + 1, interface: interface)
      )
    }
    for _ in 0..<32 {
      let control = try UDPSocket(port: 0, interface: interface)
      guard control.port < .max else { continue }
      if let data = try? UDPSocket(port: control.port + 1, interface: interface) {
        return (control, data)
      }
    }
    throw NetworkMIDIError(.port, "No two free UDP ports are side by side; choose one.")
  }

  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

// MARK: - Calls of other threads

extension SessionRunner {
  /// Reads the core.
  func read<Value: Sendable>(_ body: (SessionCore) -> Value) -> Value {
    core.withLock { body($0) }
  }

  /// Has the runner's thread change the core.
  func change(_ body: @escaping @Sendable (inout SessionCore, _ now: UInt64) -> Void) {
    requests.withLock { $0.append(body) }
    bell.ring()
  }

  /// Sends messages, each of a time in nanoseconds, at once; false if a peer takes no more.
  func send(_ messages: [(RTPMIDIMessage, UInt64)]) -> Bool {
    let (isTaken, effects) = core.withLock { core in
      var isTaken = true
      for (message, time) in messages where !core.send(message, time: time) { isTaken = false }
      core.flush(at: Self.now)
      return (isTaken, core.takeEffects())
    }
    for case .send(let bytes, let port, let address) in effects { send(bytes, port, address) }
    // The thread may sleep longer than the stream may wait now.
    bell.ring()
    return isTaken
  }

  /// Ends all connections and the thread, and waits for it.
  func stop() {
    guard
      let thread = thread.withLock({ thread in
        defer { thread = nil }
        return thread
      })
    else { return }
    change { core, now in core.disconnectAll(at: now) }
    isEnding.store(true, ordering: .releasing)
    bell.ring()
    if thread != pthread_self() { pthread_join(thread, nil) }
  }
}

// MARK: - The thread

extension SessionRunner {
  private func start() {
    var thread = pthread_t()
    // The thread keeps the runner until it ends.
    let runner = unsafe Unmanaged.passRetained(self).toOpaque()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<SessionRunner>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, runner)
    if result == 0 {
      self.thread.withLock { $0 = thread }
    } else {
      unsafe Unmanaged<SessionRunner>.fromOpaque(runner).release()
    }
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let isLast = isEnding.load(ordering: .acquiring)
      for request in requests.withLock({ requests in
        defer { requests = [] }
        return requests
      }) {
        perform { core, now in request(&core, now) }
      }
      if isLast { return }
      wait()
      for (socket, port) in [(control, SessionPort.control), (data, SessionPort.data)] {
        drain(socket, port, &buffer)
      }
      perform { core, now in core.tick(at: now) }
    }
  }

  private func drain(_ socket: UDPSocket, _ port: SessionPort, _ buffer: inout [UInt8]) {
    for _ in 0..<Self.maximumBatch {
      guard let (bytes, address) = socket.receive(into: &buffer) else { return }
      perform { core, now in core.receive(bytes, from: address, on: port, at: now) }
    }
  }

  private func perform(_ body: (inout SessionCore, UInt64) -> Void) {
    let effects = core.withLock { core in
      body(&core, Self.now)
      return core.takeEffects()
    }
    for effect in effects {
      if case .send(let bytes, let port, let address) = effect {
        send(bytes, port, address)
      } else {
        handler(effect)
      }
    }
  }

  private func send(_ bytes: [UInt8], _ port: SessionPort, _ address: NetworkAddress) {
    (port == .control ? control : data).send(bytes, to: address)
  }

  /// Sleeps until something comes or is due.
  private func wait() {
    var descriptors = [control.descriptor, data.descriptor, bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var milliseconds: Int32 = -1
    if let deadline = core.withLock({ $0.deadline }) {
      let now = Self.now
      let rest = deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
      milliseconds = Int32(min(rest, 3_600_000))
    }
    _ = unsafe poll(&descriptors, 3, milliseconds)
    if descriptors[2].revents != 0 { bell.silence() }
  }
}
