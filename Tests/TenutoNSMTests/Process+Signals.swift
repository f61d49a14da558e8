import Foundation

extension Process {
  /// Starts the process without blocked signals, as a shell would; test threads block them.
  func runWithSignals() throws {
    var none = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    try run()
  }
}
