import Glibc
import TenutoControl

/// The service manager that started this process, such as systemd's for the user.
///
/// The corresponding functions of libsystemd are `sd_notify(3)` and `sd_listen_fds(3)`.
struct ServiceManager: Sendable {
  /// The address of its socket; an address that begins with `@` is abstract.
  private let address: String
  /// Nanoseconds within which it expects a keep-alive; nil without a watchdog.
  let watchdogNanoseconds: UInt64?

  /// The manager of this process; nil if the process was started in another way.
  static let own = ServiceManager(environment: Environment.variables, process: getpid())

  /// Finds the manager by the variables NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID.
  init?(environment: [String: String], process: pid_t) {
    guard let address = environment["NOTIFY_SOCKET"], address.count > 1,
      address.hasPrefix("/") || address.hasPrefix("@")
    else { return nil }
    self.address = address
    let isForOther = environment["WATCHDOG_PID"].map { $0 != "\(process)" } ?? false
    let microseconds = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
    let isUsable = (1...UInt64(UInt32.max) * 1000).contains(microseconds)
    watchdogNanoseconds = isUsable && !isForOther ? microseconds * 1000 : nil
  }

  /// The socket for the control API that the manager listens on; nil if it passed none.
  ///
  /// The first of several sockets counts.
  static let listeningSocket: Int32? = {
    let count = Environment.variable("LISTEN_FDS").flatMap { Int($0) } ?? 0
    guard Environment.variable("LISTEN_PID") == "\(getpid())", count >= 1 else { return nil }
    return firstDescriptor
  }()

  /// The number of the first passed descriptor (`SD_LISTEN_FDS_START`).
  private static let firstDescriptor: Int32 = 3

  /// Sends assignments such as `READY=1`, one on each line.
  ///
  /// An error is ignored: playing does not depend on the manager.
  func notify(_ state: String) { SocketAddress.send(state, toDatagramSocket: address) }
}
