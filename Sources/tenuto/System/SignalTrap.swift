import Glibc
import Synchronization

/// Takes the user's wish to stop: Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a closed terminal.
///
/// The first one asks the program to end in order; the second one ends it at once.
enum SignalTrap {
  private static let caught = Atomic<Int32>(0)
  private static let hasHiddenCursor = Atomic<Bool>(false)

  /// Whether the user wishes to stop.
  static var isStopRequested: Bool { caught.load(ordering: .relaxed) != 0 }

  /// Catches the signals from now on; before, they end the program as usual.
  ///
  /// A closed pipe no longer ends the program: the sound file is to be finished.
  static func install() {
    // The handler may only find what is there already.
    _ = (caught.load(ordering: .relaxed), hasHiddenCursor.load(ordering: .relaxed))
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in SignalTrap.handle(number) }
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaction(number, &action, nil) }
    unblock()
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// A program that was started by a thread with blocked signals has them blocked as well.
  private static func unblock() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Says whether the terminal's cursor must be shown again when the program is ended at once.
  static func noteCursor(isHidden: Bool) { hasHiddenCursor.store(isHidden, ordering: .relaxed) }

  /// Calls nothing but what is safe in a signal handler (POSIX `signal-safety(7)`).
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
