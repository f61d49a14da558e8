import Glibc

extension Server {
  /// Starts a busy thread.
  func startSpinning() {
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in while true { Fault.spin(microseconds: 1000) } }, nil)
  }

  /// Allows only one process of the machine to work at a time.
  func takeTheOnlyLicense() throws {
    let file = unsafe open("/tmp/tenuto-fixture-license-\(getuid())", O_CREAT | O_RDWR, 0o600)
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw Refusal("the licence is in use")
    }
  }

  /// Starts a program that outlives this one.
  func leaveOrphan() {
    var identifier: pid_t = 0
    let text = unsafe strdup("sleep")
    let time = unsafe strdup("987")
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [text, time, nil]
    _ = unsafe posix_spawn(&identifier, "/bin/sleep", nil, nil, &arguments, nil)
  }
}
