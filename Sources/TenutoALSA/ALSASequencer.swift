internal import CALSA
internal import Synchronization

/// The calls of one client of the sequencer.
///
/// One thread waits and receives; one at a time sends. The others may be called by any thread, since
/// each is one call of the kernel.
@safe final class ALSASequencer: @unchecked Sendable {  // see above
  private let pointer: OpaquePointer

  init(name: String) throws(ALSAError) {
    var code: Int32 = 0
    guard let pointer = unsafe calsa_open(name, &code) else { throw ALSAError(code: code) }
    unsafe self.pointer = pointer
    number = Int(unsafe calsa_number(pointer))
    let number = number
    Self.own.withLock { _ = $0.insert(number) }
  }

  deinit {
    let number = number
    Self.own.withLock { _ = $0.remove(number) }
    unsafe calsa_close(pointer)
  }

  /// The client's number.
  let number: Int

  /// The numbers of the clients of this process.
  private static let own = Mutex<Set<Int>>([])

  /// The ports of clients of other processes that are meant to be connected.
  var ports: [ALSAPort] { read().ports }

  /// Reads the ports of other clients, and the addresses of all, those that are private included.
  func read() -> (ports: [ALSAPort], addresses: Set<ALSAAddress>) {
    // Ports that come between the two calls are announced.
    let count = unsafe calsa_ports(pointer, nil, 0)
    var entries = [calsa_port](repeating: calsa_port(), count: count)
    let found = unsafe min(count, calsa_ports(pointer, &entries, count))
    let own = Self.own.withLock { $0 }
    let others = entries.prefix(found).filter { !own.contains(Int($0.client)) }
    let addresses = others.map { ALSAAddress(client: $0.client, port: $0.port) }
    return (others.compactMap { ALSAPort($0) }, Set(addresses))
  }

  func addPort(_ name: String, _ direction: ALSAClient.Direction) throws(ALSAError) -> Int32 {
    let number = unsafe calsa_add_port(pointer, name, direction.inC)
    guard number >= 0 else { throw ALSAError(code: -number) }
    return number
  }

  func removePort(_ number: Int32) { unsafe calsa_remove_port(pointer, number) }

  func connect(_ own: Int32, _ direction: ALSAClient.Direction, to port: ALSAAddress) -> Bool {
    unsafe calsa_connect(pointer, own, direction.inC, port.client, port.port) == 0
  }

  // MARK: - Events

  func wake() { unsafe calsa_wake(pointer) }

  func wait(milliseconds: Int32) -> Int32 { unsafe calsa_wait(pointer, milliseconds) }

  /// Takes one event; returns false if the sequencer has gone.
  func take(_ event: inout calsa_event) -> Bool { unsafe calsa_receive(pointer, &event) == 0 }

  func synchronize() { unsafe calsa_synchronize(pointer) }

  /// Sends bytes, or drops them if they are no message; returns false if there is no room now.
  func send(_ piece: ALSAPiece, from own: Int32) -> Bool {
    unsafe piece.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe calsa_send(pointer, own, start, bytes.count, piece.nanoseconds) != 0
    }
  }
}

extension ALSAClient.Direction {
  fileprivate var inC: calsa_direction { self == .input ? CALSA_INPUT : CALSA_OUTPUT }
}
