import Glibc
import Synchronization

/// Handles the signals that stop the program: Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a closed
/// terminal.
///
/// The first one requests an orderly end; the second one ends the program at once.
enum SignalTrap {
  private static let caught = Atomic<Int32>(0)
  private static let hasHiddenCursor = Atomic<Bool>(false)

  /// Whether the user has asked the program to stop.
  static var isStopRequested: Bool { caught.load(ordering: .relaxed) != 0 }

  /// Installs the handlers; before, the signals end the program as usual.
  ///
  /// A closed pipe no longer ends the program, so that the sound file is finished.
  static func install() {
    // Initializes the statics before the handler can use them.
    _ = (caught.load(ordering: .relaxed), hasHiddenCursor.load(ordering: .relaxed))
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in SignalTrap.handle(number) }
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaction(number, &action, nil) }
    unblock()
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Unblocks the signals: a program started by a thread with blocked signals inherits them.
  private static func unblock() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Notes whether the terminal's cursor must be shown again if the program ends at once.
  static func noteCursor(isHidden: Bool) { hasHiddenCursor.store(isHidden, ordering: .relaxed) }

  /// Calls only functions that are safe in a signal handler (POSIX `signal-safety(7)`).
  private static func handle(_ number: Int32) {
    let before = caught.exchange(number, ordering: .relaxed)
    guard before != 0 else { return }
    RawMode.end()
    if hasHiddenCursor.load(ordering: .relaxed) {
      let show: StaticString = "\u{1B}[?25h\n"
      _ = unsafe write(STDOUT_FILENO, show.utf8Start, show.utf8CodeUnitCount)
    }
    _exit(128 + number)
  }
}
